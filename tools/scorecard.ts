/**
 * Rates addresses whose rating is known beforehand, twice: with their own label, and with it left out; and the labels
 * that ship by themselves. Prints every case that is outside its range, and the confusion tables. Exit code 1 when
 * there is one.
 *
 * Run: npm run -s scorecard [-- --all]
 */
import { REAL_CASES } from './scorecard/real-cases.ts';
import { drawTable, isRight, type Rating, SCORE_CASES, type ScoredCase, scoreAll } from './scorecard/run.ts';
import { buildInput } from './scorecard/scene.ts';
import { drawGroups, scoreGroups } from './scorecard/starter-groups.ts';
import { readStarterLabels } from './scorecard/starter-labels.ts';
import { buildRealInput } from './scorecard/starter-records.ts';

const all = process.argv.includes('--all');
const scenes = await scoreAll(SCORE_CASES, buildInput);
const real = await scoreAll(REAL_CASES, buildRealInput);
const groups = scoreGroups(readStarterLabels());

for (const one of [...scenes, ...real]) if (all || !isRight(one)) print(describe(one));
for (const { of, wrong } of groups) {
  for (const { address, assessment } of wrong.slice(0, 5)) {
    print(`NOT AS EXPECTED: ${of.name}, ${address}: ${assessment.why}`);
  }
}
print(drawTable('Scenes, with their own label', scenes, 'withLabel'), '');
print(drawTable('Scenes, label left out', scenes, 'leftOut'), '');
print(drawTable('Shipped records, own label', real, 'withLabel'), '');
print(drawTable('Shipped records, label left out', real, 'leftOut'), '');
print(drawGroups('Shipped labels, no transfers', groups), '');

const wrong = [...scenes, ...real].filter((one) => !isRight(one)).length;
const strays = groups.reduce((sum, group) => sum + group.wrong.length, 0);
print(`${scenes.length} scenes and ${real.length} real addresses rated twice: ${wrong} outside their range`);
print(`${groups.length} groups of shipped labels: ${strays} addresses outside their range`);
process.exitCode = wrong + strays === 0 ? 0 : 1;

function describe(one: ScoredCase): string {
  const { of, withLabel, leftOut } = one;
  return [
    `${isRight(one) ? 'as expected' : 'NOT AS EXPECTED'}: ${of.name}`,
    `  expected: ${of.expected}`,
    `  own label known: ${describeRating(withLabel)}`,
    `  label left out:  ${describeRating(leftOut)}`,
  ].join('\n');
}

function describeRating({ assessment, range: [fewest, most] }: Rating): string {
  const expected = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
  return `stars ${assessment.stars}, expected ${expected}. ${assessment.why}`;
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
