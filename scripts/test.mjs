// Builds and runs every test there is, on every kind of build that ships.
//
//   scripts/test [--long] [STAGE…]      stages: see the table at the end; all of them by default
//
// Those of the page wait more than they work. They run beside the others, which give way to them; of the others two run
// beside each other, for one is built while another's cases wait.
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
const jobs = String(2 * availableParallelism());

// Runs a command to its end, output to the log; resolves to its status and standard output.
const run = (log, command, args, options = {}) =>
  new Promise((resolve) => {
    log.write(`\n$ ${[command, ...args].join(' ')}\n`);
    const child = spawn('nice', ['-n', log.gives, command, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
      log.write(data);
    });
    child.stderr.on('data', (data) => log.write(data));
    child.on('error', (error) => resolve({ status: 1, output: String(error) }));
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });

// What a stage found: how many passed, what failed by name, and what had to be tried twice.
class Tally {
  passed = 0;
  failed = [];
  twice = [];
  add(name, ok, about = '') {
    if (ok) this.passed++;
    else this.failed.push({ name, about });
  }
  fail(name) {
    this.add(name, false);
  }
  get ran() {
    return this.passed + this.failed.length;
  }
}

// Of a failure the summary shows so many lines: enough to begin with where only the summary is kept.
const ABOUT_LINES = 12;
const inShort = (about) =>
  about.split('\n').filter((line) => line.trim()).slice(0, ABOUT_LINES).map((line) => `\n      ${line.trim().slice(0, 200)}`).join('');

// One at a time: several stages stand on the same folders.
let building = Promise.resolve();
const build = (...what) => async (log, tally) => {
  const before = building;
  let done;
  building = new Promise((resolve) => (done = resolve));
  await before;
  const { status } = await run(log, 'scripts/build', what);
  done();
  if (status !== 0) tally.fail(`building ${what.join(', ')}`);
  return status === 0;
};

const folderOf = (preset) => (preset === 'release' ? 'build' : `build/${preset}`);

// What a C test said besides that its cases began and passed; the last of it says why it ended.
const complaints = (said) =>
  said.replace(/<[^>]*>/g, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&amp;/g, '&')
    .split('\n').filter((line) => line.trim() && !/^\[ +(RUN|OK) /.test(line)).slice(-ABOUT_LINES).join('\n');

// ctest writes JUnit: a case passed only if its status is "run".
const ctest = (preset, ...selection) => async (log, tally) => {
  const report = `${process.cwd()}/${logs}/ctest-${preset}.xml`;
  rmSync(report, { force: true });
  const { status: ended } = await run(log, 'ctest', [
    '--test-dir', folderOf(preset), '--output-junit', report, '--output-on-failure', '-j', jobs, '--no-tests=error', ...selection,
  ]);
  if (!existsSync(report)) return tally.fail(`ctest on ${preset}`);
  for (const [, attributes, inside] of readFileSync(report, 'utf8').matchAll(/<testcase ([^>]*)>([^]*?)<\/testcase>/g)) {
    const attribute = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    tally.add(attribute('name'), attribute('status') === 'run', complaints(inside));
  }
  if (ended !== 0 && tally.failed.length === 0) tally.fail(`ctest on ${preset} (status ${ended})`);
};

// A command that is one test.
const single = (name, command, args, options) => async (log, tally) => {
  tally.add(name, (await run(log, command, args, options)).status === 0);
};

// A command that prints "ok NAME", or "not ok NAME" or "FAIL NAME", a case, with indented lines about it below;
// "# at the second try" behind the name of a case that failed at the first.
const lines = (name, command, args, options) => async (log, tally) => {
  const { status, output } = await run(log, command, args, options);
  const before = tally.failed.length;
  for (const [, word, title, about] of `${output}\n`.matchAll(/^(ok|not ok|FAIL) +(?:\d+ - )?(.+)\n((?: .*\n)*)/gm)) {
    tally.add(title, word === 'ok', about);
    if (title.endsWith('# at the second try')) tally.twice.push({ name: title, about });
  }
  if (status !== 0 && tally.failed.length === before) tally.fail(`${name} (status ${status})`);
};

const vitest = async (log, tally) => {
  const report = `${process.cwd()}/${logs}/vitest.json`;
  rmSync(report, { force: true });
  const { status: ended } = await run(
    log, 'node_modules/.bin/vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { cwd: 'web' });
  if (!existsSync(report)) return tally.fail('vitest');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  for (const { name, status, assertionResults } of testResults) {
    if (status !== 'passed' && assertionResults.length === 0) tally.fail(name);
    for (const test of assertionResults) tally.add(test.fullName, test.status === 'passed');
  }
  // An error outside any test, such as a promise nobody waited for, is in the status alone.
  if (ended !== 0 && tally.failed.length === 0) tally.fail(`vitest (status ${ended})`);
};

const onPage = { cwd: 'web' };
const stages = (long) => {
  // What a kind of build leaves to the long run, its preset says (FAN_LONG).
  const kind = (preset) => (long ? [build(preset), ctest(preset)] : [build(`${preset}:usual`), ctest(preset, '-LE', 'long')]);
  const fuzzSeconds = long ? '600' : '3';
  return {
    release: kind('release'),
    clang: kind('clang'),
    wasm: kind('wasm'),
    vectors: [build('vectors'), ctest('wasm-simd', '-R', '^engine_(network|bench)$')],
    asan: kind('asan'),
    tsan: kind('tsan'),
    fuzz: [build('asan:usual'), lines('fuzz', 'scripts/fuzz', [fuzzSeconds])],
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

const OF_PAGE = ['page', 'browser', 'install'];

const runStage = async (name, steps) => {
  const began = Date.now();
  const tally = new Tally();
  const path = join(logs, `${name}.log`);
  const log = createWriteStream(path);
  log.gives = OF_PAGE.includes(name) ? '0' : '10';
  for (const step of steps) {
    // Without its build a stage has nothing to run.
    if ((await step(log, tally)) === false) break;
  }
  if (tally.ran === 0) tally.fail('nothing ran');
  await new Promise((resolve) => log.end(resolve));
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`test: ${name.padEnd(8)} ${tally.passed} passed, ${tally.failed.length} failed (${seconds} s)`);
  for (const { name, about } of tally.failed) console.log(`    failed: ${name}  [${path}]${inShort(about)}`);
  for (const { name, about } of tally.twice) console.log(`    noted: ${name}${inShort(about)}`);
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
// Works off stages, so many at a time.
const runAll = async (names, lanes) => {
  const left = [...names];
  const lane = async () => {
    while (left.length > 0) {
      const name = left.shift();
      const tally = await runStage(name, table[name]);
      passed += tally.passed;
      failed += tally.failed.length;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};
const chosen = named.length > 0 ? named : Object.keys(table);
const ofPage = (name) => OF_PAGE.includes(name);
// Those of the page are built first: they wait longest.
await Promise.all([runAll(chosen.filter(ofPage), 1), runAll(chosen.filter((name) => !ofPage(name)), 2)]);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
