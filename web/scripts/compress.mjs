// Lays a .br and a .gz beside every file of the built page that becomes smaller by it; the server
// compresses nothing itself:  node scripts/compress.mjs FOLDER
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

// Pictures and type are compressed already.
const worthwhile = /\.(html|css|js|mjs|json|webmanifest|svg|wasm|net|book|tables|txt|xml)$/;

const forms = {
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => gzipSync(bytes, { level: 9 }),
};

const folder = process.argv[2];
if (!folder) {
  console.error('compress: which folder?');
  process.exit(2);
}
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath ?? entry.path, entry.name);
  if (!entry.isFile() || !worthwhile.test(path)) continue;
  const bytes = readFileSync(path);
  for (const [ending, compress] of Object.entries(forms)) {
    const compressed = compress(bytes);
    if (compressed.length < bytes.length) writeFileSync(`${path}.${ending}`, compressed);
    else rmSync(`${path}.${ending}`, { force: true });
  }
}
