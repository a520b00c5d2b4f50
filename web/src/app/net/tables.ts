/* The games over the net that this page has open: one a game, which outlives its screen by a moment, so that another
 * language costs no connection, and by as long as its player reads up a rule: that is no absence. */

import { loadRules } from '../core';
import { ensurePlayer, identity } from '../../net/identity';
import { net } from '../../net';
import { spoken } from '../game/message';
import type { Page } from '../page';
import { Sounds } from '../sound';
import { browserStore } from '../store/storage';
import { Drafts } from './drafts';
import { keepNetGame } from './keep';
import { netMessage } from './messages';
import { NetTable } from './table';
import { tn } from './words';

const LINGER_MS = 200;
const READING_MOST_MS = 600_000;

interface Open {
  readonly table: Promise<NetTable>;
  users: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const open = new Map<string, Open>();
let sounds: Sounds | null = null;

export function openTable(id: string, page: Page): { readonly table: Promise<NetTable>; readonly release: () => void } {
  let entry = open.get(id);
  if (!entry) {
    entry = { table: make(id, page), users: 0, timer: undefined };
    open.set(id, entry);
  }
  const mine = entry;
  mine.users += 1;
  clearTimeout(mine.timer);
  return {
    table: mine.table,
    release: () => {
      mine.users -= 1;
      if (mine.users === 0) linger(id, mine, 0);
    },
  };
}

function linger(id: string, entry: Open, sinceMs: number): void {
  entry.timer = setTimeout(() => {
    if (location.hash.startsWith('#/rules') && sinceMs < READING_MOST_MS) {
      linger(id, entry, sinceMs + LINGER_MS);
      return;
    }
    open.delete(id);
    entry.table.then((table) => table.close(), () => undefined);
  }, LINGER_MS);
}

/** Nobody looks at the game. */
function unseen(id: string): boolean {
  return document.hidden || open.get(id)?.users === 0;
}

async function make(id: string, page: Page): Promise<NetTable> {
  try {
    const [rules, planRules] = await Promise.all([loadRules(), loadRules()]);
    return made(id, page, rules, planRules);
  } catch (error) {
    open.delete(id);
    throw error;
  }
}

type Rules = Awaited<ReturnType<typeof loadRules>>;

function made(id: string, page: Page, rules: Rules, planRules: Rules): NetTable {
  const client = net();
  const release = client.use();
  sounds ??= awake(new Sounds(() => page.settings.get().sound));
  const ringing = sounds;
  const table: NetTable = new NetTable(id, {
    client, rules, planRules,
    drafts: new Drafts(browserStore),
    ensurePlayer: async () => ((await ensurePlayer()) ? null : { why: identity.refusal ?? { reason: 'needs-player' } }),
    say: page.say,
    words: () => spoken(netMessage(table)),
    sound: (sound) => ringing.play(sound),
    settings: () => page.settings.get(),
    taught: () => page.settings.change({ taught: true }),
    now: () => performance.now(),
    hidden: () => unseen(id),
    later: (ms, then) => {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
  });
  table.onClose(release);
  let keeping = false;
  let turned = false;
  table.subscribe(() => {
    // Whoever reads the rules is called back.
    if (table.myTurn && !turned && open.get(id)?.users === 0) page.tell(tn('title.turn'));
    turned = table.myTurn;
    if (!table.over || !table.seat || keeping) return;
    keeping = true;
    keepNetGame(table, page.tell).catch(() => (keeping = false));
  });
  return table;
}

/** Browsers let a page sound only after it has been touched. */
function awake(made: Sounds): Sounds {
  window.addEventListener('pointerdown', () => made.wake());
  window.addEventListener('keydown', () => made.wake());
  return made;
}
