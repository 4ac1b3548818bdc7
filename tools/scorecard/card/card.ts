import type { Stars } from '@assay/domain';
import { METHOD_VERSIONS, type MethodVersion } from '@assay/exposure';
import { type AgreementResult, measureAgreement } from '../agreement/agreement.ts';
import { ATTACKS, type AttackResult, runAttack } from '../attacks/run-attacks.ts';
import type { Kind } from '../case.ts';
import { type ChangeReport, findChanges } from '../changes/changes.ts';
import { type ForwardResult, rateForward } from '../forward/listed-later.ts';
import { isDisputed } from '../lines/known.ts';
import { type Calibration, calibrationOf, type Line, linesOf } from '../lines/lines.ts';
import { rateKnown } from '../lines/rate-known.ts';
import { sampleWorlds } from '../lines/sample-worlds.ts';
import { REAL_CASES } from '../real-cases.ts';
import { openRealWorlds } from '../real-worlds.ts';
import { isRight, SCORE_CASES, type ScoredCase, scoreAll } from '../run.ts';
import { sceneOf } from '../scene.ts';
import { readStarterLabels } from '../starter-labels.ts';

/** Everything the scorecard says, as it is published. The same data and code give the same bytes. */
export interface Scorecard {
  /** Of the data that ship: labelled addresses, those that lists disagree about, and addresses in the records. */
  readonly data: { readonly labelled: number; readonly disputed: number; readonly sampled: number };
  readonly lines: readonly Line[];
  readonly calibration: readonly Calibration[];
  readonly forward: ForwardResult;
  readonly attacks: readonly AttackResult[];
  readonly agreement: AgreementResult;
  readonly scenes: readonly SceneCount[];
  readonly outside: readonly OutsideCase[];
  readonly changes: ChangeReport;
}

/** Written cases of one kind, by what a version gave them. */
export interface SceneCount {
  readonly version: MethodVersion;
  readonly reading: 'own' | 'leftOut';
  readonly kind: Kind;
  /** Cases by stars, N/A first. */
  readonly stars: readonly number[];
  readonly right: number;
}

/** A written case that a version rates outside the range that was written down for it. */
export interface OutsideCase {
  readonly version: MethodVersion;
  readonly reading: 'own' | 'leftOut';
  readonly name: string;
  readonly expected: string;
  readonly range: readonly [fewest: number, most: number];
  readonly stars: Stars;
  readonly why: string;
}

const KINDS: readonly Kind[] = ['good', 'elevated', 'bad', 'unknown'];

/** Computes the whole scorecard; seconds to a minute. */
export async function computeScorecard(): Promise<Scorecard> {
  const labels = readStarterLabels();
  const worlds = sampleWorlds(labels);
  const usdt = worlds.find(({ ticker }) => ticker === 'USDT');
  if (usdt === undefined) throw new Error('the records that ship have no USDT');
  const rated = await rateKnown(labels, worlds);
  const cases = await scoreCases();
  return {
    data: {
      labelled: labels.length,
      disputed: labels.filter(isDisputed).length,
      sampled: worlds.reduce((sum, { addresses }) => sum + addresses.length, 0),
    },
    lines: linesOf(rated),
    calibration: calibrationOf(rated),
    forward: await rateForward(labels),
    attacks: await runAttacks(),
    agreement: await measureAgreement(usdt),
    scenes: cases.flatMap(({ version, scored }) => countScenes(version, scored)),
    outside: cases.flatMap(({ version, scored }) => outsideOf(version, scored)),
    changes: await findChanges(labels, worlds),
  };
}

/** Every attack with every effort, under both versions. */
export async function runAttacks(): Promise<readonly AttackResult[]> {
  const results: AttackResult[] = [];
  for (const attack of ATTACKS) results.push(await runAttack(attack));
  return results;
}

interface ScoredByVersion {
  readonly version: MethodVersion;
  readonly scored: readonly ScoredCase[];
}

async function scoreCases(): Promise<readonly ScoredByVersion[]> {
  const realWorldOf = openRealWorlds();
  const all: ScoredByVersion[] = [];
  for (const version of METHOD_VERSIONS) {
    const scenes = await scoreAll(SCORE_CASES, sceneOf, version);
    all.push({ version, scored: [...scenes, ...(await scoreAll(REAL_CASES, realWorldOf, version))] });
  }
  return all;
}

const ratingOf = (one: ScoredCase, reading: 'own' | 'leftOut') => (reading === 'own' ? one.withLabel : one.leftOut);

function countScenes(version: MethodVersion, scored: readonly ScoredCase[]): readonly SceneCount[] {
  return (['own', 'leftOut'] as const).flatMap((reading) =>
    KINDS.map((kind): SceneCount => {
      const ratings = scored.filter(({ of }) => of.kind === kind).map((one) => ratingOf(one, reading));
      const stars = [0, 1, 2, 3, 4, 5].map(
        (given) => ratings.filter(({ assessment }) => assessment.stars === given).length,
      );
      return { version, reading, kind, stars, right: ratings.filter(({ right }) => right).length };
    }),
  );
}

function outsideOf(version: MethodVersion, scored: readonly ScoredCase[]): readonly OutsideCase[] {
  return scored
    .filter((one) => !isRight(one))
    .flatMap((one) =>
      (['own', 'leftOut'] as const).flatMap((reading): readonly OutsideCase[] => {
        const { right, range, assessment } = ratingOf(one, reading);
        const { name, expected } = one.of;
        const { stars, why } = assessment;
        return right ? [] : [{ version, reading, name, expected, range, stars, why }];
      }),
    );
}
