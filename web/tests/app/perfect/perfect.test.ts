/* The computer's promise in a game: when it holds, when it does not, and that the game goes on in any case. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GameSetup } from '../../../src/app/game/setup';
import { LEVELS } from '../../../src/app/game/setup';
import type { Prover, Standing } from '../../../src/app/perfect/keeper';
import { keeperOf, questionOf } from '../../../src/app/perfect/keeper';
import { findOffer } from '../../../src/app/perfect/offer';
import { mayBePerfect } from '../../../src/app/perfect/PerfectSlot';
import { offerOf, PAGE_PROVED, provesStart } from '../../../src/app/perfect/proved';
import { AGAIN_WAIT_MS, ServerProver, TURN_WAIT_MS, Unanswered } from '../../../src/app/perfect/server';
import { badgeWords, leadWords, sizeWords, standingWords } from '../../../src/app/perfect/words';
import { Session } from '../../../src/app/session';
import { GameStore, readSetup } from '../../../src/app/store/saved';
import type { Answer, Job, Promises } from '../../../src/core/types';
import { useCatalogue } from '../../../src/i18n';
import { en } from '../../../src/i18n/en';
import { perfectWords } from '../../../src/i18n/perfect';
import { newRules, root } from '../../core/support';
import { COMPUTER } from '../support';
import { comes } from '../../patience';

vi.mock('../../../src/app/core', () => ({ PROOF_ADDRESS: './5x5.proof' }));

beforeAll(async () => {
  useCatalogue('en', en);
  await perfectWords.load('en');
});

const BOTH = { variant: 'tsivy', rules: '', ready: true, white: 'hold', black: 'hold', answers: 7, files: [{ name: '9x5.proof', bytes: 1, stones: 8 }] };
const ABOUT = { name: 'fanorona', perfect: [BOTH] };
const PERFECT: GameSetup = { ...COMPUTER, level: LEVELS, perfect: true };
const SMALL: GameSetup = { ...PERFECT, variant: 'dimy' };

/** A server that says what it is told to, or nothing. */
class FakeServer implements Prover {
  about: unknown = ABOUT;
  answers: ({ promise: 'none' | 'hold' | 'win'; turn: string | null } | Unanswered)[] = [];
  held: Promises = { white: 'hold', black: 'hold' };
  readonly asked: string[] = [];

  offer = (variant: string, rules: string) => Promise.resolve(offerOf(this.about, variant, rules));
  turn: Prover['turn'] = ({ position, turns }) => {
    this.asked.push(`turn ${position} ${turns.join(',')}`);
    const answer = this.answers.shift() ?? new Unanswered('away');
    return answer instanceof Unanswered ? Promise.reject(answer) : Promise.resolve(answer);
  };
  promises: Prover['promises'] = ({ position }) => {
    this.asked.push(`promises ${position}`);
    return Promise.resolve(this.held);
  };
}

interface Parts {
  readonly server?: FakeServer;
  /** What the page's own certificate says. */
  readonly own?: Promises | null | Error | (() => Promise<Promises>);
}

