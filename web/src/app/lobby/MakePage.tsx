/* Making a game: against whom, on which board, with which clock; then its link, its offer or its first turn. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { GameMade, SideWanted } from '../../net/protocol';
import { rest } from '../../net/rest';
import { BoardField, RulesField } from '../home/fields';
import { isNamed, sizeText } from '../game/setup';
import { usePage } from '../page';
import { goTo } from '../router';
import { browserStore } from '../store/storage';
import { Choices } from '../ui/Choices';
import { Icon } from '../ui/Icon';
import { StoneIcon } from '../ui/StoneIcon';
import { Switch } from '../ui/Switch';
import { levelWord } from '../home/ComputerCard';
import { ClockField } from './ClockField';
import { keepInvitation, noteOffer } from './here';
import type { Against, Making } from './making';
import { gameOf, hindrance, keepMaking, mayBeRated, OTHER_SIZES, RATING_MAX, readMaking, seekOf, takeOver } from './making';
import { Fault, LobbyCard, Nowhere } from './parts';
import { StartField, useStart } from './StartField';
import { useAct, useIdentity } from './useNet';
import { ADDRESSES, gameAddress, tl } from './words';

export type ChangeMaking = (part: Partial<Making>) => void;

export function MakePage({ against }: { against: string }): VNode {
  const identity = useIdentity();
  return identity.place === 'here' ? <Make key={against} against={against} /> : <Nowhere identity={identity} />;
}

const AGAINST: readonly Against[] = ['link', 'seek', 'computer'];

function Make({ against }: { against: string }): VNode {
  const page = usePage();
  const identity = useIdentity();
  const [making, setMaking] = useState<Making>(() => {
    const last = readMaking(browserStore);
    return { ...last, ...takeOver(browserStore), against: AGAINST.find((each) => each === against) ?? last.against };
  });
  const [opened] = useState(making.start !== '');
  const { busy, why, run } = useAct();
  const start = useStart(making);
  const change: ChangeMaking = (part) => setMaking({ ...making, ...part });
  const levels = identity.has('computer') ? identity.server?.computer?.levels ?? [] : [];
  const choices = AGAINST.filter((each) => each !== 'computer' || levels.length > 0);
  const chosen: Making = {
    ...making,
    against: choices.includes(making.against) ? making.against : 'link',
    level: levels.includes(making.level) ? making.level : levels[0] ?? 1,
    rated: making.rated && identity.isAccount,
  };
  const hindered = hindrance(chosen);

  const make = async (): Promise<void> => {
    keepMaking(browserStore, making);
    if (chosen.against === 'seek') {
      await run(() => rest.makeSeek(seekOf(chosen)), ({ seek }) => {
        noteOffer(seek, true);
        page.tell(tl('seek.made'));
        goTo(ADDRESSES.lobby);
      }, 'player');
      return;
    }
    await run(() => rest.makeGame(gameOf(chosen)), enter, 'player');
  };

  return (
    <LobbyCard title={tl('make.title')}>
      <form class="make" onSubmit={(event) => { event.preventDefault(); if (!busy && !hindered && start.fine) void make(); }}>
        <Choices
          legend={tl('make.against')} name="make-against" kind="against" value={chosen.against}
          onChange={(next: Against) => change({ against: next })}
          items={choices.map((each) => ({ value: each, label: <AgainstFace against={each} /> }))}
        />
        {chosen.against === 'computer' && <LevelField levels={levels} making={chosen} change={change} />}
        <BoardField name="make-board" value={chosen.variant} onChange={(variant) => change({ variant })} />
        <OtherBoard making={chosen} change={change} />
        <ClockField making={chosen} change={change} />
        <Choices
          legend={t('home.stones')} name="make-side" kind="pills" value={chosen.side}
          onChange={(side: SideWanted) => change({ side })}
          items={[
            { value: 'random', label: t('home.lot') },
            { value: 'white', label: <><StoneIcon side="white" size={20} /> {t('side.white')}</> },
            { value: 'black', label: <><StoneIcon side="black" size={20} /> {t('side.black')}</> },
          ]}
        />
        {chosen.against !== 'computer' && <RatedField making={chosen} isAccount={identity.isAccount} change={change} />}
        <RulesField name="make" settings={chosen} change={change} />
        <details class="rules-field" open={opened}>
          <summary>
            <span>{tl('make.more')}</span>
            {chosen.start.trim() !== '' && <span class="rules-field-now">{tl('seek.start')}</span>}
          </summary>
          <div class="make-more">
            <StartField text={chosen.start} change={(text) => change({ start: text })} start={start} />
            {chosen.against === 'seek' && <RatingFields making={chosen} change={change} />}
          </div>
        </details>
        {hindered === 'no-time' && <p class="fault" role="alert">{tl('make.no-time')}</p>}
        {hindered === 'rating-order' && <p class="fault" role="alert">{tl('make.rating-order')}</p>}
        <Fault why={why} />
        <button type="submit" class="button-main button-wide make-do" disabled={busy || hindered !== null || !start.fine}>
          {chosen.against === 'link' && <Icon name="link" />}
          {tl(DO[chosen.against])}
        </button>
      </form>
    </LobbyCard>
  );
}

/** Into the game; what the server said of its link goes along. */
export function enter(made: GameMade): void {
  keepInvitation(made.game, made);
  goTo(gameAddress(made.game));
}

