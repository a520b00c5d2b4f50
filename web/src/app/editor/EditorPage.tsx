/* The editor with what the address asks of it. */

import type { VNode } from 'preact';
import { readEditorAddress } from '../records/link';
import { Editor } from './Editor';
import '../styles/editor.css';

/** What an address asks for that cannot be read: no board at all. */
const UNREADABLE = { variant: '', rules: '', text: '' };

export function EditorPage({ parts }: { parts: readonly string[] }): VNode {
  return <Editor asked={parts.length > 0 ? (readEditorAddress(parts) ?? UNREADABLE) : null} />;
}