async function game(setup: GameSetup, { server = new FakeServer(), own = null }: Parts = {}) {
  const rules = await newRules();
  const jobs: Job[] = [];
  const said: string[] = [];
  const answer = (job: Job): Promise<Answer> => {
    jobs.push(job);
    // Any turn will do for a level.
    const { open } = rules.draft('');
    const step = open.find(({ kind }) => kind === 'approach') ?? open[0]!;
    const letters = { paika: '', approach: 'A', withdrawal: 'W' };
    const name = (point: number): string => String.fromCharCode(97 + (point % rules.view().files)) + (Math.floor(point / rules.view().files) + 1);
    return Promise.resolve({
      turn: `${name(step.from)}-${name(step.to)}${letters[step.kind]}`, promise: job.perfect ? 'hold' : 'none', depth: 1, nodes: 1, elapsedMs: 0, lines: [], stopped: false,
    } as unknown as Answer);
  };
  const session = new Session({
    rules, engine: () => ({ search: answer, stop: () => undefined, close: () => undefined }),
    proofs: () => ({ promises: () => (own instanceof Error ? Promise.reject(own) : typeof own === 'function' ? own() : Promise.resolve(own)) }),
    perfection: (playing) => Promise.resolve(keeperOf(playing, server)),
    store: new GameStore({ read: () => null, write: () => true, remove: () => undefined }, () => 's'),
    say: (text) => said.push(text), sound: () => undefined, taught: () => undefined,
    evaluates: () => false, analyses: () => false, pause: () => Promise.resolve(), now: () => 0,
  });
  session.begin(setup, true);
  keeperOf(session, server);
  const settle = (): void => {
    while (session.state?.animating != null) session.dispatch({ type: 'animation-end', id: session.state.animating });
  };
  /** Waits until so many turns were made. */
  const made = (count: number) => comes(() => {
    settle();
    expect(session.state?.turns.length).toBe(count);
  });
  const stands = (standing: Standing) => comes(() => expect(session.standing).toEqual(standing));
  const play = (text: string): void => {
    session.dispatch({ type: 'typed', text });
    settle();
  };
  return { session, server, jobs, said, made, stands, play };
}

const promises = (said: readonly string[]): readonly string[] => said.filter((text) => text.startsWith('The computer’s promise'));

