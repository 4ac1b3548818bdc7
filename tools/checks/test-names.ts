/** The tests of a source file with the requirement ids that their names carry. */
import { parseSync } from '@swc/core';

export interface NamedTest {
  /** The name as it is written; '…' where it is computed. */
  readonly name: string;
  /** Ids in its own name and in the names of the blocks around it, each once. */
  readonly ids: readonly string[];
}

const NAMED = /\[((?:[A-Z]+-\d{2})(?:(?:, | |\.\.)[A-Z]+-\d{2})*)\]/g;
const TESTS = new Set(['it', 'test']);
const BLOCKS = new Set(['describe', 'suite']);

/** Ids in square brackets; `[ADDR-01..ADDR-03]` names the three. */
export function idsNamed(text: string): string[] {
  return [...text.matchAll(NAMED)].flatMap(([, list = '']) =>
    list.split(/, | /).flatMap((part) => {
      const [first, last] = part.split('..');
      if (first === undefined || last === undefined) return [part];
      const [area, from] = first.split('-');
      const to = Number(last.split('-')[1]);
      return Array.from(
        { length: to - Number(from) + 1 },
        (_, index) => `${area}-${String(Number(from) + index).padStart(2, '0')}`,
      );
    }),
  );
}

/** Every `it` and `test` of a file, `.each` and the like included. Comments and other texts name nothing. */
export function testsOf(source: string, isTsx: boolean): NamedTest[] {
  const tests: NamedTest[] = [];
  visit(parseSync(source, { syntax: 'typescript', tsx: isTsx, target: 'es2024' }).body, [], tests);
  return tests;
}

function visit(node: unknown, around: readonly string[], tests: NamedTest[]): void {
  if (Array.isArray(node)) {
    for (const part of node) visit(part, around, tests);
    return;
  }
  if (!isNode(node)) return;
  const called = node.type === 'CallExpression' ? calledName(node['callee']) : null;
  if (called !== null && isSkipped(node['callee'])) return;
  const [title, ...rest] = called === null ? [] : (node['arguments'] as readonly { readonly expression: unknown }[]);
  if (called === null || title === undefined || !(TESTS.has(called) || BLOCKS.has(called))) {
    for (const part of Object.values(node)) visit(part, around, tests);
    return;
  }
  const name = textOf(title.expression);
  const ids = [...new Set([...around, ...idsNamed(name)])];
  if (TESTS.has(called)) tests.push({ name, ids });
  else visit(rest, ids, tests);
}

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** `it` of `it(…)`, `it.only(…)`, `it.each(…)(…)` and `it.skipIf(…).each(…)(…)`; null for any other call. */
function calledName(callee: unknown): string | null {
  if (!isNode(callee)) return null;
  if (callee.type === 'Identifier') return String(callee['value']);
  if (callee.type === 'MemberExpression') return calledName(callee['object']);
  if (callee.type === 'CallExpression') return calledName(callee['callee']);
  if (callee.type === 'TaggedTemplateExpression') return calledName(callee['tag']);
  return null;
}

/** Whether `.skip` or `.todo` is part of the call: such a test proves nothing. */
function isSkipped(callee: unknown): boolean {
  if (!isNode(callee) || callee.type === 'Identifier') return false;
  const { property, object, callee: inner } = callee;
  return (isNode(property) && ['skip', 'todo'].includes(String(property['value']))) || isSkipped(object ?? inner);
}

/** The text of an expression: literals as they are, and '…' for the rest. */
function textOf(expression: unknown): string {
  if (!isNode(expression)) return '…';
  if (expression.type === 'StringLiteral') return String(expression['value']);
  if (expression.type === 'TemplateLiteral') {
    return (expression['quasis'] as readonly { readonly raw: string }[]).map(({ raw }) => raw).join('…');
  }
  if (expression.type === 'BinaryExpression') return textOf(expression['left']) + textOf(expression['right']);
  return '…';
}
