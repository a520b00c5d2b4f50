/* The position editor: the board to put stones on, all that belongs to a position, its text, its faults, and
 * the ways from it into a game. */

import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { Rules, SetupReport, Side } from '../../core/types';
import type { GameSetup, RuleChoice } from '../game/setup';
import { endless, fitRules, hasVela, readRules, readShape, rulesText, STANDARD_RULES } from '../game/setup';
import { useOnline, usePage, useSettings } from '../page';
import { ADDRESS, goTo } from '../router';
import { browserStore } from '../store/storage';
import { Thread } from '../ui/Ornament';
import { Share } from '../records/Share';
import { spareRules } from '../records/shared';
import { handOver } from '../lobby/making';
import { useReplace } from '../records/useReplace';
import { useDialog } from '../dialogs';
import { EditorBoard } from './EditorBoard';
import { Faults, TextField } from './EditorText';
import { BoardPick, Details } from './Fields';
import { fieldOf } from './faults';
import type { FaultField } from './faults';
import type { Placed } from './model';
import { emptyBoard, readPlaced, sideOfHands, writePlaced } from './model';
import { Ways } from './Ways';

const DRAFT_KEY = 'fanorona.editor';
const UNDO_MAX = 100;

export interface Editing {
  readonly placed: Placed;
  /** As it is written, which may be what nobody can draw. */
  readonly text: string;
  /** Options but who gives, which the position says. */
  readonly rules: string;
}

interface Asked {
  readonly variant: string;
  readonly rules: string;
  readonly text: string;
}

/** `asked`: a position from the address; without one the editor goes on where it was left. */
export function Editor({ asked }: { asked: Asked | null }): VNode {
  const page = usePage();
  const [rules, setRules] = useState<Rules | null>(null);
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    let wanted = true;
    spareRules().then(
      (loaded) => wanted && setRules(loaded),
      (error: unknown) => wanted && setFailed(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      wanted = false;
    };
  }, []);

  const key = asked ? JSON.stringify(asked) : '';
  const wish = useMemo(() => asked && editingOf(asked), [key]);
  const refused = asked !== null && wish === null;
  // Not while drawing: what is told draws the page anew.
  useEffect(() => {
    if (rules && refused) page.tell(t('editor.bad-address'));
  }, [rules, key]);

  if (!rules) {
    return (
      <main id="main" class="waiting" tabIndex={-1}>
        <p role="status">{failed === null ? t('core.loading') : t('core.failed', { reason: failed })}</p>
      </main>
    );
  }
  return <Desk key={key} rules={rules} first={wish ?? lastLeft(rules)} />;
}

/** What was left last, or the start. */
function lastLeft(rules: Rules): Editing {
  const kept = browserStore.read(DRAFT_KEY)?.split('\n') ?? [];
  const [variant = '', options = '', text = '', drawn = ''] = kept;
  const left = kept.length === 4 ? editingOf({ variant, rules: options, text: drawn }) : null;
  // What was written last may be what nobody can draw.
  if (left) return { ...left, text: readPlaced(text, variant) ? left.text : text };
  return startOf('tsivy', '', rules);
}

function editingOf({ variant, rules, text }: Asked): Editing | null {
  const choice = readRules(rules);
  if (!readShape(variant) || !choice) return null;
  const placed = readPlaced(text, variant);
  // Who gives may be said by the options alone: with them the first phase holds.
  const giver = placed?.giver ?? (choice.vela === 'none' ? null : choice.vela);
  const board = placed ? { ...placed, giver: hasVela(placed.variant) ? giver : placed.giver } : emptyBoard(variant);
  return { placed: board, text: placed && board.giver !== placed.giver ? writePlaced(board) : text, rules: rulesText({ ...choice, vela: 'none' }) };
}

function startOf(variant: string, options: string, rules: Rules): Editing {
  const choice = fitRules(readRules(options) ?? STANDARD_RULES, variant);
  const { position } = rules.open({ variant, rules: rulesText({ ...choice, vela: 'none' }) });
  const placed = readPlaced(position, variant) ?? emptyBoard(variant);
  return { placed, text: writePlaced(placed), rules: rulesText({ ...choice, vela: 'none' }) };
}