describe('by a server', () => {
  it('the turn it names is played, and the promise holds from the start', async () => {
    const server = new FakeServer();
    server.answers = [{ promise: 'hold', turn: 'f4-e5W' }, { promise: 'win', turn: 'd5-d4A' }];
    const { session, made, stands, play, jobs, said } = await game(PERFECT, { server });
    await stands({ state: 'holds', promise: 'hold' });
    expect(server.asked).toEqual([]);
    play('e2-e3A');
    await made(2);
    expect(session.state?.turns[1]?.text).toBe('f4-e5W');
    await stands({ state: 'holds', promise: 'hold' });
    expect(server.asked.length).toBe(1);
    expect(jobs).toEqual([]);
    expect(promises(said)).toEqual([]);
  });

  it('away in the middle of a game, the level plays and that is told once', async () => {
    const server = new FakeServer();
    const { session, made, stands, play, jobs, said } = await game(PERFECT, { server });
    await stands({ state: 'holds', promise: 'hold' });
    play('e2-e3A');
    await made(2);
    await stands({ state: 'away', why: 'away' });
    expect(jobs.map(({ level, perfect }) => [level, perfect])).toEqual([[LEVELS, undefined]]);
    expect(promises(said)).toHaveLength(1);
    expect(promises(said)[0]).toContain('The computer plays on at full strength.');
    server.answers = [new Unanswered('busy')];
    play(turnOf(session));
    await made(4);
    await stands({ state: 'away', why: 'busy' });
    expect(promises(said)).toHaveLength(1);
  });

  it('when it answers again the promise may hold again, which is told', async () => {
    const server = new FakeServer();
    const { session, made, stands, play, said } = await game({ ...PERFECT, human: 'black' }, { server });
    await made(1);
    await stands({ state: 'away', why: 'away' });
    const first = session.state!.turns[0]!.text;
    expect(first).not.toBe('');
    const black = session.state!.draft.open[0]!;
    server.turn = ({ turns }) => {
      server.asked.push(`turn ${turns.join(',')}`);
      return Promise.resolve({ promise: 'hold', turn: turnOf(session) });
    };
    play(stepText(black));
    await made(3);
    await stands({ state: 'holds', promise: 'hold' });
    expect(promises(said)).toHaveLength(2);
    expect(promises(said)[1]).toBe('The computer’s promise. It holds: as White the computer cannot lose from here.');
  });

  it('what is no turn here is no answer', async () => {
    const server = new FakeServer();
    server.answers = [{ promise: 'hold', turn: 'a1-a2' }];
    const { made, stands, play, jobs } = await game(PERFECT, { server });
    play('e2-e3A');
    await made(2);
    await stands({ state: 'away', why: 'away' });
    expect(jobs).toHaveLength(1);
  });

  it('off the path it says so, and why; on it again, too', async () => {
    const server = new FakeServer();
    server.answers = [{ promise: 'none', turn: null }];
    const { session, made, stands, play, said, jobs } = await game(PERFECT, { server });
    await stands({ state: 'holds', promise: 'hold' });
    server.held = { white: 'none', black: 'none' };
    play('e2-e3A');
    await made(2);
    await stands({ state: 'gone', why: 'path' });
    expect(jobs).toHaveLength(1);
    expect(promises(said)).toEqual(['The computer’s promise. It does not hold: the game has left the positions that are proved. The computer plays on at full strength.']);
    session.dispatch({ type: 'take-back' });
    await stands({ state: 'holds', promise: 'hold' });
    expect(server.asked.filter((text) => text.startsWith('promises')).length).toBeGreaterThan(0);
  });

  it.each([
    ['its colour is not proved', PERFECT, { ...ABOUT, perfect: [{ ...BOTH, black: 'none' }] }, { state: 'gone', why: 'colour' }],
    ['the other colour is', { ...PERFECT, human: 'black' } as GameSetup, { ...ABOUT, perfect: [{ ...BOTH, black: 'none' }] }, { state: 'holds', promise: 'hold' }],
    ['no board', PERFECT, { name: 'fanorona' }, { state: 'gone', why: 'board' }],
    ['no server', PERFECT, null, { state: 'gone', why: 'board' }],
    ['a network gone', PERFECT, { name: 'away', features: [] }, { state: 'away', why: 'away' }],
    ['a proof being read', PERFECT, { ...ABOUT, perfect: [{ ...BOTH, ready: false }] }, { state: 'away', why: 'busy' }],
    ['other rules', { ...PERFECT, rules: 'chain=mandatory' }, ABOUT, { state: 'gone', why: 'rules' }],
    ['vela', { ...PERFECT, rules: 'vela=white' }, ABOUT, { state: 'gone', why: 'rules' }],
    ['a first turn that takes once', { ...PERFECT, rules: 'first-turn=single' }, ABOUT, { state: 'gone', why: 'rules' }],
    ['a quiet limit of one’s own', { ...PERFECT, rules: 'quiet-limit=20' }, ABOUT, { state: 'holds', promise: 'hold' }],
  ] as const)('before the first turn: %s', async (_, setup, about, standing) => {
    const server = new FakeServer();
    server.about = about;
    server.answers = [{ promise: 'hold', turn: 'e2-e3A' }];
    const { stands } = await game(setup, { server });
    await stands(standing);
  });

  it('of a position that was set up it asks', async () => {
    const server = new FakeServer();
    server.held = { white: 'none', black: 'none' };
    const position = '9/4B4/9/9/3WW4 w 0 1';
    const { stands } = await game({ ...PERFECT, position }, { server });
    await stands({ state: 'gone', why: 'start' });
    expect(server.asked).toEqual([`promises ${position}`]);
  });

  it('an answer that comes too late is of no concern', async () => {
    const server = new FakeServer();
    let late: (answer: { promise: 'hold'; turn: string }) => void = () => undefined;
    server.turn = () => new Promise((resolve) => (late = resolve));
    const { session, stands, play } = await game(PERFECT, { server });
    await stands({ state: 'holds', promise: 'hold' });
    play('e2-e3A');
    await comes(() => expect(session.state?.asking).toBe('turn'));
    await comes(() => expect(late.length).toBe(1));
    session.dispatch({ type: 'take-back' });
    late({ promise: 'hold', turn: 'f4-e5W' });
    await stands({ state: 'holds', promise: 'hold' });
    expect(session.state?.turns).toEqual([]);
  });
});

function stepText(step: { from: number; to: number; kind: 'paika' | 'approach' | 'withdrawal' }): string {
  const name = (point: number): string => String.fromCharCode(97 + (point % 9)) + (Math.floor(point / 9) + 1);
  return `${name(step.from)}-${name(step.to)}${{ paika: '', approach: 'A', withdrawal: 'W' }[step.kind]}`;
}

function turnOf(session: Session): string {
  return stepText(session.rules.draft('').open[0]!);
}

