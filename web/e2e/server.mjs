/* The server people play on, with a database of its own that ends with it; it can be killed and comes back at the
 * same address. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, site } from './harness.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = process.env.FANORONA_PROGRAM ?? `${root}build/fanorona`;

/** Whether there is a program to play on; without one the page is served by vite, and nobody can be met. */
export const canServe = existsSync(program);

/** `more`: options of the program besides. */
export async function startServer(more = []) {
  const folder = mkdtempSync(join(tmpdir(), 'fanorona-e2e-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/`;
  const args = ['serve', '--port', String(port), '--web', site, '--db', join(folder, 'games.db'), ...more];
  let child = null;
  const server = {
    address,
    async start() {
      child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, FANORONA_DATA: '/nowhere' } });
      for (let tries = 0; ; tries++) {
        if (await fetch(`${address}healthz`).then((answer) => answer.ok, () => false)) return;
        if (tries > 200 || child.exitCode !== null) throw new Error(`${program} ${args.join(' ')} does not answer`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    /** By a signal; resolves when it has ended. */
    async end(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await gone;
    },
    async stop() {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
