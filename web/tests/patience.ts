/* Patience with slow machines. */

import { vi } from 'vitest';

/** Waits until the claim no longer throws, and longer than vi.waitFor does by itself. */
export function comes<T>(claim: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(claim, { timeout: 60_000, interval: 10 });
}
