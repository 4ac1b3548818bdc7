import type { AttackResult } from '../attacks/run-attacks.ts';
import type { Cell, Line, Reading } from '../lines/lines.ts';
import type { Rate } from '../wilson.ts';
import type { Scorecard } from './card.ts';

const VERSIONS = ['1', '2'] as const;
const READINGS: readonly Reading[] = ['own', 'ownRecords', 'leftOut', 'leftOutRecords'];

/**
 * What is worse in a scorecard than in the one before, line by line, beyond the line's noise. Nothing here is drawn at
 * random, so a line has no noise while its addresses are the same. Where lists or records changed, its noise is the
 * interval of the share before.
 *
 * @returns a sentence for each line that is worse
 */
export function worseLines(before: Scorecard, after: Scorecard): readonly string[] {
  return [
    ...before.lines.flatMap((line) => worseLine(line, after.lines)),
    ...worseForward(before, after),
    ...before.attacks.flatMap((attack) => worseAttack(attack, after.attacks)),
    ...worseAgreement(before, after),
    ...worseScenes(before, after),
  ];
}

function worseLine(line: Line, lines: readonly Line[]): readonly string[] {
  const name = `${line.truth === 'bad' ? 'known bad' : 'known good'} by ${line.by}: ${line.value}`;
  const now = lines.find(({ by, value, truth }) => by === line.by && value === line.value && truth === line.truth);
  if (now === undefined) return [`${name}: the line is gone`];
  const isSame = now.members === line.members && now.withRecords === line.withRecords;
  return READINGS.flatMap((reading) =>
    VERSIONS.flatMap((version) => {
      const [then, here]: readonly Cell[] = [line.cells[reading][version], now.cells[reading][version]];
      if (then === undefined || here === undefined) return [];
      const wanted = line.truth === 'bad' ? 'high' : 'low';
      return [
        ...worseRate(`${name}, version ${version}, ${reading}, high risk`, then.high, here.high, wanted, isSame),
        ...worseRate(`${name}, version ${version}, ${reading}, N/A`, then.unrated, here.unrated, 'low', isSame),
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

function worseForward({ forward: then }: Scorecard, { forward: now }: Scorecard): readonly string[] {
  const isSame = then.addresses === now.addresses && then.withRecords === now.withRecords;
  return VERSIONS.flatMap((version) => [
    ...worseRate(`listed later, version ${version}, high risk`, then.high[version], now.high[version], 'high', isSame),
    ...worseRate(
      `listed later, version ${version}, by records alone`,
      then.highByRecords[version],
      now.highByRecords[version],
      'high',
      isSame,
    ),
  ]);
}

/** An attack that gains more stars than before at any effort, or the same for less. */
function worseAttack(then: AttackResult, attacks: readonly AttackResult[]): readonly string[] {
  const now = attacks.find(({ id }) => id === then.id);
  if (now === undefined) return [`attack '${then.title}': it is not run any more`];
  return VERSIONS.flatMap((version) => {
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
