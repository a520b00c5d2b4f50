/* The search for a position, as a page follows it. */

import { useEffect, useState } from 'preact/hooks';
import type { KeptGame } from './entry';
import { plyReaching, readWanted } from './reach';
import { spareRules } from './shared';

const SLICE_MS = 12;
/** Somebody may still be typing. */
const REST_MS = 200;

export interface Reach {
  /** Whether a position is asked for at all. */
  readonly asked: boolean;
  /** Games that come to it, and before which ply. */
  readonly found: ReadonlyMap<string, number>;
  readonly searching: boolean;
}

const NONE: Reach = { asked: false, found: new Map(), searching: false };

export function useReach(games: readonly KeptGame[], query: string): Reach {
  const [reach, setReach] = useState<Reach>(NONE);
  const wanted = readWanted(query);
  useEffect(() => {
    if (wanted === null) {
      setReach(NONE);
      return;
    }
    let going = true;
    const search = async (): Promise<void> => {
      const rules = await spareRules();
      const found = new Map<string, number>();
      let until = performance.now() + SLICE_MS;
      for (const game of games) {
        try {
          const ply = plyReaching(rules, game, wanted);
          if (ply !== null) found.set(game.id, ply);
        } catch {
          // A record that the core does not read comes to no position.
        }
        if (performance.now() < until) continue;
        await new Promise((resolve) => setTimeout(resolve));
        if (!going) return;
        until = performance.now() + SLICE_MS;
      }
      if (going) setReach({ asked: true, found, searching: false });
    };
    setReach({ asked: true, found: new Map(), searching: true });
    const timer = setTimeout(() => void search().catch(() => setReach({ asked: true, found: new Map(), searching: false })), REST_MS);
    return () => {
      going = false;
      clearTimeout(timer);
    };
  }, [wanted, games]);
  // What is known belongs to the words before, until the search for these has begun.
  return wanted === null ? NONE : reach;
}
