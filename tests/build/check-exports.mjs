// check-exports.mjs NM LIBFANORONA.SO LIBFAN_RULES.A
// The shared library exports exactly the functions its headers declare FAN_API, and the rules call
// nothing of the C library but what moves, compares and measures memory.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

const [nm, shared, rules] = process.argv.slice(2);
const lines = (...args) => execFileSync(nm, args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const complaints = [];

const headers = readdirSync('include/fanorona')
  .map((name) => readFileSync(`include/fanorona/${name}`, 'utf8'))
  .join('\n')
  .replace(/\/\*[^]*?\*\//g, '');
// A declaration runs from FAN_API to its semicolon; its name stands before the first parenthesis.
const declared = new Set(
  [...headers.matchAll(/\bFAN_API\b([^;{]*)[;{]/g)]
    .map(([, text]) => /\b(fan_\w+)\s*(\(|\[|$)/.exec(text.replace(/__attribute__\s*\(\(.*?\)\)/g, ''))?.[1])
    .filter(Boolean),
);
const exported = new Set(
  lines('-D', '--defined-only', shared)
    .map((line) => line.split(/\s+/))
    .filter(([, kind]) => kind !== 'A')
    .map(([, , name]) => name),
);
for (const name of declared) {
  if (!exported.has(name)) complaints.push(`${name} is declared FAN_API but not exported`);
}
for (const name of exported) {
  if (!declared.has(name)) complaints.push(`${name} is exported but in no public header`);
}

const pure = /^(mem(cpy|move|set|cmp|chr)|bcmp|str(len|cmp|ncmp|chr)|__(mem|str)\w+_chk|__stack_chk_fail|__assert_fail|__cpu_\w+|_GLOBAL_OFFSET_TABLE_)$/;
const table = lines(rules).map((line) => line.trim().split(/\s+/));
const defined = new Set(table.filter((row) => row.length === 3).map(([, , name]) => name));
for (const [kind, name] of table.filter((row) => row.length === 2)) {
  if (kind === 'U' && !defined.has(name) && !pure.test(name)) complaints.push(`rules call ${name}`);
}

for (const complaint of complaints) console.log(complaint);
console.log(`${declared.size} functions declared, ${exported.size} exported; ${complaints.length} complaints`);
process.exit(complaints.length > 0 || declared.size === 0 ? 1 : 0);
