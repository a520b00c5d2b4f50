import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Core } from '../../src/core/load';
import { vectorsSupported } from '../../src/core/load';
import { NETWORK_WAIT_MS, addressesOf, Networks } from '../../src/core/networks';

const BYTES = new Uint8Array([1, 2, 3]);
const going = (): boolean => false;

/** A core that keeps what it is given, and refuses it if told to. */
function fakeCore(refuses = false): Core & { readonly given: Uint8Array[] } {
  const given: Uint8Array[] = [];
  return {
    given,
    exports: { engine_network: () => (refuses ? 1 : 0) },
    writeBytes: (bytes: Uint8Array) => given.push(bytes),
    check: (status: number) => {
      if (status !== 0) throw new Error('refused');
    },
  } as unknown as Core & { readonly given: Uint8Array[] };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the network', () => {
  it('is known by board, from the names of the files', () => {
    const files = { '../networks/tsivy-1a2b.net': './assets/tsivy-1a2b-X.net', '../networks/dimy-99.net': './assets/dimy.net' };
    expect(addressesOf(files, (address) => `http://host/${address}`)).toEqual({
      tsivy: 'http://host/./assets/tsivy-1a2b-X.net', dimy: 'http://host/./assets/dimy.net',
    });
    expect(addressesOf({}, String)).toEqual({});
  });

  it('comes once a board, before its first search', async () => {
    const core = fakeCore();
    const fetchBytes = vi.fn(() => Promise.resolve(BYTES));
    const networks = new Networks({ tsivy: 'there' }, fetchBytes);
    for (const variant of ['7x3', 'tsivy', 'tsivy']) {
      const ready = networks.prepare(core, variant, going);
      await vi.advanceTimersByTimeAsync(100);
      await ready;
    }
    expect(fetchBytes).toHaveBeenCalledTimes(1);
    expect(core.given).toEqual([BYTES]);
  });

  it('keeps a search waiting once, and is used when it has come', async () => {
    const core = fakeCore();
    let arrive = (_: Uint8Array<ArrayBuffer>): void => undefined;
    const networks = new Networks({ tsivy: 'there' }, () => new Promise((resolve) => (arrive = resolve)));
    let began = false;
    const first = networks.prepare(core, 'tsivy', going).then(() => (began = true));
    await vi.advanceTimersByTimeAsync(NETWORK_WAIT_MS - 100);
    expect(began).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await first;
    await networks.prepare(core, 'tsivy', going); // at once, without advancing the time
    expect(core.given).toEqual([]);
    arrive(BYTES);
    await Promise.resolve();
    await networks.prepare(core, 'tsivy', going);
    expect(core.given).toEqual([BYTES]);
  });

  it('is asked for again by the next search where it did not come', async () => {
    const core = fakeCore();
    const fetchBytes = vi.fn(() => Promise.resolve(BYTES)).mockRejectedValueOnce(new Error('offline'));
    const networks = new Networks({ tsivy: 'there' }, fetchBytes);
    for (let time = 0; time < 2; time++) {
      const ready = networks.prepare(core, 'tsivy', going);
      await vi.advanceTimersByTimeAsync(100);
      await ready;
      expect(core.given).toHaveLength(time);
    }
  });

  it('is waited for no longer than the search is wanted', async () => {
    let stopped = false;
    const networks = new Networks({ tsivy: 'there' }, () => new Promise(() => undefined));
    const waiting = networks.prepare(fakeCore(), 'tsivy', () => stopped);
    stopped = true;
    await vi.advanceTimersByTimeAsync(50);
    await waiting;
  });

  it('that the core refuses stops nothing', async () => {
    const networks = new Networks({ tsivy: 'there' }, () => Promise.resolve(BYTES));
    const ready = networks.prepare(fakeCore(true), 'tsivy', going);
    await vi.advanceTimersByTimeAsync(100);
    await expect(ready).resolves.toBeUndefined();
  });
});

it('the browser says whether it has vectors', () => {
  expect(vectorsSupported()).toBe(true);
});
