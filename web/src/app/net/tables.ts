/* The games over the net that this page has open: one a game, which outlives its screen by a little, so that another
 * language or a look at the rules costs no connection. */

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

const LINGER_MS = 20_000;

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
      if (mine.users > 0) return;
      mine.timer = setTimeout(() => {
        open.delete(id);
        mine.table.then((table) => table.close(), () => undefined);
      }, LINGER_MS);
    },
  };
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
    hidden: () => document.hidden,
    later: (ms, then) => {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
  });
  table.onClose(release);
  let keeping = false;
  table.subscribe(() => {
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