describe('by the page', () => {
  it('5×5 needs no server: the engine is told to keep the promise', async () => {
    const { made, stands, play, jobs, server } = await game(SMALL, { own: { white: 'hold', black: 'hold' } });
    await stands({ state: 'holds', promise: 'hold' });
    play('b2-c3A');
    await made(2);
    expect(jobs.map(({ level, perfect }) => [level, perfect])).toEqual([[LEVELS, true]]);
    expect(server.asked).toEqual([]);
  });

  it('a certificate that does not arrive is told, and the level plays', async () => {
    const { made, stands, play, jobs } = await game(SMALL, { own: new Error('no network') });
    await stands({ state: 'away', why: 'page' });
    play('b2-c3A');
    await made(2);
    await stands({ state: 'away', why: 'page' });
    expect(jobs.map(({ perfect }) => perfect)).toEqual([undefined]);
  });

  it('the engine is left alone for a turn that nobody waits for any more', async () => {
    const late: ((promises: Promises) => void)[] = [];
    const { session, stands, play, jobs } = await game(SMALL, { own: () => new Promise((resolve) => late.push(resolve)) });
    play('b2-c3A');
    await comes(() => expect([session.state?.asking, late.length]).toEqual(['turn', 2]));
    session.dispatch({ type: 'take-back' });
    session.dispatch({ type: 'hint' });
    await comes(() => expect(jobs).toHaveLength(1));
    late.forEach((tell) => tell({ white: 'hold', black: 'hold' }));
    await stands({ state: 'holds', promise: 'hold' });
    expect(jobs.map(({ perfect }) => perfect)).toEqual([undefined]);
  });

  it('off its path it says so', async () => {
    const { stands } = await game(SMALL, { own: { white: 'hold', black: 'none' } });
    await stands({ state: 'gone', why: 'path' });
  });

  it('the certificate is the one it speaks of', () => {
    const bytes = readFileSync(new URL('proofs/5x5.proof', root));
    const answers = Number(bytes.readBigUInt64LE(40) + bytes.readBigUInt64LE(56));
    expect({ bytes: bytes.length, stones: bytes[16], answers }).toEqual({ bytes: PAGE_PROVED.file.bytes, stones: PAGE_PROVED.file.stones, answers: PAGE_PROVED.answers });
  });
});

describe('in a game at hand', () => {
  it('it can be switched on and off, and is asked for from the next turn on', async () => {
    const { session, made, stands, play, jobs } = await game({ ...SMALL, perfect: undefined } as unknown as GameSetup, { own: { white: 'hold', black: 'hold' } });
    expect(session.standing).toBeNull();
    session.setPerfect(true);
    await stands({ state: 'holds', promise: 'hold' });
    play('b2-c3A');
    await made(2);
    expect(jobs.at(-1)?.perfect).toBe(true);
    session.setPerfect(false);
    expect(session.state?.setup.perfect).toBeUndefined();
    expect(session.standing).toBeNull();
  });

  it('is kept with the game, at the highest level against the computer alone', () => {
    expect(readSetup(PERFECT)?.perfect).toBe(true);
    expect(readSetup({ ...PERFECT, level: 7 })).toBeNull();
    expect(readSetup({ ...PERFECT, mode: 'friend' })).toBeNull();
    expect(readSetup({ ...PERFECT, perfect: 'yes' })).toBeNull();
    expect(readSetup(COMPUTER)).not.toHaveProperty('perfect');
    expect([mayBePerfect({ level: 8, variant: 'telo' }), mayBePerfect({ level: 7, variant: 'dimy' }), mayBePerfect({ level: 8, variant: 'dimy' })]).toEqual([false, false, true]);
  });

  it('what is asked begins after the last capture', async () => {
    const rules = await newRules();
    const after = (position: string | undefined, turns: readonly string[]) => {
      rules.open({ variant: 'tsivy', rules: '', ...(position === undefined ? {} : { position }) }, turns);
      return questionOf({ turns: turns.map((_, index) => rules.turn(index)), view: rules.view() }, rules);
    };
    const quiet = ['a1-a2', 'i5-i4', 'a2-a3'];
    expect(after('8B/9/9/9/W8 w 0 1', quiet)).toEqual({ position: '8B/9/9/9/W8 w 0 1', rules: '', turns: quiet });
    expect(after(undefined, ['e2-e3A', 'f4-e5W'])).toMatchObject({ position: rules.view().position, turns: [] });
    const many = Array.from({ length: 130 }, (_, index) => [`a${1 + (index % 2)}-a${2 - (index % 2)}`, `i${5 - (index % 2)}-i${4 + (index % 2)}`]).flat();
    rules.open({ variant: 'tsivy', rules: 'quiet-limit=1000,repetition=0', position: '8B/9/9/9/W8 w 0 1' }, many);
    const long = questionOf({ turns: many.map((_, index) => rules.turn(index)), view: rules.view() }, rules);
    expect([long.turns.length, long.turns.join(',').length < 1600]).toEqual([200, true]);
  });
});

