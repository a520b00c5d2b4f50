/* The switch at the highest level: whether the computer plays by what is proved, and what that promises on this board. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { perfectWords } from '../../i18n/perfect';
import { sizeText } from '../game/setup';
import { useChanges, useCore, usePage } from '../page';
import { Switch } from '../ui/Switch';
import { useWords } from '../words';
import { useOffer } from './offer';
import type { Offer } from './proved';
import { provesStart } from './proved';
import { leadWords, tp } from './words';
import '../styles/perfect.css';

export interface PerfectProps {
  readonly variant: string;
  readonly rules: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  /** Whether it can be had here at all. */
  readonly onOffer: (offered: boolean) => void;
}

export function PerfectField({ variant, rules, on, onChange, onOffer }: PerfectProps): VNode | null {
  const words = useWords(perfectWords);
  const offer = useOffer(variant, rules);
  const offered = offer === null || offer.state === 'reading' || (offer.state === 'here' && provesStart(offer.proved));
  const kept = useKept(on && offer?.state === 'here' && offer.proved.from === 'page', variant, rules);
  useEffect(() => onOffer(offered), [offered]);
  if (!words) return null;
  return (
    <div class="perfect-field">
      <Switch label={tp('title')} on={on && offered} disabled={!offered} onChange={onChange} />
      <p>{offerWords(offer, variant)}{kept === null ? '' : ` ${tp(kept ? 'page.kept' : 'page.failed')}`}</p>
    </div>
  );
}

function offerWords(offer: Offer | null, variant: string): string {
  switch (offer?.state) {
    case undefined:
      return tp('looking');
    case 'here':
      return provesStart(offer.proved) ? leadWords(offer.proved, variant) : tp('none.board', { board: sizeText(variant) });
    case 'reading':
      return tp('reading');
    case 'away':
      return tp('none.away', { board: sizeText(variant) });
    case 'none':
      return offer.why === 'rules' ? tp('none.rules') : tp('none.board', { board: sizeText(variant) });
  }
}

/** Brings what the page needs for it, so that it is there without a network, too; null while that is of no concern. */
function useKept(wanted: boolean, variant: string, rules: string): boolean | null {
  const { offline } = usePage();
  const core = useCore();
  useChanges((listener) => offline.subscribe(listener));
  const [came, setCame] = useState<boolean | null>(null);
  const session = core.state === 'ready' ? core.session : null;
  useEffect(() => {
    setCame(null);
    if (!wanted || !session) return;
    let here = true;
    session.proofs.promises({ variant, rules }).then(() => here && setCame(true), () => here && setCame(false));
    return () => {
      here = false;
    };
  }, [wanted, session, variant, rules]);
  return came === true && offline.state !== 'ready' ? null : came;
}