function Desk({ rules, first }: { rules: Rules; first: Editing }): VNode {
  const page = usePage();
  const dialog = useDialog();
  const settings = useSettings();
  const online = useOnline();
  const replace = useReplace();
  const [editing, setEditing] = useState(first);
  const [past, setPast] = useState<readonly Editing[]>([]);
  const [tool, setTool] = useState(1);
  const [turned, setTurned] = useState(false);
  /** The fault that is pointed at. */
  const [pointed, setPointed] = useState<number | null>(null);
  const { placed, text } = editing;

  const report = useMemo((): SetupReport => {
    return rules.checkSetup({ variant: placed.variant, rules: editing.rules, position: text });
  }, [editing]);
  useLayoutEffect(() => {
    browserStore.write(DRAFT_KEY, [placed.variant, editing.rules, text, writePlaced(placed)].join('\n'));
    setPointed(null);
  }, [editing]);

  const go = (next: Editing): void => {
    if (next.placed === placed && next.text === text && next.rules === editing.rules) return;
    setPast([...past.slice(-UNDO_MAX), editing]);
    setEditing(next);
  };
  /** The board has changed: its text follows, and in telo whose turn it is. */
  const place = (next: Placed): void => {
    const side = sideOfHands(next) ?? next.side;
    const whole = next.side === side ? next : { ...next, side };
    go({ ...editing, placed: whole, text: writePlaced(whole) });
  };
  /** The text has changed: as far as it can be drawn, the board follows. */
  const write = (next: string): void => {
    const read = readPlaced(next, placed.variant);
    go({ ...editing, placed: read ?? placed, text: next, rules: read ? fitted(editing.rules, read.variant) : editing.rules });
  };
  const back = (): void => {
    const last = past[past.length - 1];
    if (!last) return;
    setPast(past.slice(0, -1));
    setEditing(last);
  };
  const faulty = (field: FaultField): boolean => report.faults.some((fault) => fieldOf(fault) === field);
  const challenge = (): void => {
    if (!('position' in report)) return;
    handOver(browserStore, { variant: report.variant, rules: report.rules, start: report.position });
    goTo(ADDRESS.make);
  };
  const begin = (mode: GameSetup['mode'], human: Side): void => {
    if (!('position' in report)) return;
    const { variant, rules: options, position } = report;
    replace.begin((session) => {
      try {
        session.begin(
          {
            mode, variant, rules: options, position, level: settings.level, human, facing: mode === 'friend' ? settings.facing : 'fixed',
            clock: mode === 'friend' ? settings.clock : 'none', seed: Math.floor(Math.random() * 2 ** 31),
          },
          settings.taught,
        );
      } catch (error) {
        page.tell(t('open.failed', { reason: String(error instanceof Error ? error.message : error) }));
        return;
      }
      goTo(ADDRESS.play);
    });
  };
  const choice: RuleChoice = readRules(editing.rules) ?? STANDARD_RULES;
  return (
    <main id="main" class="editor" tabIndex={-1}>
      <h1 class="hidden">{t('editor.title')}</h1>
      <EditorBoard
        placed={placed} change={place} tool={tool} setTool={setTool} turned={turned} flip={() => setTurned(!turned)}
        start={() => go(startOf(placed.variant, editing.rules, rules))}
        back={past.length > 0 ? back : undefined}
        fault={pointed === null ? undefined : report.faults[pointed]}
      />
      <aside class="panel editor-panel" aria-label={t('editor.title')}>
        <Thread />
        <header class="panel-head">
          <h2>{t('editor.title')}</h2>
          <p>{t('editor.sub')}</p>
        </header>
        <Faults report={report} text={text} placed={placed} pointed={pointed} point={setPointed} />
        <BoardPick variant={placed.variant} change={(variant) => go(startOf(variant, editing.rules, rules))} />
        <Details
          placed={placed} change={place} faulty={faulty} choice={choice}
          setRules={(options) => go({ ...editing, rules: fitted(options, placed.variant) })} rules={editing.rules}
        />
        <TextField text={text} report={report} change={write} pointed={pointed} />
        <Ways
          report={report} endless={endless(choice)} ready={replace.ready} begin={begin}
          share={() => page.open('share-position')}
          challenge={online.here ? challenge : null}
        />
      </aside>
      {dialog === 'share-position' && 'position' in report && (
        <Share
          shared={{ kind: 'position', mode: 'analysis', ply: 0, turned, game: { setup: { variant: report.variant, rules: report.rules, position: report.position }, turns: [], tags: [] } }}
          onClose={() => page.open(null)}
        />
      )}
      {replace.question}
    </main>
  );
}

/** Options that this board knows; who gives stands in the position. */
function fitted(options: string, variant: string): string {
  return rulesText({ ...fitRules({ ...(readRules(options) ?? STANDARD_RULES), vela: 'white' }, variant), vela: 'none' });
}
