import type { Fact } from './fact.ts';

/** What pg makes of a value of each type of PostgreSQL (pg-types); of an array, of each element. */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  char: 'string',
  cidr: 'string',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  name: 'string',
  numeric: 'string',
  oid: 'number',
  pg_lsn: 'string',
  regclass: 'string',
  text: 'string',
  timestamp: 'Date',
  timestamptz: 'Date',
  uuid: 'string',
  varchar: 'string',
  void: 'string',
  xid: 'string',
  xid8: 'string',
};

/** Arrays that pg reads, where it makes something else of their elements than of such a value alone. */
const ARRAYS: Readonly<Record<string, string>> = {
  _numeric: 'number[]',
};

/** Arrays that pg does not read: they stay as PostgreSQL writes them. */
const UNREAD_ARRAYS: ReadonlySet<string> = new Set(['_name', '_pg_lsn', '_regclass', '_xid', '_xid8']);

/** @throws Error for a type that nobody has said anything of */
export function typeOf(type: string, { isNullable, values, json }: Fact): string {
  const isArray = type.startsWith('_') && !UNREAD_ARRAYS.has(type);
  const element = UNREAD_ARRAYS.has(type) ? 'string' : TYPES[isArray ? type.slice(1) : type];
  if (element === undefined) throw new Error(`What pg makes of ${type} is not said in types.ts`);
  if (element === 'unknown' && json !== null && !isArray) return isNullable ? `${json} | null` : json;
  const one = values === null || values.length === 0 ? element : knownOf(element, values);
  const whole = ARRAYS[type] ?? (isArray ? (one.includes(' | ') ? `(${one})[]` : `${one}[]`) : one);
  // `unknown` may be null already.
  return isNullable && whole !== 'unknown' ? `${whole} | null` : whole;
}

function knownOf(element: string, values: readonly string[]): string {
  if (element === 'number') return values.join(' | ');
  return element === 'string' ? unionOf(values) : element;
}

export function unionOf(values: readonly string[]): string {
  return values.map((value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`).join(' | ');
}
