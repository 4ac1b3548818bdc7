import type { AttackResult } from '../attacks/run-attacks.ts';
import type { Line, Reading } from '../lines/lines.ts';
import type { Rate } from '../shares/rate.ts';
import type { Version } from '../version.ts';
import type { Scorecard } from './card.ts';

const READINGS: readonly Reading[] = ['own', 'ownRecords', 'leftOutRecords'];

/**
 * What is worse in a scorecard than in the one before, line by line, beyond the line's noise. Nothing here is drawn at
 * random, so a line has no noise while its addresses are the same. Where lists or records changed, its noise is the
 * interval of the share before.
 *
 * @returns a sentence for each line that is worse
 */
export function worseLines(before: Scorecard, after: Scorecard, versions: readonly Version[]): readonly string[] {
  return [
    ...before.lines.flatMap((line) => worseLine(line, after.lines, versions)),
    ...before.attacks.flatMap((attack) => worseAttack(attack, after.attacks, versions)),
    ...worseAgreement(before, after),
    ...worseScenes(before, after),
  ];
}

function worseLine(line: Line, lines: readonly Line[], versions: readonly Version[]): readonly string[] {
  const name = `${line.truth === 'bad' ? 'known bad' : 'known good'} by ${line.by}: ${line.value}`;
  const now = lines.find(({ by, value, truth }) => by === line.by && value === line.value && truth === line.truth);
  if (now === undefined) return [`${name}: the line is gone`];
  const isSame = now.members === line.members && now.withRecords === line.withRecords;
  const wanted = line.truth === 'bad' ? 'high' : 'low';
  return READINGS.flatMap((reading) =>
    versions.flatMap((version) => {
      const [then, here] = [line.cells[reading][version], now.cells[reading][version]];
      const named = `${name}, version ${version}, ${reading}`;
      return [
        ...worseRate(`${named}, one or two stars`, then.high, here.high, wanted, isSame),
        ...worseRate(`${named}, one to three stars`, then.warned, here.warned, wanted, isSame),
        // Four or five stars less is no harm by itself to a good address that gets none: version 3 says what it found.
        ...(line.truth === 'bad'
          ? worseRate(`${named}, four or five stars`, then.comfort, here.comfort, 'low', isSame)
          : []),
        ...worseRate(`${named}, without stars`, then.unrated, here.unrated, 'low', isSame),
      ];
    }),
  );
}

function worseRate(name: string, then: Rate, now: Rate, wanted: 'high' | 'low', isSame: boolean): readonly string[] {
  if (then.share === null || now.share === null || then.low === null || then.high === null) return [];
  const bound = isSame ? then.share : wanted === 'high' ? then.low : then.high;
  const isWorse = wanted === 'high' ? now.share < bound : now.share > bound;
  return isWorse ? [`${name}: ${then.count} of ${then.of} before, ${now.count} of ${now.of} now`] : [];
}

/** An attack that gains more stars than before at any effort, or the same for less. */
function worseAttack(
  then: AttackResult,
  attacks: readonly AttackResult[],
  versions: readonly Version[],
): readonly string[] {
  const now = attacks.find(({ id }) => id === then.id);
  if (now === undefined) return [`attack '${then.title}': it is not run any more`];
  return versions.flatMap((version) => {
    const name = `attack '${then.title}', version ${version}`;
    const [before, after] = [then.outcomes[version], now.outcomes[version]];
    if (after.most > before.most) return [`${name}: gains ${before.most} stars before, ${after.most} now`];
    const isCheaper = (after.usdPerStar ?? Infinity) < (before.usdPerStar ?? Infinity);
    return isCheaper ? [`${name}: $${before.usdPerStar} a star before, $${after.usdPerStar} now`] : [];
  });
}

function worseAgreement({ agreement: then }: Scorecard, { agreement: now }: Scorecard): readonly string[] {
  return (['passAgainstDense', 'walkAbove', 'missedBeyondR', 'largestR'] as const)
    .filter((measure) => now[measure] > then[measure])
    .map((measure) => `agreement, ${measure}: ${then[measure]} before, ${now[measure]} now`);
}

function worseScenes(before: Scorecard, after: Scorecard): readonly string[] {
  const keyOf = ({ version, reading, name }: Scorecard['outside'][number]) => `${version} ${reading} ${name}`;
  const known = new Set(before.outside.map(keyOf));
  return after.outside
    .filter((one) => !known.has(keyOf(one)))
    .map(({ version, name, stars, expected }) => `case '${name}', version ${version}: ${stars} stars, ${expected}`);
}
