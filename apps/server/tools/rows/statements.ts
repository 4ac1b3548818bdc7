import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

/** A part of a text whose value is known only when it runs, such as `transfersTable(ledgerId)`. */
export interface Hole {
  /** As it is written in the source: `transfersTable()`. */
  readonly hole: string;
  /** What the function that is called there makes its text of; empty for anything else. */
  readonly made: Text;
}

/** The text of a statement: literal parts, and what is put between them. */
export type Text = readonly (string | Hole)[];

/** A statement that a file sends. */
export interface Statement {
  readonly file: string;
  readonly text: Text;
}

/** What the source says of an expression, as @swc/core gives it; read by `kind`. */
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

interface Source {
  readonly file: string;
  /** Constants and functions. */
  readonly consts: ReadonlyMap<string, Node>;
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  readonly body: Node;
}

/** Arms of conditional parts multiply; a text with more has another form. */
const MOST_TEXTS = 64;

/** Finds the statements that files send by `.query(…)` or `prepared(…)`, with constants of theirs and of what they import put in. */
export class Statements {
  readonly #sources = new Map<string, Source>();

  of(file: string): readonly Statement[] {
    const source = this.#read(file);
    const found: Statement[] = [];
    walk(source.body, (node) => {
      const first = textArgument(node);
      if (first === undefined) return;
      for (const text of this.#texts(first, { source, seen: new Set(), params: new Map() })) {
        if (text.some((part) => typeof part === 'string' && part.trim() !== '')) found.push({ file, text });
      }
    });
    return found;
  }

  #read(file: string): Source {
    const known = this.#sources.get(file);
    if (known !== undefined) return known;
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
    const source = { file, consts, imports, body };
    this.#sources.set(file, source);
    return source;
  }

  /** Every text that an expression can be; a hole where it is not known from the source. */
  #texts(node: Node, place: Place): readonly Text[] {
    if (place.seen.has(node)) return [[{ hole: '…', made: [] }]];
    const within = { ...place, seen: new Set([...place.seen, node]) };
    const texts = (one: Node) => this.#texts(one, within);
    switch (node.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
        return [[String(node['value'])]];
      case 'TemplateLiteral': {
        const quasis = nodesOf(node['quasis']).map((quasi) => String(quasi['cooked']));
        const parts = nodesOf(node['expressions']).map(texts);
        return parts.reduce<readonly Text[]>(
          (all, part, at) => joined(joined(all, part), [[quasis[at + 1] ?? '']]),
          [[quasis[0] ?? '']],
        );
      }
      case 'BinaryExpression':
        return node['operator'] === '+'
          ? joined(texts(nodeOf(node['left'])), texts(nodeOf(node['right'])))
          : hole(node);
      case 'ConditionalExpression':
        return [...texts(nodeOf(node['consequent'])), ...texts(nodeOf(node['alternate']))];
      case 'ParenthesisExpression':
      case 'TsConstAssertion':
      case 'TsAsExpression':
      case 'TsSatisfiesExpression':
        return texts(nodeOf(node['expression']));
      case 'Identifier':
        return this.#named(node, within);
      case 'CallExpression':
        return hole(node, node, this.#returned(node, within));
      default:
        return hole(node);
    }
  }

  #named(node: Node, place: Place): readonly Text[] {
    const name = String(node['value']);
    const param = place.params.get(name);
    if (param !== undefined) return [param];
    const found = this.#find(name, place.source);
    if (found === null) return hole(node);
    const inside = { ...place, source: found.source, params: found.source === place.source ? place.params : new Map() };
    if (isText(found.value)) return this.#texts(found.value, inside);
    const made = found.value.type === 'CallExpression' ? this.#returned(found.value, inside) : [];
    return hole(node, found.source === place.source ? found.value : node, made);
  }

  /** What a function of the sources returns of these arguments; empty for another. */
  #returned(call: Node, place: Place): Text {
    const callee = nodeOf(call['callee']);
    const found = callee.type === 'Identifier' ? this.#find(String(callee['value']), place.source) : null;
    const result = found === null ? undefined : resultOf(found.value);
    if (found === null || result === undefined) return [];
    const names = nodesOf(found.value['params']).map((param) => String(nodeOf(param['pat'] ?? param)['value']));
    const values = nodesOf(call['arguments']).map((one) => this.#texts(nodeOf(one['expression']), place)[0] ?? []);
    const params = new Map(
      names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]] as const])),
    );
    return this.#texts(result, { source: found.source, seen: place.seen, params })[0] ?? [];
  }

  #find(name: string, source: Source): { readonly value: Node; readonly source: Source } | null {
    const own = source.consts.get(name);
    if (own !== undefined) return { value: own, source };
    const imported = source.imports.get(name);
    return imported === undefined ? null : this.#find(imported.name, this.#read(imported.from));
  }
}

