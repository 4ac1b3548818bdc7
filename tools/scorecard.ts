/**
 * Computes the scorecard of all versions of the method and compares it with the published one, line by line. Exit code 1
 * when a line is worse beyond its noise, or the published file is not what is computed. A few minutes.
 *
 * Run: npm run -s scorecard [-- --changes | --write [--accept-worse]]
 *
 * --changes       prints every address of the data that ship that versions 2 and 3 rate differently, with the reason
 * --write         writes docs/scorecard/scorecard.json; refused where a line is worse
 * --accept-worse  writes it all the same: say why in the decision that makes it so
 */
import { computeLongPart, computeScorecard, publishedCard } from './scorecard/card/card.ts';
import { worseLines } from './scorecard/card/compare.ts';
import { readScorecard, readScorecardText, scorecardText, writeScorecard } from './scorecard/card/file.ts';
import { printChanges, printScorecard } from './scorecard/card/print.ts';
import { VERSIONS } from './scorecard/version.ts';

const has = (option: string) => process.argv.includes(option);
const { part, changes } = await computeLongPart();
const card = publishedCard(await computeScorecard(), part);
if (has('--changes')) printChanges(changes);
else printScorecard(card);

const worse = worseLines(readScorecard(), card, VERSIONS);
for (const line of worse) process.stdout.write(`WORSE: ${line}\n`);
const mayWrite = worse.length === 0 || has('--accept-worse');
if (has('--write') && mayWrite) writeScorecard(card);
const isCurrent = readScorecardText() === scorecardText(card);
process.stdout.write(`${worse.length} lines worse; the published file is ${isCurrent ? 'current' : 'not current'}\n`);
process.exitCode = isCurrent && mayWrite ? 0 : 1;