const DO = { link: 'make.do.link', seek: 'make.do.seek', computer: 'make.do.computer' } as const;
const FACE = {
  link: ['link', 'make.link', 'make.link.sub'], seek: ['people', 'make.seek', 'make.seek.sub'], computer: ['chip', 'make.computer', 'make.computer.sub'],
} as const;

function AgainstFace({ against }: { against: Against }): VNode {
  const [icon, words, sub] = FACE[against];
  return (
    <>
      <Icon name={icon} size={24} />
      <strong>{tl(words)}</strong>
      <small>{tl(sub)}</small>
    </>
  );
}

interface FieldProps {
  readonly making: Making;
  readonly change: ChangeMaking;
}

function LevelField({ levels, making, change }: FieldProps & { levels: readonly number[] }): VNode {
  return (
    <Choices
      legend={tl('make.levels')} aside={levelWord(making.level)} name="make-level" kind="pills" value={making.level} onChange={(next) => change({ level: next })}
      items={levels.map((each) => ({ value: each, label: String(each), name: `${each}, ${levelWord(each)}` }))}
    />
  );
}

function OtherBoard({ making, change }: FieldProps): VNode {
  const named = isNamed(making.variant);
  return (
    <label class="field make-other">
      <span>{tl('make.other-board')}</span>
      <select value={named ? '' : making.variant} onChange={(event) => change({ variant: event.currentTarget.value || 'tsivy' })}>
        <option value="" selected={named}>{tl('make.named-board')}</option>
        {OTHER_SIZES.map((size) => <option key={size} value={size} selected={size === making.variant}>{sizeText(size)}</option>)}
      </select>
    </label>
  );
}

function RatedField({ making, isAccount, change }: FieldProps & { isAccount: boolean }): VNode {
  const usual = mayBeRated(making);
  const may = usual && isAccount;
  return (
    <div class="make-rated">
      <Switch label={tl('make.rated')} on={may && making.rated} disabled={!may} onChange={(rated) => change({ rated })} />
      <p class="lobby-sub">
        {tl(!usual ? 'make.rated.usual' : isAccount ? 'make.rated.sub' : 'make.rated.account')}{' '}
        {usual && !isAccount && <a href={ADDRESSES.account}>{tl('account.become')}</a>}
      </p>
    </div>
  );
}

function RatingFields({ making, change }: FieldProps): VNode {
  const field = (key: 'ratingMin' | 'ratingMax', words: string): VNode => (
    <label class="field">
      <span>{words}</span>
      <input
        type="number" inputMode="numeric" min="0" max={RATING_MAX} step="50" value={making[key] ?? ''}
        onChange={(event) => {
          const value = Math.round(event.currentTarget.valueAsNumber);
          change({ [key]: Number.isFinite(value) ? Math.max(0, Math.min(RATING_MAX, value)) : null });
        }}
      />
    </label>
  );
  return (
    <div class="make-pair">
      {field('ratingMin', tl('make.rating-min'))}
      {field('ratingMax', tl('make.rating-max'))}
    </div>
  );
}
