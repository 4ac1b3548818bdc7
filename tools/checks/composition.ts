/**
 * Checks that what puts the server and its modules together decides nothing: it constructs parts and connects them. A
 * branch, a loop or an error handler belongs into what it is about. The face of a module to `app` (module.ts) is a list of
 * what it has: it also computes nothing, so that it needs nothing of Node.
 */
import { globSync, readFileSync } from 'node:fs';
import { type Node, nodesIn, treeOf } from './syntax.ts';

export type Decision = 'if' | 'switch' | '?:' | '&& or ||' | 'loop' | 'try';

/** A file of the composition that contains decisions, how many of a kind, and why they stay. */
export interface StatedDecision {
  readonly file: string;
  readonly kind: Decision;
  readonly count: number;
  readonly reason: string;
}

const FOLDER = 'apps/server/src/app/composition/';
const MODULES = 'apps/server/src/modules/';
const LIST = 'apps/server/src/app/modules.ts';

export const STATED: readonly StatedDecision[] = [
  { file: `${FOLDER}app.ts`, kind: 'loop', count: 2, reason: 'registers the calls and the pages of each module' },
  { file: `${FOLDER}app.ts`, kind: '?:', count: 1, reason: 'an option that cannot be null: a limiter not given' },
  { file: LIST, kind: 'loop', count: 2, reason: 'asks one module after the other' },
  { file: LIST, kind: 'if', count: 1, reason: 'the first module that holds back what leaves' },
  { file: `${MODULES}checks/module.ts`, kind: '?:', count: 1, reason: 'no in-memory store is configured' },
  { file: `${MODULES}checks/open/reading.ts`, kind: 'if', count: 1, reason: 'no in-memory store is configured' },
];

const KINDS: Readonly<Record<string, Decision>> = {
  IfStatement: 'if',
  SwitchStatement: 'switch',
  ConditionalExpression: '?:',
  ForStatement: 'loop',
  ForInStatement: 'loop',
  ForOfStatement: 'loop',
  WhileStatement: 'loop',
  DoWhileStatement: 'loop',
  TryStatement: 'try',
};

/** How many decisions of each kind a source text contains. A default (`??`) is none. */
export function decisionsIn(source: string): ReadonlyMap<Decision, number> {
  const counts = new Map<Decision, number>();
  for (const node of nodesIn(treeOf(source))) {
    const kind = kindOf(node);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function kindOf({ type, operator }: Node): Decision | undefined {
  if (type === 'BinaryExpression') return operator === '&&' || operator === '||' ? '&& or ||' : undefined;
  return KINDS[type];
}

/** Problems of the composition: decisions that are not stated, and stated ones that are gone. */
export function compositionProblems(
  files: ReadonlyMap<string, string>,
  stated: readonly StatedDecision[] = STATED,
): string[] {
  const found = [...files].flatMap(([file, text]) =>
    [...decisionsIn(text)].map(([kind, count]) => ({ file, kind, count })),
  );
  const statedOf = (file: string, kind: Decision) =>
    stated.find((entry) => entry.file === file && entry.kind === kind)?.count ?? 0;
  const foundOf = (file: string, kind: Decision) =>
    found.find((entry) => entry.file === file && entry.kind === kind)?.count ?? 0;
  const computing = [...files].filter(([file, text]) => FACE.test(file) && /from 'node:/.test(text));
  return [
    ...computing.map(([file]) => `${file}: uses Node: move what it computes to a capability or to open`),
    ...found
      .filter(({ file, kind, count }) => count > statedOf(file, kind))
      .map(
        ({ file, kind, count }) =>
          `${file}: contains ${count} × '${kind}', ${statedOf(file, kind)} stated: move the decision to what it is about`,
      ),
    ...stated
      .filter(({ file, kind, count }) => foundOf(file, kind) < count)
      .map(({ file, kind, count }) => `${file}: fewer than ${count} × '${kind}' are left: correct the statement`),
  ];
}

const FACE = /\/modules\/[^/]+\/module\.ts$/;

/** The files of the composition by path, without tests. */
export function compositionFiles(): ReadonlyMap<string, string> {
  const files = globSync([`${FOLDER}*.ts`, LIST, `${MODULES}*/{module,open/**/*}.ts`], { exclude: ['**/*.test.ts'] });
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]));
}
