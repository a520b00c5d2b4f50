// Checks every #include and every import of the tree against the table of layers:
// check-includes.mjs [ROOT]. Prints each breach as FILE:LINE: WHY; status 1 if there is one.
//
// C: a file of src/<layer> may include the headers of its own layer and of those that cmake/layers.txt
// puts below it; rules may use nothing of the system that allocates, prints, waits or reads a clock.
// Page: web/src/board knows no rules and imports nothing of ours; core and i18n only themselves.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const root = process.argv[2] ?? '.';

const readLayers = () => {
  const below = new Map();
  for (const line of readFileSync(join(root, 'cmake/layers.txt'), 'utf8').split('\n')) {
    const row = /^([a-z]+):(.*)$/.exec(line);
    if (row) below.set(row[1], new Set(row[2].split(' ').filter(Boolean)));
  }
  return below;
};

const filesUnder = (folder, pattern) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true })
        .map((name) => join(folder, name))
        .filter((name) => pattern.test(name))
        .sort()
    : [];

const below = readLayers();

// The freestanding part of the C library, and what only moves and compares memory.
const pureHeaders = new Set(
  'assert.h inttypes.h limits.h stdalign.h stdbool.h stddef.h stdint.h stdarg.h string.h immintrin.h'.split(' '),
);
const pureLayers = new Set(['rules']);

// The layer a header belongs to; undefined for the system's own, and for api.h, which is nobody's.
// The umbrella stands on top of all that is public.
const layerOfHeader = (name) => {
  const [folder, file] = name.split('/');
  if (folder === 'fanorona') {
    const stem = file.replace(/\.h$/, '');
    if (stem === 'api') return undefined;
    if (stem === 'fanorona' || stem === 'book') return 'engine';
    return below.has(stem) ? stem : 'rules';
  }
  return below.has(folder) ? folder : undefined;
};

const whyNotInclude = (layer, name, quoted) => {
  const target = layerOfHeader(name);
  if (quoted && target === undefined) return `"${name}" names no layer; write "${layer}/…"`;
  if (target !== undefined && target !== layer && !below.get(layer).has(target)) {
    return `${layer} may not include ${target} (${name})`;
  }
  if (pureLayers.has(layer) && target === undefined && !name.startsWith('fanorona/') && !pureHeaders.has(name)) {
    return `${layer} may not use <${name}>: no allocation, output, clock or thread there`;
  }
  return undefined;
};

const whyNotImport = (file, specifier) => {
  const area = file.split('/')[2];
  const closed = ['board', 'core', 'i18n'];
  if (!specifier.startsWith('.') || !closed.includes(area)) return undefined;
  const target = relative('web/src', normalize(join(dirname(file), specifier)));
  const targetArea = target.split('/')[0];
  return targetArea === area || targetArea === '..' ? undefined : `web/src/${area} may not import ${targetArea} (${specifier})`;
};

const breaches = [];
const scan = (file, pattern, why) => {
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      const found = pattern.exec(line);
      const reason = found && why(found);
      if (reason) breaches.push(`${file}:${index + 1}: ${reason}`);
    });
};

const include = /^\s*#\s*include\s*(<([^>]+)>|"([^"]+)")/;
const sources = filesUnder('src', /\.[ch]$/);
for (const file of sources) {
  const layer = file.split('/')[1];
  if (!below.has(layer)) breaches.push(`${file}:1: ${layer} is not in cmake/layers.txt`);
  else scan(file, include, (found) => whyNotInclude(layer, found[2] ?? found[3], found[3] !== undefined));
}
const headers = filesUnder('include', /\.h$/);
for (const file of headers) {
  // The umbrella includes them all; every other header only what its layer may.
  const name = relative('include', file);
  if (name === 'fanorona/fanorona.h') continue;
  const layer = layerOfHeader(name) ?? 'rules';
  scan(file, include, (found) => whyNotInclude(layer, found[2] ?? found[3], false));
}
const modules = filesUnder('web/src', /\.tsx?$/);
for (const file of modules) {
  scan(file, /(?:from|import)\s*\(?\s*'([^']+)'/, (found) => whyNotImport(file, found[1]));
}

for (const breach of breaches) console.log(breach);
console.log(`${sources.length} sources, ${headers.length} headers, ${modules.length} modules; ${breaches.length} breaches`);
// A tree without sources was not checked at all.
process.exit(breaches.length > 0 || sources.length + headers.length === 0 ? 1 : 0);
