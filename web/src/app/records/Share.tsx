/* A game or a position leaves the page: as a link, a record, a picture, a text. */

import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { list, t } from '../../i18n';
import type { View } from '../../core/types';
import { HAND } from '../../core/types';
import { shapeOf } from '../game/setup';
import { ruleNames } from '../game/words';
import { usePage, useSettings } from '../page';
import { copyText } from '../play/copy';
import { browserStore } from '../store/storage';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import type { IconName } from '../ui/Icon';
import { Switch } from '../ui/Switch';
import type { Mode } from '../game/setup';
import type { Tag } from './entry';
import { known } from './entry';
import { download, gameFileName, pictureFileName, RECORD_TYPE } from './files';
import { editorAddress, gameLink } from './link';
import { keepNames, levelOf, readNames, withTag } from './names';
import type { WholeGame } from './opened';
import { recordText } from './opened';
import { canCopyPicture, copyPicture, drawPng, drawSvg, PNG_SIZES } from './picture';
import { spareRules } from './shared';
import { resultWords, variantName } from './words';
import '../styles/share.css';

export interface Shared {
  readonly game: WholeGame;
  /** What is on the board: before this turn. */
  readonly ply: number;
  /** Black is near. */
  readonly turned: boolean;
  /** A position has no players. */
  readonly kind: 'game' | 'position';
  /** The side of the person, against the computer: whose name a changed one is. */
  readonly mode: Mode;
  /** Puts the game into the library with these tags, or tells why not. */
  readonly keep?: ((tell: (words: string) => void, tags: readonly Tag[]) => Promise<boolean>) | undefined;
}

/** All that leaves, made ready before the tap: a tap must not wait, or the browser no longer takes it for one. */
interface Ready {
  readonly link: string;
  readonly record: string;
  readonly view: View;
  readonly lastTurn: { readonly path: readonly number[]; readonly taken: readonly number[] } | null;
}

export function Share({ shared, onClose }: { shared: Shared; onClose: () => void }): VNode {
  const [tags, setTags] = useState<readonly Tag[]>(shared.game.tags);
  const [ready, setReady] = useState<Ready | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { game, ply, kind } = shared;

  useEffect(() => {
    let wanted = true;
    makeReady({ ...game, tags }, ply).then(
      (made) => wanted && setReady(made),
      (error: unknown) => wanted && setFault(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      wanted = false;
    };
  }, [tags]);

  return (
    <Dialog title={t(kind === 'game' ? 'share.title' : 'share.position.title')} onClose={onClose}>
      {fault !== null && <p class="fault" role="alert">{t('open.failed', { reason: fault })}</p>}
      {!ready && fault === null && <p role="status">{t('core.loading')}</p>}
      {ready && (
        <div class="share">
          <LinkPart ready={ready} shared={shared} />
          {kind === 'game' && <RecordPart ready={ready} shared={shared} tags={tags} setTags={setTags} />}
          <PicturePart ready={ready} shared={shared} />
          <PositionPart ready={ready} shared={shared} onClose={onClose} />
        </div>
      )}
    </Dialog>
  );
}

async function makeReady(game: WholeGame, ply: number): Promise<Ready> {
  const rules = await spareRules();
  rules.open(game.setup, game.turns);
  const turn = ply > 0 ? rules.turn(ply - 1) : null;
  const first = turn?.steps[0];
  return {
    link: gameLink(rules.writeLink(ply, game.word), location),
    record: recordText(rules, game),
    view: rules.view(ply),
    lastTurn: turn && first ? { path: turn.steps.reduce((path, step) => [...path, step.to], first.from === HAND ? [] : [first.from]), taken: turn.steps.flatMap((step) => step.taken) } : null,
  };
}

interface PartProps {
  readonly ready: Ready;
  readonly shared: Shared;
}

function Part({ title, sub, children }: { title: string; sub?: string | undefined; children: ComponentChildren }): VNode {
  return (
    <section class="share-part">
      <h3>{title}</h3>
      {sub && <p class="share-sub">{sub}</p>}
      {children}
    </section>
  );
}

function ShareButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }): VNode {
  return (
    <button type="button" class="button-outline" onClick={onClick}>
      <Icon name={icon} size={18} /> {label}
    </button>
  );
}

/** Copies, and says so; where nothing may be copied the text is there to be marked by hand. */
function useCopy(): (text: string) => Promise<void> {
  const page = usePage();
  return async (text) => page.tell((await copyText(text)) ? t('share.copied') : t('share.copy-failed'));
}

function LinkPart({ ready, shared }: PartProps): VNode {
  const copy = useCopy();
  const { game, ply } = shared;
  const sub = shared.kind === 'position' ? t('share.link.position') : ply < game.turns.length ? t('share.link.at', { n: ply }) : t('share.link.sub');
  const share = (): void => {
    // The person closing the sheet is no fault.
    void navigator.share({ title: t('title'), url: ready.link }).catch(() => undefined);
  };
  return (
    <Part title={t('share.link')} sub={sub}>
      <input class="share-text" type="text" readOnly value={ready.link} aria-label={t('share.link')} onFocus={(event) => event.currentTarget.select()} />
      <div class="share-buttons">
        <ShareButton icon="link" label={t('share.link.copy')} onClick={() => void copy(ready.link)} />
        {typeof navigator.share === 'function' && <ShareButton icon="send" label={t('share.send')} onClick={share} />}
      </div>
    </Part>
  );
}

interface RecordProps extends PartProps {
  readonly tags: readonly Tag[];
  readonly setTags: (tags: readonly Tag[]) => void;
}

