/**
 * Checks that what puts the server and its modules together decides nothing: it constructs parts and connects them. A
 * branch, a loop or an error handler belongs into what it is about.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

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

export const STATED: readonly StatedDecision[] = [
  { file: `${FOLDER}app.ts`, kind: 'loop', count: 2, reason: 'registers the calls and the pages of each module' },
  { file: `${FOLDER}app.ts`, kind: '?:', count: 1, reason: 'an option that cannot be null: a limiter not given' },
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
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const kind = kindOf(node);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', target: 'es2024' }));
  return counts;
}

function kindOf(node: object): Decision | undefined {
  const { type, operator } = node as { readonly type?: unknown; readonly operator?: unknown };
  if (type === 'BinaryExpression') return operator === '&&' || operator === '||' ? '&& or ||' : undefined;
  return typeof type === 'string' ? KINDS[type] : undefined;
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
  return [
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

/** The files of the composition by path, without tests. */
export function compositionFiles(): ReadonlyMap<string, string> {
  const files = globSync([`${FOLDER}*.ts`, `${MODULES}*/open/*.ts`], { exclude: ['**/*.test.ts'] });
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]));
}
