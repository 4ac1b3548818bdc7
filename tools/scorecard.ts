/**
 * Rates addresses whose rating is known beforehand, twice: with their own label, and with it left out; and the labels
 * that ship by themselves. Prints every case that is outside its range, and the confusion tables. Exit code 1 when
 * there is one.
 *
 * Run: npm run -s scorecard [-- --all]
 */
import { drawTable, type Rating, type ScoredCase, scoreAll } from './scorecard/run.ts';
import { drawGroups, scoreGroups } from './scorecard/starter-groups.ts';
import { readStarterLabels } from './scorecard/starter-labels.ts';

const scored = await scoreAll();
const all = process.argv.includes('--all');
const isRight = ({ withLabel, leftOut }: ScoredCase) => withLabel.right && leftOut.right;

for (const one of all ? scored : scored.filter((each) => !isRight(each))) {
  const { of, withLabel, leftOut } = one;
  process.stdout.write(`${isRight(one) ? 'as expected' : 'NOT AS EXPECTED'}: ${of.name}\n`);
  process.stdout.write(`  expected: ${of.expected}\n`);
  process.stdout.write(`  with its own label: ${describe(withLabel)}\n`);
  if (of.own !== undefined) process.stdout.write(`  label left out:     ${describe(leftOut)}\n`);
  process.stdout.write(`  ${withLabel.assessment.why}\n`);
}

const ratingsOf = (which: 'withLabel' | 'leftOut') =>
  scored.map((one) => ({ kind: one.of.kind, stars: one[which].assessment.stars }));
const wrong = scored.filter((one) => !isRight(one)).length;
process.stdout.write(`${drawTable('With its own label', ratingsOf('withLabel'))}\n\n`);
process.stdout.write(`${drawTable('Label left out', ratingsOf('leftOut'))}\n\n`);
const groups = scoreGroups(readStarterLabels());
for (const { of, wrong: outside } of groups) {
  for (const { address, assessment } of outside.slice(0, 5)) {
    process.stdout.write(`NOT AS EXPECTED: ${of.name}, ${address}: ${assessment.why}\n`);
  }
}
process.stdout.write(`${drawGroups('Shipped labels, no transfers', groups)}\n\n`);

const strays = groups.reduce((sum, group) => sum + group.wrong.length, 0);
process.stdout.write(`${scored.length} cases, ${scored.length * 2} ratings, ${wrong} cases outside their range\n`);
process.stdout.write(`${groups.length} groups of shipped labels, ${strays} addresses outside their range\n`);
process.exitCode = wrong + strays === 0 ? 0 : 1;

function describe({ assessment, range: [fewest, most] }: Rating): string {
  const expected = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
  return `${assessment.stars} stars (${assessment.headline}), expected ${expected}`;
}
