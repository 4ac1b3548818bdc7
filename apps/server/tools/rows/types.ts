import type { Fact } from './fact.ts';

/** What pg makes of a value of each type that statements give; of a list (`_text`), of each of its elements. */
export const TYPES: Readonly<Record<string, string>> = {
  _int4: 'number',
  _int8: 'string',
  _text: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  char: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  name: 'string',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  varchar: 'string',
  void: 'string',
};

/** @throws Error for a type that nobody has said anything of */
export function typeOf(type: string, { isNullable, values, json }: Fact): string {
  const one = TYPES[type];
  if (one === undefined) throw new Error(`What pg makes of ${type} is not said in types.ts`);
  const whole = one === 'unknown' ? (json ?? one) : knownOf(one, values ?? []);
  // `unknown` may be null already.
  return nullable(type.startsWith('_') ? listOf(whole) : whole, isNullable && whole !== 'unknown');
}

function knownOf(type: string, values: readonly string[]): string {
  if (values.length === 0) return type;
  if (type === 'number') return values.join(' | ');
  return type === 'string' ? unionOf(values) : type;
}

const nullable = (type: string, isNullable: boolean): string => (isNullable ? `${type} | null` : type);

export const listOf = (type: string): string => (type.includes(' | ') ? `(${type})[]` : `${type}[]`);

/** A member of an object type. */
export function memberOf(name: string, type: string): string {
  return `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${type}`;
}

export function unionOf(values: readonly string[]): string {
  return values.map((value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`).join(' | ');
}
