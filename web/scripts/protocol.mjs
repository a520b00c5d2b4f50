// Makes the types of the net protocol, src/net/protocol.ts, from ../protocol/v1.schema.json:
//   node scripts/protocol.mjs
// A type for every definition, with readonly fields; oneOf becomes a union, which TypeScript tells apart by the
// words in it. Nothing is written while the file is as it should be.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const schema = JSON.parse(readFileSync(new URL('../../protocol/v1.schema.json', import.meta.url), 'utf8'));
const out = new URL('../src/net/protocol.ts', import.meta.url);

const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const key = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : quote(name));
const comment = (text, indent) => (text ? `${indent}/** ${text.replaceAll('*/', '* /')} */\n` : '');

const objectType = (definition, indent) => {
  const deeper = `${indent}  `;
  const rows = Object.entries(definition.properties ?? {}).map(([name, property]) => {
    const optional = definition.required?.includes(name) ? '' : '?';
    return `${comment(property.description, deeper)}${deeper}readonly ${key(name)}${optional}: ${typeOf(property, deeper)};\n`;
  });
  if (definition.additionalProperties !== false) rows.push(`${deeper}readonly [more: string]: unknown;\n`);
  return rows.length > 0 ? `{\n${rows.join('')}${indent}}` : 'Record<string, never>';
};

const arrayType = (definition, indent) => {
  const item = typeOf(definition.items, indent);
  // A few items exactly are a tuple.
  if (definition.minItems > 0 && definition.minItems === definition.maxItems) {
    return `readonly [${Array(definition.minItems).fill(item).join(', ')}]`;
  }
  return `readonly ${item.includes('|') ? `(${item})` : item}[]`;
};

function typeOf(definition, indent = '') {
  if (definition.$ref) return definition.$ref.replace('#/$defs/', '');
  if (definition.enum) return definition.enum.map(quote).join(' | ');
  if (definition.const !== undefined) return quote(definition.const);
  if (definition.oneOf) {
    return definition.oneOf.map((one) => `\n${indent}  | ${typeOf(one, `${indent}    `)}`).join('');
  }
  switch (definition.type) {
    case 'object': return objectType(definition, indent);
    case 'array': return arrayType(definition, indent);
    case 'integer': return 'number';
    case 'string': case 'number': case 'boolean': case 'null': return definition.type;
    default: throw new Error(`no type for ${JSON.stringify(definition)}`);
  }
}

const askType = (ask) => {
  const fields = (names) => `{ ${Object.entries(names).map(([name, type]) => `readonly ${key(name)}: ${type}`).join('; ')} }`;
  const optional = (names) => `{ ${Object.entries(names).map(([name, type]) => `readonly ${key(name)}?: ${type}`).join('; ')} }`;
  const rows = [
    `readonly path: ${ask.parameters ? fields(ask.parameters) : 'undefined'}`,
    `readonly query: ${ask.query ? optional(ask.query) : 'undefined'}`,
    `readonly body: ${ask.body ?? 'undefined'}`,
    `readonly answer: ${ask.answer ?? (ask.status === 204 ? 'undefined' : 'unknown')}`,
  ];
  return `{ ${rows.join('; ')} }`;
};

const asks = Object.entries(schema['x-asks']);
const text = [
  '// Made by scripts/protocol.mjs from protocol/v1.schema.json.\n',
  `export const PROTOCOL = ${schema.version};\n`,
  ...Object.entries(schema.$defs).map(([name, definition]) =>
    `${comment(definition.description, '')}export type ${name} =${typeOf(definition).replace(/^(?!\n)/, ' ')};\n`),
  '/** What each request of HTTP takes and answers. */\nexport interface Asks {\n',
  ...asks.map(([name, ask]) => `${comment(ask.description, '  ')}  readonly ${key(name)}: ${askType(ask)};\n`),
  '}\n',
  '/** Where each request goes; {parameters} are to be put in. */\nexport const asks = {\n',
  ...asks.map(([name, ask]) => `  ${key(name)}: { method: ${quote(ask.method)}, path: ${quote(ask.path)} },\n`),
  '} as const;\n',
].map((part) => (part.startsWith('  ') || part === '}\n' || part.startsWith('}') ? part : `\n${part}`)).join('').trimStart();

if (!existsSync(out) || readFileSync(out, 'utf8') !== text) writeFileSync(out, text);
