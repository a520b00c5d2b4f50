/* Makes the types of the net protocol before anything asks for them: for the build, the dev server and vitest. */

import { execFileSync } from 'node:child_process';
import type { Plugin } from 'vite';

export function protocolPlugin(): Plugin {
  return {
    name: 'fanorona-protocol',
    config() {
      execFileSync(process.execPath, ['scripts/protocol.mjs'], { cwd: import.meta.dirname, stdio: 'inherit' });
    },
  };
}
