// Runs the program as a user would and compares what it says.
//
//   node run-case.mjs PROGRAM FILE [TITLE]       one case, or all of the file
//
// A case is a run of lines, ended by an empty one:
//   case TITLE     begins it and says what holds
//   run WORDS      the program is run with these words, which a shell reads: quotes, pipes, redirections
//   sh LINE        or: a whole line for the shell; the program is "$FANORONA"
//   out LINE       the next line of standard output, exactly; none is expected beyond those named
//   out~ REGEX     the same, the whole line fitting
//   err LINE       the next line of standard error, exactly
//   status N       the exit status, 0 if not named
// Prints "ok TITLE" or "not ok TITLE" with the difference; status 1 if a case failed or none ran.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [program, file, only] = process.argv.slice(2);

const readCases = (text) => {
  const cases = [];
  for (const [number, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [, key, value] = /^(\S+) ?(.*)$/.exec(line);
    const last = cases.at(-1);
    if (key === 'case') cases.push({ title: value, out: [], err: [], status: 0 });
    else if (key === 'run') last.line = `"$FANORONA" ${value}`;
    else if (key === 'sh') last.line = value;
    else if (key === 'out') last.out.push(value);
    else if (key === 'out~') last.out.push(new RegExp(`^(?:${value})$`));
    else if (key === 'err') last.err.push(value);
    else if (key === 'status') last.status = Number(value);
    else throw new Error(`${file}:${number + 1}: unknown key ${key}`);
  }
  return cases;
};

const lines = (text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const fits = (wanted, got) =>
  wanted.length === got.length && wanted.every((line, i) => (line instanceof RegExp ? line.test(got[i]) : line === got[i]));

const failures = ({ line, out, err, status }) => {
  const result = spawnSync('sh', ['-c', line], {
    env: { ...process.env, FANORONA: resolve(program), LC_ALL: 'C' },
    encoding: 'utf8',
    timeout: 120_000,
  });
  const found = [];
  const compare = (what, wanted, got) => {
    if (!fits(wanted, got)) found.push(`${what} wanted:`, ...wanted.map((l) => `  ${l}`), `${what} got:`, ...got.map((l) => `  ${l}`));
  };
  compare('standard output', out, lines(result.stdout));
  compare('standard error', err, lines(result.stderr));
  if (result.status !== status) found.push(`status wanted: ${status}, got: ${result.status ?? result.signal}`);
  return found;
};

const chosen = readCases(readFileSync(file, 'utf8')).filter(({ title }) => only === undefined || title === only);
let failed = 0;
for (const test of chosen) {
  const found = failures(test);
  console.log(`${found.length === 0 ? 'ok' : 'not ok'} ${test.title}`);
  for (const line of found) console.log(`    ${line}`);
  failed += found.length > 0;
}
process.exitCode = failed > 0 || chosen.length === 0 ? 1 : 0;
