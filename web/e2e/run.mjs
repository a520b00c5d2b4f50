/* Runs the play tests in Chromium and tells of them in TAP:  node e2e/run.mjs [--long] [part of a name …]
 * The pictures of every screen (shots), the dark half of those of the library (desk) and the widest and least
 * telling of the cases that go through languages and themes are for the long run and for whoever names them. */

import { launch, serve } from './harness.mjs';

const FILES = ['home', 'turns', 'refusals', 'games', 'telo', 'vela', 'analysis', 'explorer', 'truth', 'perfect', 'drill', 'keyboard', 'store', 'ends', 'access', 'room', 'offline', 'records', 'editor', 'desk', 'lobby', 'net', 'shots'];

/** Browsers at work at a time: they wait more than they work. */
const LANES = 3;
const LONG = [
  /^shots:/, /^desk: (.*dark|768|1440×|320×|every language)/, /^access: (axe, (dark, 1440|light, 390)|every language)/, /^lobby: (axe, light|every language)/, /^room: (en|fr|mg|nl)/, /^net: claiming/,
];

/** Begun before the others, so that none of them is still at work when everything else is done. */
const SLOW = [/^access: (axe|mg|every)/, /^room:/, /^desk:/, /^lobby: axe/, /reviewed: its curve/, /a whole game/];

const cases = [];
for (const file of FILES) {
  const module = await import(`./${file}.mjs`);
  for (const [name, run] of Object.entries(module.cases)) cases.push({ name: `${file}: ${name}`, run });
}
const long = process.argv.includes('--long');
const wanted = process.argv.slice(2).filter((word) => word !== '--long');
const usual = ({ name }) => long || !LONG.some((one) => one.test(name));
const chosen = cases.filter((one) => (wanted.length === 0 ? usual(one) : wanted.some((part) => one.name.includes(part))));

const slow = ({ name }) => SLOW.some((one) => one.test(name));
chosen.sort((a, b) => slow(b) - slow(a));

const server = await serve();
console.log('TAP version 13');
console.log(`1..${chosen.length}`);
console.log(`# on a page served by ${server.by}`);
let failed = 0;
let next = 0;
/** Cases to be played once more, alone on the machine, and why. */
const again = [];

const yaml = (error) => String(error.stack ?? error).split('\n').map((line) => `  ${line}`).join('\n');

/** Resolves with what went wrong, or null. */
async function outcome(browser, { run }) {
  try {
    await run(browser, server.address);
    return null;
  } catch (error) {
    return error;
  } finally {
    for (const context of browser.contexts()) await context.close().catch(() => undefined);
  }
}

/** One browser working off cases until there are none. */
async function lane() {
  const browser = await launch();
  while (next < chosen.length) {
    const number = ++next;
    const one = chosen[number - 1];
    const began = Date.now();
    const error = await outcome(browser, one);
    if (error) again.push({ number, one, error });
    else console.log(`ok ${number} - ${one.name} # ${Date.now() - began} ms`);
  }
  await browser.close();
}

/* A machine at its limit lets a browser wait for longer than any patience. A fault of the page fails the second time, too;
 * what does not is told, so that nobody takes it for sound. */
async function secondTry() {
  for (const { number, one, error } of again) {
    const browser = await launch();
    const second = await outcome(browser, one);
    await browser.close();
    if (second) failed += 1;
    console.log(second ? `not ok ${number} - ${one.name}` : `ok ${number} - ${one.name} # at the second try`);
    console.log(`  --- the first time\n${yaml(error)}\n  ...`);
    if (second) console.log(`  --- the second time\n${yaml(second)}\n  ...`);
  }
}

await Promise.all(Array.from({ length: LANES }, lane));
await secondTry();
server.stop();
console.log(`# ${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
