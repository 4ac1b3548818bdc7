import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

/** What a source says of an expression, as @swc/core gives it; read by `type`. */
export interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A file, as far as the texts of its statements need it. */
export interface Source {
  readonly file: string;
  /** Constants and functions. */
  readonly consts: ReadonlyMap<string, Node>;
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  readonly body: Node;
}

export function readSource(file: string): Source {
  const body = nodeOf(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', target: 'es2024' }));
  const consts = new Map<string, Node>();
  const imports = new Map<string, { from: string; name: string }>();
  const declared = new Map<string, number>();
  walk(body, (node) => {
    for (const name of namesDeclared(node)) declared.set(name, (declared.get(name) ?? 0) + 1);
    if (node.type === 'ImportDeclaration' || isPassedOn(node)) readImport(node, file, imports);
    if (node.type === 'FunctionDeclaration') consts.set(String(nodeOf(node['identifier'])['value']), node);
    if (node.type !== 'VariableDeclaration' || node['kind'] !== 'const') return;
    for (const one of nodesOf(node['declarations'])) {
      const name = nodeOf(one['id']);
      if (name.type === 'Identifier' && isNode(one['init'])) consts.set(String(name['value']), one['init']);
    }
  });
  // Which of several is meant is not worked out.
  for (const [name, times] of declared) if (times > 1) consts.delete(name);
  return { file, consts, imports, body };
}

/** Names of variables and parameters that a node declares, also by taking values apart. */
function namesDeclared(node: Node): readonly string[] {
  if (node.type === 'VariableDeclarator') return namesIn(nodeOf(node['id']));
  const params = nodesOf(node['params']).map((param) => nodeOf(param['pat'] ?? param));
  return params.flatMap(namesIn);
}

function namesIn(pattern: Node): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern['value'])];
    case 'ObjectPattern':
      return nodesOf(pattern['properties']).flatMap(namesIn);
    case 'AssignmentPatternProperty':
      return namesIn(nodeOf(pattern['key']));
    case 'KeyValuePatternProperty':
      return namesIn(nodeOf(pattern['value']));
    case 'RestElement':
      return namesIn(nodeOf(pattern['argument']));
    case 'ArrayPattern':
      return nodesOf(pattern['elements']).flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(nodeOf(pattern['left']));
    default:
      return [];
  }
}

const isPassedOn = (node: Node): boolean => node.type === 'ExportNamedDeclaration' && isNode(node['source']);

function readImport(node: Node, file: string, imports: Map<string, { from: string; name: string }>): void {
  const from = String(nodeOf(node['source'])['value']);
  if (!from.startsWith('.')) return;
  for (const one of nodesOf(node['specifiers'])) {
    const [own, other] =
      one.type === 'ExportSpecifier' ? [one['exported'] ?? one['orig'], one['orig']] : [one['local'], one['imported']];
    if (!isNode(own)) continue;
    const local = String(own['value']);
    const name = isNode(other) ? String(other['value']) : local;
    imports.set(local, { from: path.resolve(path.dirname(file), from), name });
  }
}

/** What a function returns at its end. */
export function resultOf(node: Node): Node | undefined {
  if (!['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(node.type)) return undefined;
  const body = nodeOf(node['body']);
  if (!Array.isArray(body['stmts'])) return body;
  const last = nodesOf(body['stmts']).at(-1);
  return last?.type === 'ReturnStatement' && isNode(last['argument']) ? last['argument'] : undefined;
}

/** What an object has under a name; undefined where it has nothing. */
export function propertyOf(object: Node, name: string): Node | undefined {
  const found = nodesOf(object['properties']).find((one) => isNode(one['key']) && one['key']['value'] === name);
  return found === undefined ? undefined : nodeOf(found['value']);
}

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isObject(one)) walk(one, visit);
  }
}

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null;
export const isNode = (value: unknown): value is Node => isObject(value) && typeof value['type'] === 'string';

export function nodeOf(value: unknown): Node {
  if (!isObject(value)) throw new Error('The source has another form than expected');
  return value;
}

export function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
