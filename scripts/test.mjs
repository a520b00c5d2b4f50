// Builds and runs every test there is, on every kind of build that ships.
//
//   scripts/test [--long] [STAGE…]      stages: see the table at the end; all of them by default
//
// A stage that fails does not stop the others. Every stage leaves its output in build/logs; the very
// last line is "N passed, N failed" and counts single tests. Status 1 if one failed or none ran.
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

process.chdir(new URL('..', import.meta.url).pathname);
process.env.NO_COLOR = '1'; // logs are read without a terminal
const logs = 'build/logs';
// Many cases wait more than they work: for clocks, and for programs that hang on purpose.
const jobs = String(3 * availableParallelism());

// Runs a command to its end, output to the log; resolves to its status and standard output.
const run = (log, command, args, options = {}) =>
  new Promise((resolve) => {
    log.write(`\n$ ${[command, ...args].join(' ')}\n`);
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
      log.write(data);
    });
    child.stderr.on('data', (data) => log.write(data));
    child.on('error', (error) => resolve({ status: 1, output: String(error) }));
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });

// What a stage found: how many passed, and what failed by name.
class Tally {
  passed = 0;
  failed = [];
  add(name, ok) {
    if (ok) this.passed++;
    else this.failed.push(name);
  }
  get ran() {
    return this.passed + this.failed.length;
  }
}

const build = (...what) => async (log, tally) => {
  const { status } = await run(log, 'scripts/build', what);
  if (status !== 0) tally.failed.push(`building ${what.join(', ')}`);
  return status === 0;
};

const folderOf = (preset) => (preset === 'release' ? 'build' : `build/${preset}`);

// ctest writes JUnit: a case passed only if its status is "run".
const ctest = (preset, ...selection) => async (log, tally) => {
  const report = `${process.cwd()}/${logs}/ctest-${preset}.xml`;
  rmSync(report, { force: true });
  const { status: ended } = await run(log, 'ctest', [
    '--test-dir', folderOf(preset), '--output-junit', report, '--output-on-failure', '-j', jobs, '--no-tests=error', ...selection,
  ]);
  if (!existsSync(report)) return tally.failed.push(`ctest on ${preset}`);
  for (const [, attributes] of readFileSync(report, 'utf8').matchAll(/<testcase ([^>]*)>/g)) {
    const attribute = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    tally.add(attribute('name'), attribute('status') === 'run');
  }
  if (ended !== 0 && tally.failed.length === 0) tally.failed.push(`ctest on ${preset} (status ${ended})`);
};

// A command that is one test.
const single = (name, command, args, options) => async (log, tally) => {
  tally.add(name, (await run(log, command, args, options)).status === 0);
};

// A command that prints "ok NAME", or "not ok NAME" or "FAIL NAME", a case.
const lines = (name, command, args, options) => async (log, tally) => {
  const { status, output } = await run(log, command, args, options);
  const before = tally.failed.length;
  for (const [, word, title] of output.matchAll(/^(ok|not ok|FAIL) +(?:\d+ - )?(.+)$/gm)) tally.add(title, word === 'ok');
  if (status !== 0 && tally.failed.length === before) tally.failed.push(`${name} (status ${status})`);
};

const vitest = async (log, tally) => {
  const report = `${process.cwd()}/${logs}/vitest.json`;
  rmSync(report, { force: true });
  const { status: ended } = await run(
    log, 'node_modules/.bin/vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { cwd: 'web' });
  if (!existsSync(report)) return tally.failed.push('vitest');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  for (const { name, status, assertionResults } of testResults) {
    if (status !== 'passed' && assertionResults.length === 0) tally.failed.push(name);
    for (const test of assertionResults) tally.add(test.fullName, test.status === 'passed');
  }
  // An error outside any test, such as a promise nobody waited for, is in the status alone.
  if (ended !== 0 && tally.failed.length === 0) tally.failed.push(`vitest (status ${ended})`);
};

const onPage = { cwd: 'web' };
const stages = (long) => {
  const selection = long ? [] : ['-LE', 'long'];
  const fuzzSeconds = long ? '600' : '3';
  return {
    release: [build('release'), ctest('release', ...selection)],
    clang: [build('clang'), ctest('clang', ...selection)],
    wasm: [build('wasm'), ctest('wasm', ...selection)],
    vectors: [build('vectors'), ctest('wasm-simd', '-R', '^engine_(network|bench)$')],
    // Dear counts of the slow rules, which are compared with what is under test here anyway.
    asan: [build('asan'), ctest('asan', ...selection, ...(long ? [] : ['-E', '^check_perft$']))],
    // What runs on one thread alone has nothing to tell the thread sanitizer.
    tsan: [build('tsan'), ctest('tsan', ...selection, ...(long ? [] : ['-E', '^(rules|check|record|replay|protocol|room)_|^engine_(levels|search|network|eval|telo|bench|book|order)$|^tablegen_(limit|verify|distance|pack)$|^cli_(json_memory$|(setup|turns|usage|output|record|network|solve)_)']))],
    fuzz: [build('asan'), lines('fuzz', 'scripts/fuzz', [fuzzSeconds])],
    page: [
      build('program', 'module', 'web'), // the module is compared with the program
      single('types of the page', 'npm', ['run', '--silent', 'check'], onPage),
      vitest,
      single('weight of the page', 'npm', ['run', '--silent', 'size'], onPage),
    ],
    browser: [
      build('program', 'module', 'web'),
      lines('board', 'npm', ['run', '--silent', 'e2e:board'], onPage),
      lines('browser', 'npm', ['run', '--silent', 'e2e', ...(long ? ['--', '--long'] : [])], onPage),
    ],
    install: [build('program', 'module', 'web'), lines('install', 'tests/build/check-install', ['build'])],
  };
};

const runStage = async (name, steps) => {
  const began = Date.now();
  const tally = new Tally();
  const path = join(logs, `${name}.log`);
  const log = createWriteStream(path);
  for (const step of steps) {
    // Without its build a stage has nothing to run.
    if ((await step(log, tally)) === false) break;
  }
  if (tally.ran === 0) tally.failed.push('nothing ran');
  await new Promise((resolve) => log.end(resolve));
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`test: ${name.padEnd(8)} ${tally.passed} passed, ${tally.failed.length} failed (${seconds} s)`);
  for (const failure of tally.failed) console.log(`    failed: ${failure}  [${path}]`);
  return tally;
};

const args = process.argv.slice(2);
const table = stages(args.includes('--long'));
const named = args.filter((arg) => arg !== '--long');
const unknown = named.find((name) => !(name in table));
if (unknown !== undefined) {
  console.error(`test: there is no stage "${unknown}"; stages: ${Object.keys(table).join(' ')}`);
  process.exit(2);
}
mkdirSync(logs, { recursive: true });
let passed = 0;
let failed = 0;
for (const name of named.length > 0 ? named : Object.keys(table)) {
  const tally = await runStage(name, table[name]);
  passed += tally.passed;
  failed += tally.failed.length;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
