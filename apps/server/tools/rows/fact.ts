import { isNode, type TreeNode, wordIn } from './node-tree.ts';

/** What is certain of the values of an expression. */
export interface Fact {
  readonly isNullable: boolean;
  /** The only texts it, or its elements, can be; null where that is not known. */
  readonly values: readonly string[] | null;
  /** What JSON it is, in TypeScript; null where that is not known. */
  readonly json: string | null;
}

/** JSON of an expression that is never anything but null. */
const NOTHING = 'never';
/** Of `'[]'`: a list of whatever it is put together with. */
const EMPTY_LIST = 'never[]';
const JSONB = '3802';
/** The bytes of `'[]'::jsonb`, with its length. */
const EMPTY_JSONB_LIST = '32 0 0 0 0 0 0 64';
/** A literal whose type nothing asked for: its bytes end with 0, and have no length before them. */
const UNTYPED = '705';
const JSON_TEXT = '114';
const TEXT_TYPES = ['25', '1043', JSON_TEXT, UNTYPED];
/** Of a text in a tree: its length, before its bytes. */
const TEXT_HEADER = 4;

export const UNKNOWN: Fact = { isNullable: true, values: null, json: null };
export const NOT_NULL: Fact = { isNullable: false, values: null, json: null };

/** Nothing, such as a CASE without ELSE. */
export const UNKNOWN_NULL: Fact = { isNullable: true, values: [], json: NOTHING };
export const NOT_NULL_IN_STEP: Fact = { isNullable: false, values: [], json: NOTHING };

export const withoutValues = ({ isNullable }: Fact): Fact => ({ isNullable, values: null, json: null });

export function either(facts: readonly Fact[]): Fact {
  const values = facts.every((fact) => fact.values !== null)
    ? [...new Set(facts.flatMap((fact) => fact.values ?? []))]
    : null;
  const kinds = [...new Set(facts.map(({ json }) => json).filter((json) => json !== NOTHING && json !== EMPTY_LIST))];
  const isList = facts.some(({ json }) => json === EMPTY_LIST);
  const json = kinds.includes(null) ? null : kinds.length > 0 ? kinds.join(' | ') : isList ? EMPTY_LIST : NOTHING;
  return { isNullable: facts.some(({ isNullable }) => isNullable), values, json };
}

export function constant(node: TreeNode): Fact {
  if (wordIn(node, 'constisnull') === 'true') return UNKNOWN_NULL;
  const value = node.fields.get('constvalue');
  if (isEmptyList(node)) return { ...NOT_NULL, json: EMPTY_LIST };
  if (!TEXT_TYPES.includes(wordIn(node, 'consttype')) || typeof value !== 'object' || isNode(value)) return NOT_NULL;
  const bytes = value.filter((word) => typeof word === 'string' && /^-?\d+$/.test(word)).slice(1);
  const isUntyped = wordIn(node, 'consttype') === UNTYPED;
  const content = isUntyped ? bytes.slice(0, -1) : bytes.slice(TEXT_HEADER);
  const text = Buffer.from(content.map((byte) => Number(byte) & 0xff)).toString('utf8');
  if (wordIn(node, 'consttype') === JSON_TEXT) return { ...NOT_NULL, json: text === '[]' ? EMPTY_LIST : null };
  return { isNullable: false, values: [text], json: null };
}

function isEmptyList(node: TreeNode): boolean {
  const value = node.fields.get('constvalue');
  if (wordIn(node, 'consttype') !== JSONB || typeof value !== 'object' || isNode(value)) return false;
  const bytes = value.flatMap((word) => (typeof word === 'string' && /^\d+$/.test(word) ? [word] : []));
  return bytes.slice(1).join(' ') === EMPTY_JSONB_LIST;
}
