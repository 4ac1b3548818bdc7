import { readdir, readFile } from 'node:fs/promises';
import { parse, parseAllDocuments } from 'yaml';
import { evaluate, holds, type Scope, textOf } from './expression.ts';

/**
 * Renders the chart in place of helm, which the tests do not have: the part of Go's templates and of helm's functions that
 * the chart uses. What it does not know is an error.
 */

export type Values = Readonly<Record<string, unknown>>;
/** One object for Kubernetes. */
export type Manifest = Readonly<Record<string, unknown>> & { readonly kind: string; readonly apiVersion: string };

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly source: string }
  | Block;

interface Block {
  readonly kind: 'block';
  readonly word: string;
  readonly source: string;
  readonly body: Node[];
  readonly otherwise: Node[];
}

interface Chart {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly values: Values;
  readonly schema: object;
  readonly templates: ReadonlyMap<string, string>;
}

export async function readChart(folder: URL): Promise<Chart> {
  const text = (name: string) => readFile(new URL(name, folder), 'utf8');
  const names = (await readdir(new URL('templates/', folder))).sort();
  const templates = await Promise.all(names.map(async (name) => [name, await text(`templates/${name}`)] as const));
  const facts = parse(await text('Chart.yaml')) as Record<string, string>;
  return {
    // As helm hands it to templates: the names of its fields are capitalised.
    facts: Object.fromEntries(Object.entries(facts).map(([name, value]) => [capitalised(name), value])),
    values: parse(await text('values.yaml')) as Values,
    schema: JSON.parse(await text('values.schema.json')) as object,
    templates: new Map(templates),
  };
}

/**
 * The manifests of a release named `assay`.
 *
 * @param values all of them: those of the chart with what an operator has changed
 */
export function renderChart(chart: Chart, values: Values): readonly Manifest[] {
  const defined = new Map<string, Node[]>();
  const bodies = [...chart.templates].map(([name, source]) => {
    const nodes = parseTemplate(name, source);
    for (const node of nodes) {
      if (node.kind === 'block' && node.word === 'define') defined.set(JSON.parse(node.source) as string, node.body);
    }
    return { name, nodes };
  });
  const root = { Values: values, Chart: chart.facts, Release: { Name: 'assay', Service: 'Helm' } };
  const include = (name: string, dot: unknown): string => {
    const nodes = defined.get(name);
    if (nodes === undefined) throw new Error(`No template is named ${name}`);
    return print(nodes, { dot, variables: new Map([['$', dot]]), include });
  };
  return bodies
    .filter(({ name }) => name.endsWith('.yaml'))
    .flatMap(({ nodes }) => manifestsOf(print(nodes, { dot: root, variables: new Map([['$', root]]), include })));
}

function manifestsOf(text: string): readonly Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${document.errors[0]?.message}\n${text}`);
    const value = document.toJS() as Manifest | null;
    return value === null ? [] : [value];
  });
}

/** Text and actions; a hyphen inside the braces takes the white space on its side away. */
function parseTemplate(name: string, source: string): Node[] {
  const parts = source.split(/(\{\{.*?\}\})/s);
  const root: Node[] = [];
  const open: { readonly block: Block; into: Node[] }[] = [];
  const into = () => open.at(-1)?.into ?? root;
  for (const [index, part] of parts.entries()) {
    if (!part.startsWith('{{')) {
      const trimmedStart = parts[index - 1]?.endsWith('-}}') === true ? part.trimStart() : part;
      const text = parts[index + 1]?.startsWith('{{-') === true ? trimmedStart.trimEnd() : trimmedStart;
      into().push({ kind: 'text', text });
      continue;
    }
    const source = part.slice(2, -2).replace(/^-/, '').replace(/-$/, '').trim();
    if (/^\/\*.*\*\/$/s.test(source)) continue;
    const [, word = '', rest = ''] = /^(if|range|with|define|else|end)\b\s*(.*)$/s.exec(source) ?? [];
    const top = open.at(-1);
    if (word === '') into().push({ kind: 'value', source });
    else if (word === 'end') {
      if (open.pop() === undefined) throw new SyntaxError(`${name} has an 'end' too many`);
    } else if (word === 'else') {
      if (top === undefined || rest !== '') throw new SyntaxError(`${name} has an 'else' that is not known`);
      top.into = top.block.otherwise;
    } else {
      const block: Block = { kind: 'block', word, source: rest, body: [], otherwise: [] };
      into().push(block);
      open.push({ block, into: block.body });
    }
  }
  if (open.length > 0) throw new SyntaxError(`${name} lacks an 'end'`);
  return root;
}

function print(nodes: readonly Node[], scope: Scope): string {
  return nodes.map((node) => printNode(node, scope)).join('');
}

function printNode(node: Node, scope: Scope): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'value') return textOf(evaluate(node.source, scope));
  switch (node.word) {
    case 'define':
      return '';
    case 'if':
      return print(holds(evaluate(node.source, scope)) ? node.body : node.otherwise, scope);
    case 'with': {
      const value = evaluate(node.source, scope);
      return holds(value) ? print(node.body, { ...scope, dot: value }) : print(node.otherwise, scope);
    }
    case 'range':
      return printRange(node.source, node.body, scope);
    default:
      throw new SyntaxError(`'${node.word}' is not known`);
  }
}

/** Over a list, or over a map in the order of its names, as Go does. */
function printRange(source: string, body: readonly Node[], scope: Scope): string {
  const [, first, second, over = ''] = /^(?:(\$\w+)(?:,\s*(\$\w+))?\s*:=\s*)?(.*)$/s.exec(source) ?? [];
  const value = evaluate(over, scope);
  const entries: readonly (readonly [unknown, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries((value ?? {}) as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries
    .map(([key, item]) => {
      const variables = new Map(scope.variables);
      if (first !== undefined) variables.set(first, second === undefined ? item : key);
      if (second !== undefined) variables.set(second, item);
      return print(body, { ...scope, dot: item, variables });
    })
    .join('');
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
