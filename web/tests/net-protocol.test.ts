/* The types that are made from the schema, as far as they are there when the program runs, and that unions are
   told apart by their words: this file does not compile otherwise. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asks, PROTOCOL, type Asks, type Command, type Event, type Left, type Tell } from '../src/net/protocol.ts';

const schema = JSON.parse(readFileSync(new URL('../../protocol/v1.schema.json', import.meta.url), 'utf8'));

const whose = (event: Event): string => {
  switch (event.kind) {
    case 'turn': return `${event.side} ${event.turn}`;
    case 'end': return event.reason;
    case 'create': return event.spec.clock.kind === 'real' ? `${event.spec.clock.base_s}` : '';
    default: return '';
  }
};

describe('types of the protocol', () => {
  it('know every request of the schema', () => {
    expect(Object.keys(asks)).toEqual(Object.keys(schema['x-asks']));
    expect(PROTOCOL).toBe(schema.version);
    const answer: Asks['games.make']['answer'] = { game: '0123456789', link: 'http://localhost/g/0123456789' };
    expect(asks['games.make']).toEqual({ method: 'POST', path: '/api/v1/games' });
    expect(answer.here_only).toBeUndefined();
  });

  it('tell events, commands and tells apart', () => {
    const left: Left = [1000, 2000];
    expect(whose({ n: 3, at: 1, kind: 'turn', side: 'white', turn: 'e2-e3A', left })).toBe('white e2-e3A');
    expect(whose({ n: 4, at: 1, kind: 'end', result: 'none', reason: 'aborted', left: null })).toBe('aborted');
    const command: Command = { do: 'sit', game: '0123456789' };
    const tell: Tell = { is: 'done', id: 1 };
    // @ts-expect-error: a turn needs its path
    const wrong: Command = { do: 'turn', game: '0123456789', ply: 0 };
    expect([command.do, tell.is, wrong.do]).toEqual(['sit', 'done', 'turn']);
  });
});