/** Where an expression is read: in which file, inside which others, and with which values of parameters. */
interface Place {
  readonly source: Source;
  readonly seen: ReadonlySet<Node>;
  readonly params: ReadonlyMap<string, Text>;
}

/** What a function returns at its end. */
function resultOf(node: Node): Node | undefined {
  if (!['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(node.type)) return undefined;
  const body = nodeOf(node['body']);
  if (!Array.isArray(body['stmts'])) return body;
  const last = nodesOf(body['stmts']).at(-1);
  return last?.type === 'ReturnStatement' && isNode(last['argument']) ? last['argument'] : undefined;
}

/** The first argument of a call that sends or names a statement. */
function textArgument(node: Node): Node | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = nodeOf(node['callee']);
  const isQuery = callee.type === 'MemberExpression' && nodeOf(callee['property'])['value'] === 'query';
  const isPrepared = callee.type === 'Identifier' && callee['value'] === 'prepared';
  if (!isQuery && !isPrepared) return undefined;
  const [first] = nodesOf(node['arguments']);
  const argument = first === undefined ? undefined : nodeOf(first['expression']);
  if (argument?.type !== 'ObjectExpression') return argument;
  const text = nodesOf(argument['properties']).find((one) => isNode(one['key']) && one['key']['value'] === 'text');
  return text === undefined ? undefined : nodeOf(text['value']);
}

const TEXTS = ['StringLiteral', 'NumericLiteral', 'TemplateLiteral', 'BinaryExpression', 'ConditionalExpression'];
const WRAPPERS = ['ParenthesisExpression', 'TsConstAssertion', 'TsAsExpression', 'TsSatisfiesExpression'];

function isText(node: Node): boolean {
  return TEXTS.includes(node.type) || (WRAPPERS.includes(node.type) && isText(nodeOf(node['expression'])));
}

/** Named by what it is made of, where that is known: a local name says less than the call that gave it. */
function hole(node: Node, from: Node = node, made: Text = []): readonly Text[] {
  return [[{ hole: nameOf(from), made }]];
}

function nameOf(node: Node): string {
  switch (node.type) {
    case 'Identifier':
      return String(node['value']);
    case 'ThisExpression':
      return 'this';
    case 'PrivateName':
      return `#${String(node['value'])}`;
    case 'MemberExpression':
      return `${nameOf(nodeOf(node['object']))}.${nameOf(nodeOf(node['property']))}`;
    case 'CallExpression':
      return `${nameOf(nodeOf(node['callee']))}()`;
    default:
      return node.type;
  }
}

function joined(before: readonly Text[], after: readonly Text[]): readonly Text[] {
  const all = before.flatMap((one) => after.map((other) => merged([...one, ...other])));
  return all.length > MOST_TEXTS ? [[{ hole: '…', made: [] }]] : all;
}

/** Neighbouring literal parts as one. */
function merged(text: Text): Text {
  const parts: (string | Hole)[] = [];
  for (const part of text) {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts.filter((part) => part !== '');
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

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isObject(one)) walk(one, visit);
  }
}

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const isNode = (value: unknown): value is Node => isObject(value) && typeof value['type'] === 'string';

function nodeOf(value: unknown): Node {
  if (!isObject(value)) throw new Error('The source has another form than expected');
  return value;
}

function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
