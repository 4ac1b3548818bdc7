/**
 * Checks who imports whom: the rules of .dependency-cruiser.cjs, also for files that are pointed at by URLs
 * (pointed-files.ts), that no folders depend on each other in a circle, and that the composition of the server decides
 * nothing (composition.ts).
 *
 * Run: node tools/checks/imports.ts [--arrows FOLDER]   (--arrows prints what the parts of a folder import)
 */
import { cruise, format, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { compositionFiles, compositionProblems } from './composition.ts';
import { arrowsOf, circleProblems, type Exemption, type Import } from './folder-circles.ts';
import { isStarted, pathRules, pointedFiles, pointedProblems } from './pointed-files.ts';

const TEST = /(\.(test|spec|bench)\.tsx?$|\/test\/)/;
const OURS = /^(packages|apps)\//;

/** Arrows that still close a circle. The list only gets shorter: one that closes none is refused. */
const EXEMPTIONS: readonly Exemption[] = [];

const isCode = (file: string): boolean => OURS.test(file) && !TEST.test(file);

/** Imports between files of the workspaces, without those of tests. */
export function importsOf({ modules }: Pick<ICruiseResult, 'modules'>): Import[] {
  return modules
    .filter(({ source }) => isCode(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.filter(({ resolved }) => isCode(resolved)).map(({ resolved }) => ({ from: source, to: resolved })),
    );
}

async function main(args: readonly string[]): Promise<number> {
  const options = await extractOptions('./.dependency-cruiser.cjs');
  const { output } = await cruise(['packages', 'apps'], options);
  if (typeof output === 'string') throw new Error('dependency-cruiser gave a text where its result was expected');
  const pointed = pointedFiles(isCode);
  const imports = [...importsOf(output), ...pointed.filter((arrow) => !isStarted(arrow))];
  const folder = args[0] === '--arrows' ? args[1] : undefined;
  if (folder !== undefined) {
    for (const { inside, from, to, imports: all } of arrowsOf(imports)) {
      if (inside === folder) process.stdout.write(`${from} → ${to}: ${all.length}\n`);
    }
    return 0;
  }
  const rules = await format(output, { outputType: 'err' });
  if (typeof rules.output !== 'string') throw new Error('dependency-cruiser gave a result where its text was expected');
  process.stdout.write(`${rules.output.trim()}\n`);
  const circles = circleProblems(imports, EXEMPTIONS);
  for (const problem of circles) process.stderr.write(`error folder-circles ${problem}\n`);
  process.stdout.write(
    `${circles.length} folder circle violations, ${EXEMPTIONS.length} arrows exempt, ${imports.length} imports read\n`,
  );
  const startedFiles = pointedProblems(pointed, pathRules(options.ruleSet?.forbidden ?? []));
  for (const problem of startedFiles) process.stderr.write(`error pointed-files ${problem}\n`);
  const decisions = compositionProblems(compositionFiles());
  for (const problem of decisions) process.stderr.write(`error composition-decides-nothing ${problem}\n`);
  return rules.exitCode === 0 && circles.length + startedFiles.length + decisions.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
