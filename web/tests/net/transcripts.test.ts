/* The page's fold stands as the server's room does: games that the room has written down, with how it stood. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { foldEvents, isPlaying, timeLeft, type NetGame } from '../../src/net/fold';
import type { Event, Side } from '../../src/net/protocol';

interface Transcript {
  readonly events: readonly Event[];
  readonly now: number;
  readonly looks: Record<string, unknown> & { readonly to_move: Side };
}

const lines = readFileSync(new URL('../../../tests/data/net_games.jsonl', import.meta.url), 'utf8').trim().split('\n');

const looks = (game: NetGame, toMove: Side, now: number): Record<string, unknown> => ({
  number: game.number,
  turns: game.turns.length,
  to_move: toMove, // what the rules say; the fold knows none
  playing: isPlaying(game),
  left: [timeLeft(game, 'white', toMove, now), timeLeft(game, 'black', toMove, now)],
  running: game.running,
  draw: game.draw,
  takeback: game.takeback,
  rematch: game.rematch && { ...game.rematch, side: game.rematch.agreed ? null : game.rematch.side },
  result: game.end?.result ?? null,
  reason: game.end?.reason ?? null,
  next: game.next,
});

test.each(lines.map((line, i) => [i + 1, JSON.parse(line) as Transcript] as const))('game %i stands as the room has it', (_, transcript) => {
  const game = foldEvents(null, transcript.events)!;
  expect(looks(game, transcript.looks.to_move, transcript.now)).toEqual(transcript.looks);
});
