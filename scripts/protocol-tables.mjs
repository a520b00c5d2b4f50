#!/usr/bin/env node
// Writes the tables of docs/protocol.md, between its marks, from protocol/v1.schema.json:
//   scripts/protocol-tables.mjs [--check]      --check: writes nothing, fails if they are not as they should be
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const page = new URL('docs/protocol.md', root);
const { $defs: definitions, 'x-asks': asks } = JSON.parse(readFileSync(new URL('protocol/v1.schema.json', root), 'utf8'));

const code = (text) => `\`${text}\``;
// Those that have a table of their own are found there.
const anchors = { Command: 'commands', Event: 'events' };
const link = (name) => `[${name}](#${anchors[name] ?? name.toLowerCase()})`;
const cell = (text) => text.replaceAll('|', '\\|');
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `|${row.map((text) => (text === '---' ? text : ` ${cell(text)} `)).join('|')}|`).join('\n');

// A type in few words.
const typeOf = (type) => {
  if (type.$ref) return link(type.$ref.replace('#/$defs/', ''));
  if (type.enum) return type.enum.map(code).join(' ');
  if (type.const !== undefined) return code(type.const);
  if (type.oneOf) return type.oneOf.map(typeOf).join(' or ');
  const { minimum = '…', maximum = '…', minLength = 0, maxLength } = type;
  switch (type.type) {
    case 'integer': return maximum === Number.MAX_SAFE_INTEGER ? `${minimum} …` : `${minimum} … ${maximum}`;
    case 'string': return `text of ${minLength === maxLength ? '' : `${minLength} … `}${maxLength} signs`;
    case 'array': return type.minItems === type.maxItems
      ? `[${Array(type.minItems).fill(typeOf(type.items)).join(', ')}]`
      : `list of ${typeOf(type.items)}, up to ${type.maxItems}`;
    case 'object': return `{ ${fieldsOf(type)} }`;
    case 'number': return 'a number';
    default: return type.type === 'boolean' ? 'true or false' : type.type;
  }
};

const fieldsOf = (type, but = []) =>
  Object.entries(type.properties ?? {})
    .filter(([name]) => !but.includes(name))
    .map(([name, property]) => `${code(name)}${type.required?.includes(name) ? '' : '?'} ${typeOf(property)}`)
    .join(', ') || '–';

// What is to be said about single fields.
const remarksOf = (type) =>
  Object.entries(type.properties ?? {})
    .filter(([name, property]) => property.description && name !== 'id')
    .map(([name, property]) => `${code(name)}: ${property.description}`);

const described = (type) => [type.description, ...remarksOf(type)].filter(Boolean).join(' ');

// Alternatives that a word tells apart, a row each.
const alternatives = (name, key, but = []) =>
  table([code(key), 'with', ''], definitions[name].oneOf.map((one) =>
    [code(one.properties[key].const), fieldsOf(one, [key, ...but]), described(one)]));

const askRow = ([, ask]) => {
  const needs = { nobody: 'anybody', player: 'a player', account: 'an account' }[ask.needs];
  const query = ask.query ? `?${Object.entries(ask.query).map(([name, type]) => `${code(name)} ${link(type)}`).join(' ')}` : '';
  const takes = [query, ask.body ? link(ask.body) : ''].filter(Boolean).join(' ') || '–';
  const answer = ask.answer ? link(ask.answer) : ask.type ? ask.type.split(';')[0] : '–';
  return [code(`${ask.method} ${ask.path}`), ask.description, needs, takes, `${ask.status} ${answer}`];
};

const told = ['Command', 'Say', 'Tell', 'Event'];
const definitionRows = () =>
  Object.entries(definitions).filter(([name]) => !told.includes(name)).map(([name, type]) => {
    const fields = type.type === 'object' ? fieldsOf(type) : typeOf(type);
    return `### ${name}\n\n${[type.description, `${fields}.`, ...remarksOf(type)].filter(Boolean).join(' ')}`;
  });

const made = {
  commands: alternatives('Command', 'do', ['game', 'id']),
  says: alternatives('Say', 'do', ['id']),
  tells: alternatives('Tell', 'is'),
  events: alternatives('Event', 'kind', ['n', 'at']),
  requests: table(['request', '', 'who', 'takes', 'answers'], Object.entries(asks).map(askRow)),
  definitions: definitionRows().join('\n\n'),
};

const before = readFileSync(page, 'utf8');
let after = before;
for (const [name, text] of Object.entries(made)) {
  const marks = new RegExp(`(<!-- ${name}: made by scripts/protocol-tables.mjs -->\n)[^]*?(<!-- /${name} -->)`);
  if (!marks.test(after)) throw new Error(`docs/protocol.md has no marks for ${name}`);
  after = after.replace(marks, (_, begin, end) => `${begin}\n${text}\n\n${end}`);
}
if (!process.argv.includes('--check')) {
  if (after !== before) writeFileSync(page, after);
} else if (after !== before) {
  console.error('docs/protocol.md is not what protocol/v1.schema.json says; run scripts/protocol-tables.mjs');
  process.exit(1);
}
