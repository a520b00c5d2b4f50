// What comes over the wire up to the first legal tap, and what the whole page keeps for offline use; fails
// over the budget:  node scripts/size.mjs FOLDER
// Endgame tables are an extra: they come when they are first useful, and are kept from then on.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const FIRST_TAP_MAX = 200 * 1024;
const OFFLINE_MAX = 1.5 * 1024 * 1024;
const TABLES_MAX = 1024 * 1024;
const EXTRA = /\.tables$/;

/** One catalogue and one weight of the type; the engine's worker comes with the first answer. */
const FIRST = [
  /^index\.html$/, /^theme\.js$/, /^favicon\.svg$/, /^manifest\.webmanifest$/,
  /^assets\/index-.*\.(js|css)$/, /^assets\/(preload|core|board|chunk).*\.js$/,
  /^assets\/ru-.*\.js$/, /^assets\/fanorona-(?!simd).*\.wasm$/, /^assets\/manrope-500-.*\.woff2$/,
];

const folder = process.argv[2];
if (!folder) {
  console.error('size: name the folder of the built page');
  process.exit(2);
}
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length));

const sizes = files.map((file) => {
  const bytes = readFileSync(join(folder, file));
  const packed = /\.(woff2|png)$/.test(file) ? bytes.length : gzipSync(bytes, { level: 9 }).length;
  return { file, raw: bytes.length, packed };
});
/** And what the page's script asks for at once: the parts it shares with those that come later. */
function withImports(files) {
  const all = new Set(files);
  for (const file of all) {
    if (!file.endsWith('.js')) continue;
    const script = readFileSync(join(folder, file), 'utf8');
    for (const [, part] of script.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) all.add(`assets/${part}`);
  }
  return all;
}
const named = sizes.filter(({ file }) => FIRST.some((name) => name.test(file))).map(({ file }) => file);
const wanted = withImports(named);
const first = sizes.filter(({ file }) => wanted.has(file));
const sum = (list, key) => list.reduce((total, each) => total + each[key], 0);
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`.padStart(9);

for (const { file, packed } of first.sort((a, b) => b.packed - a.packed)) console.log(`${kilobytes(packed)}  ${file}`);
const firstTap = sum(first, 'packed');
const offline = sum(sizes.filter(({ file }) => !EXTRA.test(file)), 'raw');
const extras = sizes.filter(({ file }) => EXTRA.test(file));
const sent = extras.reduce((total, { file }) => total + statSync(join(folder, `${file}.br`)).size, 0);
console.log(`${kilobytes(firstTap)}  up to the first tap, of ${kilobytes(FIRST_TAP_MAX).trim()} (gzip; the largest catalogue)`);
console.log(`${kilobytes(offline)}  kept for offline use, of ${kilobytes(OFFLINE_MAX).trim()}`);

console.log(`${kilobytes(sent)}  endgame tables over the wire, of ${kilobytes(TABLES_MAX).trim()} (brotli); kept as ${kilobytes(sum(extras, 'raw')).trim()}`);

const missing = FIRST.filter((name) => name.source.includes('chunk') === false && !sizes.some(({ file }) => name.test(file)));
for (const name of missing) console.error(`size: no file is ${name}`);
if (extras.length === 0) console.error('size: no endgame tables');
if (firstTap > FIRST_TAP_MAX || offline > OFFLINE_MAX || sent > TABLES_MAX || extras.length === 0 || missing.length > 0) {
  console.error('size: over the budget, or not a built page');
  process.exit(1);
}
