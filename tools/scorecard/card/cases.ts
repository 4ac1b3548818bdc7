import type { Stars } from '@assay/domain';
import type { Kind } from '../case.ts';
import { REAL_CASES } from '../real-cases.ts';
import { openRealWorlds } from '../real-worlds.ts';
import { isRight, SCORE_CASES, type ScoredCase, scoreAll } from '../run.ts';
import { sceneOf } from '../scene.ts';
import { type ByVersion, byVersion, VERSIONS, type Version } from '../version.ts';
import type { Finding } from '../world/rate-3.ts';
import type { Reason } from '../world/reason-3.ts';

export type CaseReading = 'own' | 'leftOut';

/** Written cases of one kind, by what a version gave them. */
export interface SceneCount {
  readonly version: Version;
  readonly reading: CaseReading;
  readonly kind: Kind;
  /** Cases by stars, without stars first. */
  readonly stars: readonly number[];
  readonly right: number;
  /** Cases by why version 3 gives no stars. */
  readonly findings: Readonly<Partial<Record<Finding, number>>>;
}

/** A written case that a version rates outside the range that was written down for it. */
export interface OutsideCase {
  readonly version: Version;
  readonly reading: CaseReading;
  readonly name: string;
  readonly expected: string;
  readonly range: readonly [fewest: number, most: number];
  readonly stars: Stars;
  readonly why: string;
}

/** One written case by every version. */
export interface CaseRow {
  readonly name: string;
  readonly kind: Kind;
  readonly reading: CaseReading;
  readonly range: readonly [fewest: number, most: number];
  readonly stars: ByVersion<Stars>;
  readonly finding: Finding | null;
  /** What decides by version 3, and what versions 2 and 3 say of it. */
  readonly reason: Reason;
  readonly why2: string;
  readonly why3: string;
}

export type ScoredCases = ByVersion<readonly ScoredCase[]>;

const KINDS: readonly Kind[] = ['good', 'elevated', 'bad', 'unknown'];
const READINGS: readonly CaseReading[] = ['own', 'leftOut'];
const ALL_STARS: readonly Stars[] = [0, 1, 2, 3, 4, 5];
/** Their ranges were written for version 1; what version 3 makes of each case is in `CaseRow`. */
const FORMER: readonly Version[] = ['1', '2'];

/** Rates every written case, those of the records that ship included, by every version. */
export async function scoreCases(): Promise<ScoredCases> {
  const realWorldOf = openRealWorlds();
  const scored = async (version: Version) => [
    ...(await scoreAll(SCORE_CASES, sceneOf, version)),
    ...(await scoreAll(REAL_CASES, realWorldOf, version)),
  ];
  return { '1': await scored('1'), '2': await scored('2'), '3': await scored('3') };
}

const ratingOf = (one: ScoredCase, reading: CaseReading) => (reading === 'own' ? one.withLabel : one.leftOut);

export function countScenes(cases: ScoredCases): readonly SceneCount[] {
  return VERSIONS.flatMap((version) =>
    READINGS.flatMap((reading) =>
      KINDS.map((kind): SceneCount => {
        const ratings = cases[version].filter(({ of }) => of.kind === kind).map((one) => ratingOf(one, reading));
        const findings: Partial<Record<Finding, number>> = {};
        for (const { rated } of ratings) {
          if (rated.finding !== null) findings[rated.finding] = (findings[rated.finding] ?? 0) + 1;
        }
        return {
          version,
          reading,
          kind,
          stars: ALL_STARS.map((given) => ratings.filter(({ rated }) => rated.stars === given).length),
          right: ratings.filter(({ right }) => right).length,
          findings,
        };
      }),
    ),
  );
}

export function outsideOf(cases: ScoredCases): readonly OutsideCase[] {
  return FORMER.flatMap((version) =>
    cases[version]
      .filter((one) => !isRight(one))
      .flatMap((one) =>
        READINGS.flatMap((reading): readonly OutsideCase[] => {
          const { right, range, rated } = ratingOf(one, reading);
          const { name, expected } = one.of;
          const { stars, why } = rated;
          return right ? [] : [{ version, reading, name, expected, range, stars, why }];
        }),
      ),
  );
}

/** Every case by every version; without a label of its own, once. */
export function caseRows(cases: ScoredCases): readonly CaseRow[] {
  return cases['3'].flatMap((third, at) =>
    READINGS.flatMap((reading): readonly CaseRow[] => {
      const [first, second] = [cases['1'][at], cases['2'][at]];
      if (first === undefined || second === undefined) return [];
      const by = { '1': ratingOf(first, reading), '2': ratingOf(second, reading), '3': ratingOf(third, reading) };
      const { rated, range } = by['3'];
      if (rated.reason === null) return [];
      const { name, kind } = third.of;
      const row = {
        ...{ name, kind, reading, range, stars: byVersion((version) => by[version].rated.stars) },
        ...{ finding: rated.finding, reason: rated.reason, why2: by['2'].rated.why, why3: rated.why },
      };
      const own = ratingOf(third, 'own').rated;
      const isSame = reading === 'leftOut' && own.why === rated.why && own.stars === rated.stars;
      return isSame && second.withLabel.rated.stars === second.leftOut.rated.stars ? [] : [row];
    }),
  );
}
