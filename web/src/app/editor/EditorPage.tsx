/* The editor with what the address asks of it. */

import type { VNode } from 'preact';
import { readEditorAddress } from '../records/link';
import { Editor } from './Editor';
import '../styles/editor.css';

export function EditorPage({ parts }: { parts: readonly string[] }): VNode {
  return <Editor asked={parts.length > 0 ? readEditorAddress(parts) : null} />;
}
