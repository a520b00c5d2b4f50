/* A link that moves a seat to this device. Opening it does nothing: only a tap takes it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { rest } from '../../net/rest';
import { usePage } from '../page';
import { goTo } from '../router';
import { Fault, Nowhere } from './parts';
import { useAct, useIdentity } from './useNet';
import { ADDRESSES, playerWords, tl } from './words';

export function MovePage({ code }: { code: string }): VNode {
  const identity = useIdentity();
  const page = usePage();
  const { busy, why, run } = useAct();
  const [taken, setTaken] = useState(false);
  if (identity.place !== 'here') return <Nowhere identity={identity} />;
  const take = (): Promise<void> =>
    run(() => rest.takeTransfer(code), async (me) => {
      setTaken(true);
      await identity.became(me);
      page.tell(tl('move.taken', { name: playerWords(me.player) }));
      goTo(ADDRESSES.lobby);
    });
  return (
    <main id="main" class="records lobby" tabIndex={-1}>
      <section class="card link-card">
        <h1>{tl('move.take.title')}</h1>
        <p>{tl('move.take.sub')}</p>
        {identity.me && !taken && <p class="lobby-note">{tl('move.take.guest', { name: playerWords(identity.me.player) })}</p>}
        <Fault why={why} />
        <p class="lobby-buttons">
          <button type="button" class="button-main" disabled={busy || taken} onClick={() => void take()}>{tl('move.take')}</button>
          <a class="button-outline" href={ADDRESSES.lobby}>{tl('move.not')}</a>
        </p>
      </section>
    </main>
  );
}
