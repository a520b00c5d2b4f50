// Makes the endgame tables that travel with the page, build/page/BOARD.tables, by the program, which must be
// built:  node scripts/tables.mjs
// Values alone, all classes of a board in one file; what is there and newer than the program stays.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';

const STONES = { tsivy: 5, dimy: 5 };

const root = new URL('../../', import.meta.url).pathname;
const program = process.env.FANORONA ?? `${root}build/fanorona`;
const folder = `${root}build/page`;

if (!existsSync(program)) {
  console.error(`tables: there is no program at ${program}; scripts/build program makes it`);
  process.exit(1);
}
const newest = (path) => existsSync(path) && statSync(path).mtimeMs >= statSync(program).mtimeMs;
const tables = (...words) => execFileSync(program, ['tables', ...words], { stdio: 'inherit' });

mkdirSync(folder, { recursive: true });
for (const [variant, stones] of Object.entries(STONES)) {
  const bundle = `${folder}/${variant}.tables`;
  if (newest(bundle)) continue;
  const place = ['--variant', variant, '--stones', String(stones)];
  tables('build', ...place, '--out', `${folder}/tables`);
  tables('pack', ...place, '--tables', `${folder}/tables`, '--bundle', bundle);
}
