/* Messages held to the schema of the net protocol, by the few words of JSON Schema that it uses. */

import schema from '../../protocol/v1.schema.json';

interface Form {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Form[];
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: Form;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const FORMS = schema.$defs as unknown as Readonly<Record<string, Form>>;

/** '' if it is one; else where it is not. */
export function readMessage(name: string, value: unknown): string {
  const form = FORMS[name];
  return form ? fault(form, value, '') : `no form ${name}`;
}

function fault(form: Form, value: unknown, where: string): string {
  if (form.$ref) return fault(FORMS[form.$ref.split('/').pop() ?? ''] ?? {}, value, where);
  if (form.oneOf) return form.oneOf.some((each) => fault(each, value, where) === '') ? '' : `${where}: none of them`;
  if (form.const !== undefined && value !== form.const) return `${where}: not ${String(form.const)}`;
  if (form.enum && !form.enum.includes(value)) return `${where}: not in the list`;
  if (typeof value === 'string') return text(form, value) ? '' : `${where}: ${value}`;
  if (typeof value === 'number') return number(form, value) ? '' : `${where}: ${value}`;
  return form.type === 'object' ? object(form, value, where) : '';
}

function text({ type, pattern, minLength = 0, maxLength = Infinity }: Form, value: string): boolean {
  return (type ?? 'string') === 'string' && value.length >= minLength && value.length <= maxLength && (!pattern || new RegExp(pattern).test(value));
}

function number({ type, minimum = -Infinity, maximum = Infinity }: Form, value: number): boolean {
  return (type === 'number' || (type === 'integer' && Number.isInteger(value))) && value >= minimum && value <= maximum;
}

function object({ properties = {}, required = [], additionalProperties }: Form, value: unknown, where: string): string {
  if (typeof value !== 'object' || value === null) return `${where}: no object`;
  const missing = required.find((key) => !(key in value));
  if (missing) return `${where}/${missing}: missing`;
  for (const [key, part] of Object.entries(value)) {
    const form = properties[key];
    if (!form && additionalProperties === false) return `${where}/${key}: unknown`;
    const found = form ? fault(form, part, `${where}/${key}`) : '';
    if (found !== '') return found;
  }
  return '';
}
