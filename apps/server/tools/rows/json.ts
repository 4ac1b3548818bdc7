import type { Catalogue } from './catalogue.ts';
import type { Fact } from './fact.ts';
import { nodeIn, nodesIn, type TreeNode, wordIn } from './node-tree.ts';
import { listOf, memberOf, unionOf } from './types.ts';

const NUMBERS = ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'];
/** `unknown` is that of a literal whose type nothing asks for. */
const TEXTS = ['name', 'text', 'timestamptz', 'unknown', 'uuid', 'varchar'];
const JSON_TYPES = ['json', 'jsonb'];
/** Where a node keeps the id of its type. */
const TYPE_FIELDS = [
  'vartype',
  'consttype',
  'paramtype',
  'aggtype',
  'wintype',
  'funcresulttype',
  'opresulttype',
  'resulttype',
  'casetype',
  'coalescetype',
  'minmaxtype',
  'array_typeid',
  'type',
];
const BOOLEANS = ['NULLTEST', 'BOOLEANTEST', 'BOOLEXPR', 'SCALARARRAYOPEXPR'];

/** What JSON a statement builds at this expression, in TypeScript; null where it builds none. */
export function jsonOf(node: TreeNode, catalogue: Catalogue, factOf: (part: TreeNode) => Fact): string | null {
  const value = (part: TreeNode): string => {
    // An argument of an aggregate is a column of its own.
    const bare = (part.type === 'TARGETENTRY' ? nodeIn(part, 'expr') : null) ?? part;
    return memberType(bare, catalogue, factOf(bare));
  };
  const name = catalogue.functions
    .get(wordIn(node, node.type === 'AGGREF' ? 'aggfnoid' : 'funcid'))
    ?.replace('jsonb', 'json');
  const args = nodesIn(node, 'args');
  const [first] = args;
  if (node.type === 'AGGREF' && name === 'json_agg' && first !== undefined) return listOf(value(first));
  if (node.type !== 'FUNCEXPR') return null;
  if (name === 'json_build_array') return `[${args.map(value).join(', ')}]`;
  if (name !== 'json_build_object') return null;
  const members = args.flatMap((key, at) => {
    if (at % 2 === 1) return [];
    const [text = null] = factOf(key).values ?? [];
    const member = args[at + 1];
    return [text === null || member === undefined ? null : memberOf(text, value(member))];
  });
  return members.includes(null) ? null : `{ ${members.join('; ')} }`;
}

function memberType(node: TreeNode, catalogue: Catalogue, { isNullable, values, json }: Fact): string {
  const type = typeNameOf(node, catalogue);
  const isArray = type.startsWith('_');
  const one = scalarOf(isArray ? type.slice(1) : type, values, json);
  if (one === 'unknown') return one;
  const whole = isArray ? listOf(one) : one;
  return isNullable ? `${whole} | null` : whole;
}

function scalarOf(type: string, values: readonly string[] | null, json: string | null): string {
  if (JSON_TYPES.includes(type)) return json ?? 'unknown';
  if (NUMBERS.includes(type)) return 'number';
  if (type === 'bool') return 'boolean';
  if (!TEXTS.includes(type)) return 'unknown';
  return values !== null && values.length > 0 ? unionOf(values) : 'string';
}

export function typeNameOf(node: TreeNode, catalogue: Catalogue): string {
  if (BOOLEANS.includes(node.type)) return 'bool';
  if (node.type === 'SUBLINK') {
    const query = nodeIn(node, 'subselect');
    const [target] = query === null ? [] : nodesIn(query, 'targetList');
    const inner = target === undefined ? null : nodeIn(target, 'expr');
    const kind = wordIn(node, 'subLinkType');
    if (kind === '4' || kind === '6')
      return `${kind === '6' ? '_' : ''}${inner === null ? '' : typeNameOf(inner, catalogue)}`;
    return 'bool';
  }
  const field = TYPE_FIELDS.find((one) => wordIn(node, one) !== '');
  return (field === undefined ? undefined : catalogue.types.get(wordIn(node, field))) ?? '';
}
