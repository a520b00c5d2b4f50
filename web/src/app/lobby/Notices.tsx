/* Whether the browser tells of one's turn while the page is closed. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Switch } from '../ui/Switch';
import { Fault } from './parts';
import type { Switched } from './push';
import { pushState, startPush, stopPush } from './push';
import { tl } from './words';

const WORDS = { insecure: 'notice.insecure', unable: 'notice.unable', denied: 'notice.denied', failed: 'notice.failed' } as const;

/** `offered`: the server sends notices at all. */
export function Notices({ offered }: { offered: boolean }): VNode {
  const [state, setState] = useState<Switched | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => void pushState().then(setState), []);
  const change = async (on: boolean): Promise<void> => {
    setBusy(true);
    setState(await (on ? startPush() : stopPush()));
    setBusy(false);
  };
  const word = state !== null && typeof state === 'string' && state in WORDS ? tl(WORDS[state as keyof typeof WORDS]) : null;
  const may = state !== null && state !== 'insecure' && state !== 'unable' && state !== 'denied';
  return (
    <>
      <p class="lobby-sub">{tl('notice.sub')}</p>
      {offered && may && <Switch label={tl('notice.on')} on={state === 'on'} disabled={busy} onChange={(on) => void change(on)} />}
      {word !== null && <p class="lobby-note">{word}</p>}
      {!offered && state !== null && word === null && <p class="lobby-note">{tl('notice.insecure')}</p>}
      {state !== null && typeof state !== 'string' && <Fault why={state} />}
      <p class="lobby-sub">{tl('notice.calendar')}</p>
    </>
  );
}
