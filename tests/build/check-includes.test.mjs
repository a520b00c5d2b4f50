// The include rules catch what they are for: each breach, planted in a small tree, is reported by
// file and line, and the same tree without it is clean.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const checker = new URL('check-includes.mjs', import.meta.url).pathname;
const layers = new URL('../../cmake/layers.txt', import.meta.url).pathname;

const clean = {
  'include/fanorona/api.h': '',
  'include/fanorona/board.h': '#include <stdint.h>\n#include <fanorona/api.h>\n',
  'include/fanorona/engine.h': '#include <fanorona/board.h>\n',
  'include/fanorona/fanorona.h': '#include <fanorona/board.h>\n#include <fanorona/engine.h>\n',
  'src/rules/board.c': '#include <fanorona/board.h>\n#include "rules/lines.h"\n#include <string.h>\n',
  'src/rules/lines.h': '',
  'src/engine/search.c': '#include <fanorona/engine.h>\n#include "rules/lines.h"\n#include <stdlib.h>\n',
  'src/check/turn.c': '#include <stdio.h>\n#include "check/check.h"\n',
  'src/check/check.h': '',
  'web/src/board/index.ts': "import { h } from 'preact';\nimport { a } from './types';\n",
  'web/src/app/main.ts': "import { b } from '../board/index';\nimport { c } from '../core/types';\n",
};

const run = (files) => {
  const root = mkdtempSync(join(tmpdir(), 'fanorona-includes-'));
  try {
    mkdirSync(join(root, 'cmake'));
    cpSync(layers, join(root, 'cmake/layers.txt'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const { status, stdout } = spawnSync(process.execPath, [checker, root], { encoding: 'utf8' });
    return { status, stdout };
  } finally {
    rmSync(root, { recursive: true });
  }
};

const breaches = [
  ['rules may not see the engine', 'src/rules/board.c', '#include "engine/search.h"', 'rules may not include engine'],
  ['nor its public header', 'src/rules/board.c', '#include <fanorona/engine.h>', 'rules may not include engine'],
  ['rules allocate nothing', 'src/rules/lines.h', '#  include <stdlib.h>', 'rules may not use <stdlib.h>'],
  ['rules print nothing', 'src/rules/board.c', '#include <stdio.h>', 'rules may not use <stdio.h>'],
  ['rules know no clock', 'src/rules/board.c', '#include <time.h>', 'rules may not use <time.h>'],
  ['check may not see rules', 'src/check/turn.c', '#include "rules/lines.h"', 'check may not include rules'],
  ['nor the public headers', 'src/check/turn.c', '#include <fanorona/board.h>', 'check may not include rules'],
  ['a layer is named from src/', 'src/engine/search.c', '#include "order.h"', 'names no layer'],
  ['no way round by dots', 'src/rules/board.c', '#include "../engine/search.h"', 'names no layer'],
  ['the umbrella is above engine', 'src/rules/board.c', '#include <fanorona/fanorona.h>', 'rules may not include'],
  ['board.h is below engine.h', 'include/fanorona/board.h', '#include <fanorona/engine.h>', 'rules may not include engine'],
  ['every folder is a layer', 'src/attic/old.c', '', 'attic is not in'],
  ['the board widget knows no core', 'web/src/board/index.ts', "import { c } from '../core/types';", 'board may not import core'],
  ['nor by a late import', 'web/src/board/index.ts', "const c = await import('../core/types');", 'board may not import core'],
];

assert.equal(run(clean).status, 0, run(clean).stdout);
for (const [claim, file, line, expected] of breaches) {
  const before = clean[file] ?? '';
  const { status, stdout } = run({ ...clean, [file]: before + line + '\n' });
  assert.equal(status, 1, `${claim}: not refused`);
  const at = `${file}:${before.split('\n').length}: `;
  const report = stdout.split('\n').find((text) => text.startsWith(at));
  assert.ok(report?.includes(expected), `${claim}: wanted "${at}… ${expected}", got:\n${stdout}`);
}
assert.equal(run({}).status, 1, 'an empty tree passes');
console.log(`${breaches.length} breaches found`);