function RecordPart({ ready, shared, tags, setTags }: RecordProps): VNode {
  const page = usePage();
  const copy = useCopy();
  const { game, keep } = shared;
  const rules = ruleNames(game.setup.rules);
  const save = (): void => download(gameFileName(tags, Date.now()), new Blob([ready.record], { type: RECORD_TYPE }));
  const put = async (): Promise<void> => {
    if (await keep?.(page.tell, tags)) page.tell(t('share.kept'));
  };
  return (
    <Part title={t('share.record')} sub={rules.length > 0 ? t('import.rules', { rules: list(rules) }) : undefined}>
      <div class="share-buttons">
        <ShareButton icon="save" label={t('share.record.save')} onClick={save} />
        <ShareButton icon="copy" label={t('share.record.copy')} onClick={() => void copy(ready.record)} />
        {keep && <ShareButton icon="shelf" label={t('share.keep')} onClick={() => void put()} />}
      </div>
      <details class="share-tags">
        <summary>{t('share.tags')}</summary>
        <div class="share-fields">
          {FIELDS.map(([name, key]) => (
            <TagField
              key={name} label={t(key)} first={known(tags, name)} hint={name === 'Date' ? '2026.11.30' : ''}
              change={(value) => {
                const next = withTag(tags, name, value);
                setTags(next);
                remember(shared, next);
              }}
            />
          ))}
        </div>
      </details>
    </Part>
  );
}

/** What is being typed stays as it is; the tag is what it comes to. */
function TagField({ label, first, hint, change }: { label: string; first: string; hint: string; change: (value: string) => void }): VNode {
  const [value, setValue] = useState(first);
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text" maxLength={100} autocomplete="off" value={value} placeholder={hint}
        onInput={(event) => {
          setValue(event.currentTarget.value);
          change(event.currentTarget.value);
        }}
      />
    </label>
  );
}

const FIELDS = [
  ['White', 'side.white'], ['Black', 'side.black'], ['Event', 'share.event'], ['Date', 'share.date'],
] as const;

/** A name that was typed once need not be typed for the next game. */
function remember({ mode }: Shared, tags: readonly Tag[]): void {
  const names = readNames(browserStore);
  const [white, black, event] = ['White', 'Black', 'Event'].map((name) => known(tags, name));
  if (mode === 'friend') keepNames(browserStore, { ...names, white: white ?? '', black: black ?? '', event: event ?? '' });
  if (mode === 'computer') {
    const you = levelOf(white ?? '') === null ? white : black;
    keepNames(browserStore, { ...names, you: you ?? '', event: event ?? '' });
  }
}

function PicturePart({ ready, shared }: PartProps): VNode {
  const page = usePage();
  const { material, theme, ...settings } = useSettings();
  const [coordinates, setCoordinates] = useState(settings.coordinates);
  const [last, setLast] = useState(true);
  const [svg, setSvg] = useState<string | null>(null);
  const { view, lastTurn } = ready;
  const { setup } = shared.game;
  const name = (kind: 'svg' | 'png', width?: number): string => pictureFileName(setup.variant, shared.ply, kind, width);
  const title = useMemo(() => `${t('title')} ${variantName(setup.variant)}: ${view.position}. ${view.outcome.result === 'ongoing' ? '' : resultWords(view.outcome)}`.trim(), [view]);

  useEffect(() => {
    let wanted = true;
    drawSvg({
      shape: shapeOf(setup.variant), stones: view.stones, turned: shared.turned, material, coordinates, title,
      marks: { ...(last && lastTurn ? { lastTurn } : {}), ...(view.row.length > 0 ? { row: view.row } : {}) },
    }).then(
      (drawn) => wanted && setSvg(drawn),
      () => wanted && page.tell(t('share.picture.failed')),
    );
    return () => {
      wanted = false;
    };
  }, [coordinates, last, material, theme, view]);

  const failed = (): void => page.tell(t('share.picture.failed'));
  const savePng = (size: number): void => {
    if (svg !== null) drawPng(svg, size).then((png) => download(name('png', size), png), failed);
  };
  const copy = (): void => {
    if (svg === null) return;
    void copyPicture(drawPng(svg, PNG_SIZES[1])).then((done) => page.tell(done ? t('share.copied') : t('share.picture.copy-failed')));
  };
  return (
    <Part title={t('share.picture')}>
      <div class="share-picture">
        {svg !== null && <img alt={title} src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} />}
      </div>
      <div class="share-switches">
        <Switch label={t('settings.coordinates')} on={coordinates} onChange={setCoordinates} />
        {lastTurn && <Switch label={t('share.picture.last')} on={last} onChange={setLast} />}
      </div>
      <div class="share-buttons">
        <ShareButton icon="save" label="SVG" onClick={() => svg !== null && download(name('svg'), new Blob([svg], { type: 'image/svg+xml' }))} />
        {PNG_SIZES.map((size) => (
          <ShareButton key={size} icon="save" label={t('share.picture.png', { size })} onClick={() => savePng(size)} />
        ))}
        {canCopyPicture() && <ShareButton icon="copy" label={t('share.picture.copy')} onClick={copy} />}
      </div>
    </Part>
  );
}

function PositionPart({ ready, shared, onClose }: PartProps & { onClose: () => void }): VNode {
  const copy = useCopy();
  const { position, variant, rules } = ready.view;
  return (
    <Part title={t('share.position')}>
      <input class="share-text" type="text" readOnly value={position} aria-label={t('share.position')} onFocus={(event) => event.currentTarget.select()} />
      <div class="share-buttons">
        <ShareButton icon="copy" label={t('share.position.copy')} onClick={() => void copy(position)} />
        {shared.kind === 'game' && (
          <a class="button-outline" href={editorAddress(variant, rules, position)} onClick={onClose}>
            <Icon name="edit" size={18} /> {t('share.position.edit')}
          </a>
        )}
      </div>
    </Part>
  );
}
