// Makes the endgame tables that travel with the page, build/page/BOARD.tables, by the program, which must be
// built:  node scripts/tables.mjs
// Values alone, all classes of a board in one file. Nothing is done while the program and this script are as
// they were, and a file is written only when it has changed, so that the page need not be built anew.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

const STONES = { tsivy: 5, dimy: 7 };

const root = new URL('../../', import.meta.url).pathname;
const program = process.env.FANORONA ?? `${root}build/fanorona`;
const folder = `${root}build/page`;
const stamp = `${folder}/stamp`;

if (!existsSync(program)) {
  console.error(`tables: there is no program at ${program}; scripts/build program makes it`);
  process.exit(1);
}
const made = (variant) => `${folder}/${variant}.tables`;
const tables = (...words) => execFileSync(program, ['tables', ...words], { stdio: 'inherit' });
const same = (a, b) => existsSync(a) && existsSync(b) && readFileSync(a).equals(readFileSync(b));

const newest = Math.max(...[program, new URL(import.meta.url).pathname].map((file) => statSync(file).mtimeMs));
const fresh = existsSync(stamp) && statSync(stamp).mtimeMs >= newest;
if (fresh && Object.keys(STONES).every((variant) => existsSync(made(variant)))) process.exit(0);

// What an older program has made is of no use.
rmSync(`${folder}/tables`, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [variant, stones] of Object.entries(STONES)) {
  const place = ['--variant', variant, '--stones', String(stones)];
  const draft = `${folder}/draft.tables`;
  tables('build', ...place, '--out', `${folder}/tables`);
  tables('pack', ...place, '--tables', `${folder}/tables`, '--bundle', draft);
  if (same(draft, made(variant))) rmSync(draft);
  else renameSync(draft, made(variant));
}
writeFileSync(stamp, '');
