// The manual page names every command and option that --help shows, and no other option.
//
//   node check-manual.mjs PROGRAM MANUAL
//
// An option of one command stands in the command's own subsection (.SS), one that several commands share
// may stand anywhere. Status 1 with a line for each gap.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [program, manual] = process.argv.slice(2);
const help = (...words) => execFileSync(program, [...words, '--help'], { encoding: 'utf8' });
const rows = (text) => [...text.matchAll(/^ {2}(\S+)/gm)].map(([, word]) => word);

const text = readFileSync(manual, 'utf8').replaceAll('\\-', '-').replaceAll(/\\f[BIRP]/g, '');
const sections = new Map();
let current = '';
for (const line of text.split('\n')) {
  const [, heading] = /^\.S[HS] "?(?:fanorona )?([a-z]+|[A-Z ]+)/.exec(line) ?? [];
  if (heading) current = heading.trim();
  sections.set(current, `${sections.get(current) ?? ''}${line}\n`);
}
const named = (section) => new Set(section.match(/(?<![\w-])--[a-z]+(?:-[a-z]+)*/g) ?? []);

const gaps = [];
const commands = rows(help().split('Commands:\n')[1].split('\n\n')[0]);
const usage = new Map(); // option → commands that have it
for (const command of commands) {
  for (const option of rows(help(command)).filter((word) => word.startsWith('--'))) {
    usage.set(option, [...(usage.get(option) ?? []), command]);
  }
  if (!sections.has(command)) gaps.push(`no subsection for the command ${command}`);
}
for (const [option, users] of usage) {
  const where = users.length === 1 ? (sections.get(users[0]) ?? '') : text;
  if (!named(where).has(option)) gaps.push(`${option} of ${users.join(', ')} is not named where it belongs`);
}
for (const rule of rows(help('legal').split('Rule options')[1])) {
  if (!text.includes(rule)) gaps.push(`the rule option ${rule} is not named`);
}
for (const option of named(text)) {
  if (!usage.has(option) && option !== '--version') gaps.push(`${option} is named, but no command has it`);
}
if (commands.length === 0 || usage.size === 0) gaps.push('--help shows nothing');
for (const gap of gaps) console.log(gap);
process.exitCode = gaps.length > 0 ? 1 : 0;