describe('the server as it answers', () => {
  afterEach(() => void vi.useRealTimers());
  const reply = (status: number, body: unknown) => Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
  const question = { position: 'BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1', rules: '', turns: ['b2-c3A', 'c5-d4A'] };

  it('is asked with position, rules and turns', async () => {
    const fetch = vi.fn((address: string) => reply(200, address.includes('promise') ? { white: 'hold', black: 'none' } : { promise: 'hold', turn: 'b2-c3A' }));
    const server = new ServerProver(fetch);
    expect(await server.turn({ ...question, rules: 'quiet-limit=20' })).toEqual({ promise: 'hold', turn: 'b2-c3A' });
    expect(fetch.mock.calls[0]?.[0]).toBe('./api/v1/perfect?fen=BBBBB%2FBBBBB%2FBW1BW%2FWWWWW%2FWWWWW%20w%200%201&rules=quiet-limit%3D20&turns=b2-c3A%2Cc5-d4A');
    expect(await server.promises(question)).toEqual({ white: 'hold', black: 'none' });
    expect(fetch.mock.calls[1]?.[0]).toBe('./api/v1/promise?fen=BBBBB%2FBBBBB%2FBW1BW%2FWWWWW%2FWWWWW%20w%200%201');
  });

  it('promises nothing where it knows nothing', async () => {
    const server = new ServerProver(() => reply(404, { why: { reason: 'unknown', text: '' } }));
    expect(await server.turn(question)).toEqual({ promise: 'none', turn: null });
    expect(await server.promises(question)).toEqual({ white: 'none', black: 'none' });
  });

  it.each([
    ['busy', 503, {}], ['busy', 429, {}], ['away', 500, {}], ['away', 200, '<!doctype html>'], ['away', 200, {}], ['away', 200, { promise: 'maybe', turn: 'a1-a2' }],
    ['away', 200, { promise: 'hold' }], ['away', 200, { promise: 'hold', turn: 7 }], ['away', 200, { promise: 'hold', turn: '<b>' }], ['away', 200, null],
  ] as const)('is %s with %i %o', async (why, status, body) => {
    const asked = new ServerProver(() => reply(status, body)).turn(question);
    if (body === null) await expect(asked).resolves.toEqual({ promise: 'none', turn: null });
    else await expect(asked).rejects.toMatchObject({ why });
  });

  it('is not waited for longer than a while, and shorter after that', async () => {
    vi.useFakeTimers();
    const server = new ServerProver((_, { signal }) => new Promise((__, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))));
    for (const wait of [TURN_WAIT_MS, AGAIN_WAIT_MS]) {
      let failed = false;
      server.turn(question).catch(() => (failed = true));
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(failed).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(failed).toBe(true);
    }
  });

  it('is asked what it has once, and again while that may change', async () => {
    const fetch = vi.fn(() => reply(200, { ...ABOUT, perfect: [{ ...BOTH, ready: false }] }));
    const server = new ServerProver(fetch);
    expect((await server.offer('tsivy', '')).state).toBe('reading');
    fetch.mockImplementation(() => reply(200, ABOUT));
    expect((await server.offer('tsivy', '')).state).toBe('here');
    await server.offer('tsivy', '');
    expect(fetch).toHaveBeenCalledTimes(2);
    const gone = new ServerProver(() => Promise.reject(new TypeError('no network')));
    expect((await gone.offer('tsivy', '')).state).toBe('away');
  });
});

