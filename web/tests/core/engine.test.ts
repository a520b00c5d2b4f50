import { afterEach, describe, expect, it } from 'vitest';
import { WorkerEngine, type EngineWorker } from '../../src/core/engine';
import type { FromWorker, Line, ToWorker } from '../../src/core/messages';
import { serveEngine as serve, type Pause } from '../../src/core/search';
import { CoreError, type Job, type Report } from '../../src/core/types';
import { dimy, moduleBytes, newRules, setup, telo, tsivy } from './support';

/** Node takes a thousand messages of one port before it looks at another; a browser takes them in order. */
const pause = (): Pause => ({ wait: () => new Promise((resolve) => setImmediate(resolve)), close: () => undefined });
const serveEngine = (line: Line<ToWorker, FromWorker>): void => serve(line, pause());

/** A worker on this thread: the real serving code behind a real message channel. */
class LocalWorker implements EngineWorker {
  onerror: ((event: ErrorEvent) => void) | null = null;
  terminated = false;
  readonly sent: ToWorker[] = [];
  readonly heard: FromWorker[] = [];
  private readonly channel = new MessageChannel();
  private readonly port = this.channel.port1;

  constructor(serve: (line: Line<ToWorker, FromWorker>) => void = serveEngine) {
    serve(this.channel.port2 as unknown as Line<ToWorker, FromWorker>);
  }

  get onmessage(): EngineWorker['onmessage'] {
    return this.port.onmessage as EngineWorker['onmessage'];
  }

  set onmessage(hear: EngineWorker['onmessage']) {
    this.port.onmessage = (event: MessageEvent<FromWorker>) => {
      this.heard.push(event.data);
      hear?.(event);
    };
  }

  postMessage(message: ToWorker): void {
    this.sent.push(message);
    this.port.postMessage(message);
  }

  terminate(): void {
    this.terminated = true;
    this.port.close();
  }
}

let engines: WorkerEngine[] = [];
let workers: LocalWorker[] = [];

function newEngine(serve?: (line: Line<ToWorker, FromWorker>) => void, source: string | BufferSource = moduleBytes): WorkerEngine {
  const engine = new WorkerEngine(() => {
    const worker = new LocalWorker(serve);
    workers.push(worker);
    return worker;
  }, source);
  engines.push(engine);
  return engine;
}

afterEach(() => {
  engines.forEach((engine) => engine.close());
  engines = [];
  workers = [];
});

const endless: Job = { setup: tsivy, turns: [] };
const short: Job = { setup: tsivy, turns: [], depth: 4 };
const name = (error: unknown): string => (error as Error).name;

