/* All about the computer's promise in this game: whether it holds and why, what is promised, how to check it. */

import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { perfectWords } from '../../i18n/perfect';
import { otherSide } from '../game/setup';
import { isOver } from '../game/state';
import { useChanges, useCore } from '../page';
import type { Session } from '../session';
import { Dialog } from '../ui/Dialog';
import { Switch } from '../ui/Switch';
import { useWords } from '../words';
import { keeperOf } from './keeper';
import { useOffer } from './offer';
import { PromiseMark } from './PromiseMark';
import type { ProofFile, Proved } from './proved';
import { provesStart } from './proved';
import { leadWords, sizeWords, standingWords, tp } from './words';
import '../styles/perfect.css';

interface Props {
  readonly onClose: () => void;
}

export function PromiseDialog({ onClose }: Props): VNode | null {
  const core = useCore();
  const words = useWords(perfectWords);
  return core.state === 'ready' && words ? <About session={core.session} onClose={onClose} /> : null;
}

function About({ session, onClose }: Props & { session: Session }): VNode | null {
  useChanges((listener) => session.subscribe(listener));
  const { state } = session;
  const { variant = 'tsivy', rules = '', human = 'white', perfect = false } = state?.setup ?? {};
  const offer = useOffer(variant, rules);
  useEffect(() => {
    if (perfect) keeperOf(session);
  }, [session, perfect]);
  if (!state) return null;
  const standing = session.standing ?? { state: 'asking' };
  return (
    <Dialog title={tp('promise')} onClose={onClose}>
      <div class="promise-about">
        {!isOver(state) && <Switch label={tp('title')} on={perfect} onChange={(on) => session.setPerfect(on)} />}
        <p class={`promise-now promise-${perfect ? standing.state : 'off'}`} role="status">
          <PromiseMark state={perfect ? standing.state : 'gone'} size={24} />
          <span>{perfect ? standingWords(standing, otherSide(human)) : tp('off')}</span>
        </p>
        {offer?.state === 'here' && <What proved={offer.proved} variant={variant} />}
      </div>
    </Dialog>
  );
}

function What({ proved, variant }: { proved: Proved; variant: string }): VNode {
  return (
    <>
      {provesStart(proved) && <h3>{tp('what')}</h3>}
      {provesStart(proved) && <p>{leadWords(proved, variant)} {tp('draw')}</p>}
      <p>{tp(proved.from === 'page' ? 'from.page' : 'from.server')}</p>
      {proved.files.length > 0 && <h3>{tp('check')}</h3>}
      {proved.files.map((file) => <Check key={file.name} file={file} />)}
    </>
  );
}

function Check({ file: { name, address, bytes, stones } }: { file: ProofFile }): VNode {
  return (
    <>
      <p>{tp('check.sub', { n: stones })}</p>
      <pre class="promise-command"><code>fanorona solve check {name}</code></pre>
      <a class="promise-file" href={address} download={name}>{tp('download', { name, size: sizeWords(bytes) })}</a>
    </>
  );
}
