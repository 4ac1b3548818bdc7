/**
 * Finds what declares Clock, Log, Transaction or SYSTEM_CLOCK a second time. A declaration is recognised by its shape,
 * whatever it is named and however it is written: as an interface, a type, or the type of a member or parameter.
 */
import { isNode, listOf, type Node, nameOf, nodesIn, treeOf } from './syntax.ts';

export type Shared = 'Clock' | 'Log' | 'Transaction' | 'SYSTEM_CLOCK';

/** What is declared in a text. */
export function declaredIn(text: string): ReadonlySet<Shared> {
  return new Set([...nodesIn(treeOf(text))].flatMap((node) => sharedOf(node) ?? []));
}

function sharedOf(node: Node): Shared | null {
  if (node.type === 'ObjectExpression') return isSystemClock(node) ? 'SYSTEM_CLOCK' : null;
  const signature = signatureOf(node);
  if (signature === null) return null;
  if (signature.params.length === 0 && typeName(signature.result) === 'Date') return 'Clock';
  if (isLogMethod(signature)) return 'Log';
  return isTransaction(signature) ? 'Transaction' : null;
}

/** A type of functions. */
interface Signature {
  /** Of a method; null for a type by itself. */
  readonly name: string | null;
  readonly params: readonly Node[];
  readonly result: Node | null;
}

function signatureOf(node: Node): Signature | null {
  const params = listOf(node['params']);
  switch (node.type) {
    case 'TsMethodSignature':
    case 'TsCallSignatureDeclaration':
      return { name: nameOf(node['key']), params, result: annotated(node['typeAnn'] ?? node['typeAnnotation']) };
    case 'TsPropertySignature': {
      const type = annotated(node['typeAnnotation']);
      const signature = type?.type === 'TsFunctionType' ? signatureOf(type) : null;
      return signature === null ? null : { ...signature, name: nameOf(node['key']) };
    }
    // A function beside its type: only the form of its parameters is looked at.
    case 'ArrowFunctionExpression':
      return { name: null, params, result: annotated(node['returnType']) };
    case 'TsFunctionType':
      return { name: null, params, result: annotated(node['typeAnnotation']) };
    default:
      return null;
  }
}

const LEVELS = ['info', 'warn', 'error', 'debug'];

/** What writes a line: its last parameter is the message. */
function isLogMethod({ name, params, result }: Signature): boolean {
  const last = typeOf(params.at(-1));
  const isMessage = last?.type === 'TsKeywordType' && last['kind'] === 'string';
  const isVoid = result?.type === 'TsKeywordType' && result['kind'] === 'void';
  return name !== null && LEVELS.includes(name) && isMessage && isVoid;
}

const CLIENTS = ['Db', 'Pool', 'PoolClient', 'HeldClient', 'Connection'];

/** What gives work a client of the database, and answers what the work does. */
function isTransaction({ params, result }: Signature): boolean {
  const work = typeOf(params.at(-1));
  if (work === null) return false;
  // `Parameters<typeof inTransaction<T>>[1]`: the type of such work, by another that takes it.
  if (work.type === 'TsIndexedAccessType') return isOfTransaction(work);
  if (typeName(result) !== 'Promise') return false;
  if (work.type !== 'TsFunctionType' || typeName(annotated(work['typeAnnotation'])) !== 'Promise') return false;
  const [client, ...more] = listOf(work['params']).map(typeOf);
  return more.length === 0 && CLIENTS.includes(typeName(client) ?? '') && isSameResult(result, work);
}

/** The work decides what is answered: `Promise<T>` of both. */
function isSameResult(result: Node | null, work: Node): boolean {
  const [own, its] = [result, annotated(work['typeAnnotation'])].map((type) => typeName(argumentOf(type)));
  return own !== null && own === its;
}

function isOfTransaction(type: Node): boolean {
  return [...nodesIn(type)].some((node) => node.type === 'TsTypeQuery' && nameOf(node['exprName']) === 'inTransaction');
}

const FUNCTIONS = ['MethodProperty', 'ArrowFunctionExpression', 'FunctionExpression'];

function isSystemClock(object: Node): boolean {
  return listOf(object['properties']).some((property) => {
    const isFunction = [property, property['value']].some((one) => isNode(one) && FUNCTIONS.includes(one.type));
    if (nameOf(property['key']) !== 'now' || !isFunction) return false;
    const made = [...nodesIn(property)].filter(({ type }) => type === 'NewExpression' || type === 'CallExpression');
    const [only, ...more] = made;
    const isDate = only?.type === 'NewExpression' && nameOf(only['callee']) === 'Date';
    return isDate && more.length === 0 && argumentsOf(only) === 0;
  });
}

function argumentsOf(call: Node): number {
  return Array.isArray(call['arguments']) ? call['arguments'].length : 0;
}

/** The type of a parameter. */
function typeOf(param: Node | undefined): Node | null {
  return param === undefined ? null : annotated(param['typeAnnotation']);
}

function annotated(annotation: unknown): Node | null {
  const type = isNode(annotation) ? annotation['typeAnnotation'] : null;
  return isNode(type) ? type : null;
}

/** `Date` of `Date`, `Promise` of `Promise<T>`; null for what is no name. */
function typeName(type: Node | null | undefined): string | null {
  return type?.type === 'TsTypeReference' ? nameOf(type['typeName']) : null;
}

function argumentOf(type: Node | null): Node | null {
  const given = type?.['typeParams'];
  return isNode(given) ? (listOf(given['params'])[0] ?? null) : null;
}
