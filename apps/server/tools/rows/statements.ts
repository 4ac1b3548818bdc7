import { type Node, nodeOf, nodesOf, propertyOf, readSource, resultOf, type Source, walk } from './source.ts';

/** A part of a text whose value is known only when it runs, such as `transfersTable(ledgerId)`. */
export interface Hole {
  /** As it is written in the source: `transfersTable()`. */
  readonly hole: string;
  /** The file that it is written in. */
  readonly file: string;
  /** What the function that is called there makes its text of; empty for anything else. */
  readonly made: Text;
}

/** The text of a statement: literal parts, and what is put between them. */
export type Text = readonly (string | Hole)[];

/** A statement that a file sends. */
export interface Statement {
  readonly file: string;
  readonly text: Text;
  /** Its rows are read as lists, by `rowMode: 'array'`. */
  readonly asLists: boolean;
}

/** Arms of conditional parts multiply; a text with more has another form. */
const MOST_TEXTS = 64;

/**
 * Finds the statements that files send by `.query(…)` or `prepared(…)`, with constants of theirs and of what they import
 * put in.
 */
export class Statements {
  readonly #sources = new Map<string, Source>();

  of(file: string): readonly Statement[] {
    const source = this.#read(file);
    const found: Statement[] = [];
    walk(source.body, (node) => {
      const first = firstArgument(node);
      if (first === undefined) return;
      const rowMode = first.type === 'ObjectExpression' ? propertyOf(first, 'rowMode') : undefined;
      const asLists = rowMode?.['value'] === 'array';
      for (const text of this.#wholeTexts(first, { source, seen: new Set(), params: new Map() })) {
        if (text.some((part) => typeof part === 'string' && part.trim() !== '')) found.push({ file, text, asLists });
      }
    });
    return found;
  }

  #read(file: string): Source {
    const source = this.#sources.get(file) ?? readSource(file);
    this.#sources.set(file, source);
    return source;
  }

  /** What a call is given as its statement: also what a function returns as a whole, which is no part of another text. */
  #wholeTexts(node: Node, place: Place): readonly Text[] {
    const wholes = (one: Node) => this.#wholeTexts(one, place);
    if (node.type === 'ConditionalExpression')
      return [...wholes(nodeOf(node['consequent'])), ...wholes(nodeOf(node['alternate']))];
    if (node.type === 'ObjectExpression') {
      const text = propertyOf(node, 'text');
      return text === undefined ? [] : wholes(text);
    }
    if (node.type === 'CallExpression') return this.#returned(node, place);
    const found = node.type === 'Identifier' ? this.#find(String(node['value']), place.source) : null;
    if (found?.value.type === 'CallExpression') return this.#returned(found.value, { ...place, source: found.source });
    return this.#texts(node, place);
  }

  /** Every text that an expression can be; a hole where it is not known from the source. */
  #texts(node: Node, place: Place): readonly Text[] {
    if (place.seen.has(node)) return hole(node, place);
    const within = { ...place, seen: new Set([...place.seen, node]) };
    const texts = (one: Node) => this.#texts(one, within);
    switch (node.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
        return [[String(node['value'])]];
      case 'TemplateLiteral':
        return this.#template(node, within);
      case 'BinaryExpression': {
        const sides = [nodeOf(node['left']), nodeOf(node['right'])] as const;
        if (node['operator'] !== '+') return hole(node, place);
        const [left, right] = [this.#numberOf(sides[0], place), this.#numberOf(sides[1], place)];
        // To the type checker, a sum is any number.
        if (left !== null || right !== null) {
          return hole(node, place, left === null || right === null ? [] : [String(left + right)]);
        }
        return joined(texts(sides[0]), texts(sides[1])) ?? hole(node, place);
      }
      case 'ConditionalExpression':
        return [...texts(nodeOf(node['consequent'])), ...texts(nodeOf(node['alternate']))];
      case 'Identifier':
        return this.#named(node, within);
      case 'CallExpression':
        return hole(node, place, this.#returned(node, within)[0]);
      case 'ObjectExpression':
        return this.#wholeTexts(node, within);
      default:
        return WRAPPERS.includes(node.type) ? texts(nodeOf(node['expression'])) : hole(node, place);
    }
  }

  #template(node: Node, place: Place): readonly Text[] {
    const [first = '', ...after] = nodesOf(node['quasis']).map((quasi) => String(quasi['cooked']));
    let all: readonly Text[] | null = [[first]];
    for (const [at, expression] of nodesOf(node['expressions']).entries()) {
      all = joined(joined(all, this.#texts(expression, place)), [[after[at] ?? '']]);
    }
    return all ?? hole(node, place);
  }

  #numberOf(node: Node, place: Place): number | null {
    const found = node.type === 'Identifier' ? this.#find(String(node['value']), place.source)?.value : node;
    return found?.type === 'NumericLiteral' ? Number(found['value']) : null;
  }

  #named(node: Node, place: Place): readonly Text[] {
    const name = String(node['value']);
    const param = place.params.get(name);
    if (param !== undefined) return [param];
    const found = this.#find(name, place.source);
    if (found === null) return hole(node, place);
    const isOwn = found.source === place.source;
    const inside = { ...place, source: found.source, params: isOwn ? place.params : new Map() };
    if (isText(found.value)) return this.#texts(found.value, inside);
    const made = found.value.type === 'CallExpression' ? this.#returned(found.value, inside)[0] : undefined;
    // A local name says less than the call that gave it.
    return hole(isOwn ? found.value : node, place, made);
  }

  /** What a function of the sources returns of these arguments; nothing for another. */
  #returned(call: Node, place: Place): readonly Text[] {
    const callee = nodeOf(call['callee']);
    const found = callee.type === 'Identifier' ? this.#find(String(callee['value']), place.source) : null;
    const result = found === null ? undefined : resultOf(found.value);
    if (found === null || result === undefined) return [];
    const names = nodesOf(found.value['params']).map((param) => String(nodeOf(param['pat'] ?? param)['value']));
    const values = nodesOf(call['arguments']).map((one) => this.#texts(nodeOf(one['expression']), place)[0] ?? []);
    const params = new Map(
      names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]] as const])),
    );
    return this.#texts(result, { source: found.source, seen: place.seen, params });
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

/** The first argument of a call that sends or names a statement. */
function firstArgument(node: Node): Node | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = nodeOf(node['callee']);
  const isQuery = callee.type === 'MemberExpression' && nodeOf(callee['property'])['value'] === 'query';
  const isPrepared = callee.type === 'Identifier' && callee['value'] === 'prepared';
  const [first] = isQuery || isPrepared ? nodesOf(node['arguments']) : [];
  return first === undefined ? undefined : nodeOf(first['expression']);
}

const TEXTS = ['StringLiteral', 'NumericLiteral', 'TemplateLiteral', 'BinaryExpression', 'ConditionalExpression'];
const WRAPPERS = ['ParenthesisExpression', 'TsConstAssertion', 'TsAsExpression', 'TsSatisfiesExpression'];

function isText(node: Node): boolean {
  return TEXTS.includes(node.type) || (WRAPPERS.includes(node.type) && isText(nodeOf(node['expression'])));
}

function hole(node: Node, { source }: Place, made: Text = []): readonly Text[] {
  return [[{ hole: nameOf(node), file: source.file, made }]];
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

/** Each of the first with each of the others after it; null where they are too many. */
function joined(before: readonly Text[] | null, after: readonly Text[]): readonly Text[] | null {
  const all = before?.flatMap((one) => after.map((other) => [...one, ...other])) ?? [];
  return before === null || all.length > MOST_TEXTS ? null : all;
}
