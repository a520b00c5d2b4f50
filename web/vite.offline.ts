/* Writes the service worker of a build: its source with the list of every file the build made and a version
 * that changes with their content. Endgame tables are an extra: kept once they have come, but not fetched ahead. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = new URL('./src/offline/sw.js', import.meta.url);
/** Not worth keeping: the worker itself, notes for the tools, what a server sends instead of the file or answers itself. */
const EXTRA = /\.tables$/;
const LEFT_OUT = /^api\/|(^|\/)(sw\.js|gallery\.html|.*\.(map|br|gz))$/;

export function offlinePlugin(): Plugin {
  let outDir = '';
  return {
    name: 'fanorona-offline',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const files = listFiles(outDir).filter((file) => !LEFT_OUT.test(file)).sort();
        const hash = createHash('sha256');
        for (const file of files) hash.update(file).update('\0').update(readFileSync(join(outDir, file)));
        const list = (of: readonly string[]): string => of.map((file) => JSON.stringify(file === 'index.html' ? './' : file)).join(', ');
        const worker = readFileSync(SOURCE, 'utf8')
          .replace('__VERSION__', hash.digest('hex').slice(0, 16))
          .replace("'__FILES__'", list(files.filter((file) => !EXTRA.test(file))))
          .replace("'__EXTRAS__'", list(files.filter((file) => EXTRA.test(file))));
        writeFileSync(join(outDir, 'sw.js'), worker);
      },
    },
  };
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