describe('what can be had', () => {
  it('5×5 here, other boards where a server has them', async () => {
    const server = { offer: vi.fn(() => Promise.resolve({ state: 'none', why: 'board' } as const)) };
    expect(await findOffer('dimy', '', server)).toMatchObject({ state: 'here', proved: { from: 'page', files: [{ name: '5x5.proof', address: './5x5.proof' }] } });
    expect(await findOffer('dimy', 'quiet-limit=10', server)).toMatchObject({ state: 'here' });
    expect(await findOffer('dimy', 'vela=white', server)).toEqual({ state: 'none', why: 'rules' });
    expect(server.offer).not.toHaveBeenCalled();
    expect(await findOffer('dimy', 'blocked=draw', server)).toEqual({ state: 'none', why: 'rules' });
    expect(await findOffer('tsivy', '', server)).toEqual({ state: 'none', why: 'board' });
  });

  it('a server that says nonsense has nothing', () => {
    const told = (set: unknown) => offerOf({ perfect: [set] }, 'tsivy', '');
    expect(told(BOTH)).toMatchObject({ state: 'here', proved: { from: 'server', answers: 7, files: [{ address: './api/v1/proofs/9x5.proof' }] } });
    expect(told({ ...BOTH, files: [{ name: '../x.proof', bytes: 1, stones: 8 }, { name: 'a.proof', bytes: -1, stones: 8 }, 7] })).toMatchObject({ proved: { files: [] } });
    for (const set of [null, 7, { ...BOTH, white: 'perhaps' }]) expect(told(set).state).toBe('none');
    // A certificate of another position says nothing of the start, and something of what was set up.
    expect([BOTH, { ...BOTH, white: 'none', black: 'none' }].map(told).map((offer) => offer.state === 'here' && provesStart(offer.proved))).toEqual([true, false]);
    expect(told({ ...BOTH, rules: 'blocked=draw' })).toEqual({ state: 'none', why: 'rules' });
    expect(offerOf('nonsense', 'tsivy', '')).toEqual({ state: 'none', why: 'board' });
  });
});

describe('in words', () => {
  it('for which colour, on which board', () => {
    const proved = { from: 'server', promised: { white: 'hold', black: 'hold' }, answers: 223_224, files: [] } as const;
    expect(leadWords(proved, 'tsivy')).toBe('From the start of 9×5 it cannot lose, with either colour. Proved: 223,224 answers.');
    expect(leadWords({ ...proved, promised: { white: 'none', black: 'hold' } }, 'tsivy')).toBe('As Black it cannot lose from the start of 9×5. Proved: 223,224 answers.');
    expect(leadWords({ ...proved, promised: { white: 'hold', black: 'none' } }, 'tsivy')).toContain('As White');
  });

  it('how it stands', () => {
    expect(badgeWords({ state: 'holds', promise: 'win' })).toBe('cannot lose');
    expect(standingWords({ state: 'holds', promise: 'win' }, 'white')).toContain('won position');
    expect(standingWords({ state: 'gone', why: 'colour' }, 'black')).toBe('It does not hold: nothing is proved for Black. The computer plays on at full strength.');
    for (const why of ['rules', 'board', 'start', 'path'] as const) expect(standingWords({ state: 'gone', why }, 'white')).toMatch(/^It does not hold: .*full strength\.$/);
    for (const why of ['away', 'busy', 'page'] as const) expect(standingWords({ state: 'away', why }, 'white')).toMatch(/^It rests on nothing now: .*full strength\.$/);
  });

  it('how large a certificate is', () => {
    expect([1568, 173_515, 21_300_000].map(sizeWords)).toEqual(['1,568 bytes', '174 KB', '21.3 MB']);
  });
});