describe('a search', () => {
  it('answers with a legal turn and its lines', async () => {
    const answer = await newEngine().search({ setup: tsivy, turns: ['e2-e3A'], depth: 5, lines: 3 });
    expect(answer).toMatchObject({ depth: 5, stopped: false });
    expect(answer.lines).toHaveLength(Math.min(3, answer.lines.length));
    expect(answer.turn).toBe(answer.lines[0]!.turns[0]);
    expect(answer.nodes).toBeGreaterThan(100);
    const rules = await newRules();
    for (const line of answer.lines) {
      rules.open(tsivy, ['e2-e3A', ...line.turns]);
      expect(rules.view().length).toBeGreaterThan(1);
    }
  });

  it('is the same however it is sliced, and from game to game of a level', async () => {
    const job: Job = { setup: dimy, turns: [], level: 3, seed: 12345 };
    const first = await newEngine().search(job);
    const second = await newEngine().search(job);
    expect({ ...second, elapsedMs: 0 }).toEqual({ ...first, elapsedMs: 0 });
  });

  it('tells every depth when asked to', async () => {
    const reports: Report[] = [];
    const answer = await newEngine().search({ setup: tsivy, turns: [], nodes: 300_000 }, (report) => reports.push(report));
    expect(reports.length).toBeGreaterThan(2);
    const depths = reports.map((report) => report.depth);
    expect(depths).toEqual([...depths].sort((a, b) => a - b));
    expect(new Set(depths).size).toBe(depths.length);
    expect(reports.every((report) => report.lines.length > 0)).toBe(true);
    expect(answer.depth).toBeGreaterThanOrEqual(depths[depths.length - 1]!);
  });

  it('sends no reports to nobody', async () => {
    await newEngine().search({ setup: tsivy, turns: [], nodes: 100_000 });
    expect(workers[0]!.heard.map((message) => message.type)).toEqual(['answer']);
  });

  it('finds a win and says in how many turns', async () => {
    // The last stone stands next to ours.
    const answer = await newEngine().search({ setup: setup('9/9/4B4/9/4W4'), turns: [], depth: 3 });
    expect(answer.lines[0]).toMatchObject({ winIn: 1 });
    expect(answer.lines[0]!.score).toBeGreaterThan(25_000);
    expect(answer.lines[0]).not.toHaveProperty('lossIn');
  });

  it('ends by its time', async () => {
    const answer = await newEngine().search({ setup: tsivy, turns: [], budgetMs: 50 });
    expect(answer.stopped).toBe(false);
    expect(answer.elapsedMs).toBeGreaterThanOrEqual(50);
  });

  it('plays a game to its end', async () => {
    const engine = newEngine();
    const rules = await newRules();
    const turns: string[] = [];
    let view = rules.open(dimy);
    while (view.outcome.result === 'ongoing') {
      const { turn } = await engine.search({ setup: dimy, turns, level: turns.length % 2 ? 1 : 4, seed: 7 });
      turns.push(turn);
      view = rules.play(turn);
    }
    expect(view.length).toBe(turns.length);
    expect(workers).toHaveLength(1);
  }, 30_000);

  it('plays telo as well as it can be played: the first player wins in nine plies', async () => {
    const engine = newEngine();
    const rules = await newRules();
    const turns: string[] = [];
    let view = rules.open(telo);
    while (view.outcome.result === 'ongoing') {
      const answer = await engine.search({ setup: telo, turns });
      expect(answer.lines[0]).toMatchObject(turns.length % 2 ? { lossIn: 9 - turns.length } : { winIn: 9 - turns.length });
      turns.push(answer.turn);
      view = rules.play(answer.turn);
    }
    expect(turns[0]).toBe('b2');
    expect(view).toMatchObject({ length: 9, outcome: { result: 'white', reason: 'row' } });
  });

  it.each(['white', 'black'])('plays vela to its end, %s giving', async (giver) => {
    const engine = newEngine();
    const rules = await newRules();
    const vela = { ...dimy, rules: `vela=${giver}` };
    const turns: string[] = [];
    let view = rules.open(vela);
    while (view.outcome.result === 'ongoing') {
      const { turn } = await engine.search({ setup: vela, turns, nodes: 3000 });
      turns.push(turn);
      view = rules.play(turn);
    }
    expect(rules.view(0).giver).toBe(giver);
    expect(view.length).toBe(turns.length);
  }, 30_000);

  it.each<[string, Partial<Job>, RegExp]>([
    ['a variant there is not', { setup: { variant: 'chess', rules: '' } }, /variant/],
    ['vela on a board that has none', { setup: { variant: '7x3', rules: 'vela=white' } }, /R7\.1/],
    ['a finished game', { setup: setup('9/9/9/9/W8 b') }, /over/],
    ['an illegal turn', { turns: ['a1-a2'] }, /R3\.1/],
    ['a bad board', { setup: { variant: '4x4', rules: '' } }, /board/],
    ['a level there is not', { level: 9 }, /range/],
    ['a depth there is not', { depth: 1000 }, /range/],
    ['more lines than there are', { lines: 99 }, /range/],
  ])('refuses %s, and goes on', async (_what, part, reason) => {
    const engine = newEngine();
    const error = await engine.search({ ...short, ...part }).catch((why: unknown) => why);
    expect(error).toBeInstanceOf(CoreError);
    expect((error as Error).message).toMatch(reason);
    expect((await engine.search(short)).depth).toBe(4);
    expect(workers).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('ends a running search with what it has', async () => {
    const engine = newEngine();
    let told = (): void => undefined;
    const firstReport = new Promise<void>((resolve) => (told = resolve));
    const running = engine.search(endless, () => told());
    await firstReport;
    engine.stop();
    const answer = await running;
    expect(answer).toMatchObject({ stopped: true });
    expect(answer.turn).not.toBe('');
  });

  it('is heard before the first depth is done', async () => {
    const engine = newEngine();
    const running = engine.search(endless);
    engine.stop();
    const rules = await newRules();
    rules.open(tsivy, [(await running).turn]);
    expect(rules.view().length).toBe(1);
  });

  it('does no harm when nothing runs', async () => {
    const engine = newEngine();
    engine.stop();
    await engine.search(short);
    engine.stop();
    expect((await engine.search(short)).stopped).toBe(false);
  });

  it('slices the search: between two looks at the messages it takes few nodes', async () => {
    const calls: number[] = [];
    const engine = newEngine((line) => serveEngine(line));
    const native = WebAssembly.instantiate;
    // Looks at how much the core is asked to do at a time.
    WebAssembly.instantiate = (async (...args: Parameters<typeof native>) => {
      const made = (await (native as (...a: unknown[]) => Promise<WebAssembly.WebAssemblyInstantiatedSource>)(...args)) as WebAssembly.WebAssemblyInstantiatedSource;
      const exports = { ...made.instance.exports } as Record<string, unknown>;
      const run = exports.engine_run as (slice: number) => number;
      exports.engine_run = (slice: number) => {
        calls.push(slice);
        return run(slice);
      };
      return { ...made, instance: { exports } };
    }) as unknown as typeof native;
    try {
      await engine.search({ setup: tsivy, turns: [], nodes: 200_000 });
    } finally {
      WebAssembly.instantiate = native;
    }
    expect(calls.length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...calls)).toBeLessThanOrEqual(20_000);
    expect(Math.min(...calls)).toBeGreaterThanOrEqual(200);
  });
});

describe('the queue', () => {
  it('a new job stops the running one and waits for it', async () => {
    const engine = newEngine();
    const first = engine.search(endless);
    const second = engine.search(short);
    expect(await first).toMatchObject({ stopped: true });
    expect(await second).toMatchObject({ stopped: false, depth: 4 });
  });

  it('only the last of those that wait is searched', async () => {
    const engine = newEngine();
    const first = engine.search(endless);
    const second = engine.search(endless).catch(name);
    const third = engine.search(endless).catch(name);
    const last = engine.search(short);
    expect(await second).toBe('AbortError');
    expect(await third).toBe('AbortError');
    expect((await first).stopped).toBe(true);
    expect((await last).depth).toBe(4);
    expect(workers[0]!.sent.filter((message) => message.type === 'search')).toHaveLength(2);
  });

  it('a stop gives up the job that waits', async () => {
    const engine = newEngine();
    const first = engine.search(endless);
    const second = engine.search(endless).catch(name);
    engine.stop();
    expect(await second).toBe('AbortError');
    expect((await first).stopped).toBe(true);
  });

  it('closing rejects both and ends the worker', async () => {
    const engine = newEngine();
    const jobs = [engine.search(endless).catch(name), engine.search(endless).catch(name)];
    engine.close();
    expect(await Promise.all(jobs)).toEqual(['AbortError', 'AbortError']);
    expect(workers[0]!.terminated).toBe(true);
    expect(await engine.search(short).catch(name)).toBe('AbortError');
    expect(workers).toHaveLength(1);
  });
});

describe('a crash', () => {
  /** Serves the first `answers` jobs, then fails as a trap in the core would. */
  const failing = (how: (line: Line<ToWorker, FromWorker>) => void) => (line: Line<ToWorker, FromWorker>): void => {
    line.onmessage = ({ data }) => {
      if (data.type === 'search') how(line);
    };
  };
  const broken = failing((line) => line.postMessage({ type: 'broken', message: 'unreachable' }));

  it('rejects the job, and the next one has a new worker', async () => {
    let times = 0;
    const engine = newEngine((line) => (times++ === 0 ? broken(line) : serveEngine(line)));
    await expect(engine.search(short)).rejects.toThrow(/crashed: unreachable/);
    expect(workers[0]!.terminated).toBe(true);
    expect((await engine.search(short)).depth).toBe(4);
    expect(workers).toHaveLength(2);
  });

  it('leaves the job that waits to the new worker', async () => {
    let times = 0;
    const engine = newEngine((line) => (times++ === 0 ? broken(line) : serveEngine(line)));
    const first = engine.search(endless).catch((error: Error) => error.message);
    const second = engine.search(short);
    expect(await first).toMatch(/crashed/);
    expect((await second).depth).toBe(4);
  });

  it('of the script itself is noticed', async () => {
    const engine = newEngine(failing(() => undefined));
    const job = engine.search(short).catch((error: Error) => error.message);
    workers[0]!.onerror!({ message: 'SyntaxError' } as ErrorEvent);
    expect(await job).toMatch(/crashed: SyntaxError/);
  });

  it('again and again ends in an error, not in a loop', async () => {
    const engine = newEngine(broken);
    await expect(engine.search(short)).rejects.toThrow(/crashed: unreachable/);
    await expect(engine.search(short)).rejects.toThrow(/crashed: unreachable/);
    await expect(engine.search(short)).rejects.toThrow(/again and again/);
    expect(workers).toHaveLength(2);
  });

  it('is not what a module that does not arrive is: that may be tried again', async () => {
    const engine = newEngine(serveEngine, new Uint8Array([0, 97, 115, 109]));
    for (let i = 0; i < 3; i++) {
      await expect(engine.search(short)).rejects.toThrow(/WebAssembly/);
    }
    expect(workers).toHaveLength(3);
  });
});

describe('a network', () => {
  it('that is none leaves the engine its own judgement', async () => {
    const fetched: string[] = [];
    const serveWith = (line: Line<ToWorker, FromWorker>): void =>
      serve(line, pause(), (address) => {
        fetched.push(address);
        return Promise.resolve(new Uint8Array([70, 65, 78]));
      });
    const plain = await newEngine().search(short);
    const engine = new WorkerEngine(() => new LocalWorker(serveWith), moduleBytes, { networks: { tsivy: 'http://host/tsivy.net' } });
    engines.push(engine);
    const judged = await engine.search(short);
    expect({ ...judged, elapsedMs: 0 }).toEqual({ ...plain, elapsedMs: 0 });
    expect(fetched).toEqual(['http://host/tsivy.net']);
  });
});
