/* The certificate of 5×5 in the module: brought once, with its tables; what it promises, and turns that keep it. */

import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { Endgames } from '../../src/core/endgames';
import { Proofs } from '../../src/core/proofs';
import { dimy, newCore, root } from './support';

const file = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(name, root)));
const FILES: Readonly<Record<string, string>> = { tables: 'build/page/dimy.tables', proof: 'proofs/5x5.proof' };

function proofsWith(fetch = (address: string) => Promise.resolve(file(FILES[address]!))): Proofs {
  return new Proofs({ dimy: 'proof' }, new Endgames({ dimy: 'tables' }, fetch), fetch);
}

describe('what is proved of 5×5', () => {
  it('neither side loses from the start; of a lost position nothing is promised', async () => {
    const core = await newCore();
    const fetch = vi.fn((address: string) => Promise.resolve(file(FILES[address]!)));
    const proofs = proofsWith(fetch);
    expect(await proofs.look(core, dimy)).toEqual({ white: 'hold', black: 'hold' });
    expect(await proofs.look(core, { ...dimy, position: '5/5/2B2/5/WWWWW b 0 1' })).toEqual({ white: 'win', black: 'none' });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('nothing of other rules and boards', async () => {
    const core = await newCore();
    const proofs = proofsWith();
    expect(await proofs.look(core, { ...dimy, rules: 'blocked=draw' })).toBeNull();
    expect(await proofs.look(core, { variant: 'tsivy', rules: '' })).toBeNull();
  });

  it('a perfect search keeps it, and says so', async () => {
    const core = await newCore();
    await proofsWith().bring(core, 'dimy');
    core.check(core.exports.open(core.writeLines('dimy', '', '', 'b2-c3A')));
    core.check(core.exports.engine_new(1 << 20));
    core.check(core.exports.engine_begin(8, 0, 2000, 0, 0, 1, 1));
    while (core.exports.engine_run(0)) { /* to the end */ }
    const { turn, promise } = core.answer<{ turn: string; promise: string }>(core.exports.engine_report(1));
    expect(promise).toBe('hold');
    core.check(core.exports.play(core.write(turn)));
    expect(turn).toMatch(/^[a-e]\d-/);
  });

  it('what comes damaged, or not at all, is asked for anew', async () => {
    const core = await newCore();
    let tries = 0;
    const proofs = proofsWith((address) => {
      if (address === 'tables') return Promise.resolve(file(FILES['tables']!));
      tries += 1;
      if (tries === 1) return Promise.reject(new Error('no network'));
      const bytes = file(FILES['proof']!);
      if (tries === 2) bytes[100]! ^= 1;
      return Promise.resolve(bytes);
    });
    await expect(proofs.look(core, dimy)).rejects.toThrow('no network');
    await expect(proofs.look(core, dimy)).rejects.toThrow();
    expect(await proofs.look(core, dimy)).toEqual({ white: 'hold', black: 'hold' });
  });
});
