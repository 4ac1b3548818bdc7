import { weightOf } from './categories.ts';
import { type Composition, type Source, sizeOf, tierOfSource } from './composition.ts';
import { type Dollars, isFrom, part } from './dollars.ts';
import {
  type Fraction,
  fraction,
  fractionOf,
  larger,
  meets,
  multiply,
  ONE,
  percent,
  rounded,
  sum,
  ZERO,
} from './fraction.ts';

/** One floor: from that share in percent and those dollars, by labels from 50 and by all labels. */
type Floor = readonly [percent: string, dollars: number, strong: number, all: number];

/** Direct, received (section 10), each row with the tiers whose sum it reads. */
const DIRECT: ReadonlyArray<readonly [string, readonly Floor[]]> = [
  [
    'S',
    [
      ['1', 0, 90, 70],
      ['0.1', 0, 70, 0],
      ['0.1', 1_000, 70, 45],
      ['0', 1_000, 45, 0],
    ],
  ],
  [
    'SA',
    [
      ['10', 0, 80, 65],
      ['3', 0, 65, 45],
      ['0.5', 0, 45, 0],
      ['0.1', 100_000, 70, 60],
      ['0.1', 10_000, 60, 22],
      ['0.1', 1_000, 22, 0],
    ],
  ],
  [
    'SAB',
    [
      ['50', 0, 55, 42],
      ['20', 0, 42, 22],
      ['5', 0, 22, 0],
    ],
  ],
];

/** Direct, paid: only the row of tier S differs. */
const PAID: typeof DIRECT = [
  [
    'S',
    [
      ['1', 0, 90, 70],
      ['0', 1_000, 90, 70],
      ['0', 10, 70, 0],
    ],
  ],
  ...DIRECT.slice(1),
];

const INDIRECT: typeof DIRECT = [
  [
    'S',
    [
      ['5', 0, 75, 50],
      ['1', 0, 50, 30],
      ['0.1', 0, 30, 0],
    ],
  ],
  [
    'SA',
    [
      ['25', 0, 65, 50],
      ['10', 0, 50, 35],
      ['3', 0, 35, 0],
      ['1', 1_000_000, 60, 50],
      ['1', 100_000, 50, 35],
      ['1', 10_000, 35, 0],
    ],
  ],
];

/** The largest floors that hold, by their first numbers and by their second. */
export interface Floors {
  readonly strong: number;
  readonly all: number;
}

const isStrong = ({ confidence, beforeDesignation }: Source): boolean => confidence >= 50 && !beforeDesignation;

const isDirect = ({ owners }: Source): boolean => owners === 1;

const isOfTiers = (source: Source, tiers: string): boolean => tiers.includes(tierOfSource(source) ?? 'none');

/** How much of some sources there is: its share, and whether it meets a bound in dollars. */
interface Measure {
  readonly share: Fraction;
  readonly isFrom: (bound: number) => boolean;
}

/** The floors of one table that hold. */
function floorsOf(table: typeof DIRECT, measure: (fits: (source: Source) => boolean) => Measure): Floors {
  let [strong, all] = [0, 0];
  for (const [tiers, floors] of table) {
    const ofStrong = measure((source) => isOfTiers(source, tiers) && isStrong(source));
    const ofAll = measure((source) => isOfTiers(source, tiers));
    for (const [from, dollars, first, second] of floors) {
      const holds = (of: Measure) =>
        of.share.n > 0n && meets(of.share, percent(from)) && (dollars === 0 || of.isFrom(dollars));
      if (holds(ofStrong)) strong = Math.max(strong, first);
      if (holds(ofAll)) all = Math.max(all, second);
    }
  }
  return { strong, all };
}

/** The total of a mixture: the larger of its largest floor and `L`, and the floors. */
export interface Total {
  readonly total: Fraction;
  readonly floors: Floors;
}

/** Floors and linear part of what was received. */
export function totalOf(mixture: Composition, dollars: Dollars): Total {
  const measured =
    (of: (source: Source) => boolean) =>
    (fits: (source: Source) => boolean): Measure => {
      const share = sizeOf(mixture, (source) => of(source) && fits(source));
      return { share, isFrom: (bound) => isFrom(part(dollars, share), bound) };
    };
  const direct = floorsOf(DIRECT, measured(isDirect));
  const indirect = floorsOf(
    INDIRECT,
    measured((source) => !isDirect(source)),
  );
  const floors = {
    strong: Math.max(direct.strong, indirect.strong),
    all: Math.max(direct.all, indirect.all),
  };
  const largest = fraction(BigInt(Math.max(floors.strong, floors.all)));
  return { total: rounded(larger(largest, linear(mixture)), 6), floors };
}

/** `L`: of tier S, A and B from labels of confidence 50 or more; tier S always counts 1. */
function linear(mixture: Composition): Fraction {
  const parts = [...mixture.values()].map(({ source, size }) => {
    if (!isOfTiers(source, 'SAB') || source.confidence < 50) return ZERO;
    if (isOfTiers(source, 'S')) return size;
    return multiply(size, multiply(weightOf(source.category), isDirect(source) ? ONE : fractionOf('0.6')));
  });
  return multiply(fraction(100n), sum(parts));
}

/** The floors of what was paid to acts (section 9). */
export const floorsPaid = (measure: (fits: (source: Source) => boolean) => Measure): Floors => floorsOf(PAID, measure);

/** Direct S and A of strong labels, without seized assets and enforcement action: what the service floor reads. */
export const serviceShare = (mixture: Composition): Fraction =>
  sizeOf(
    mixture,
    (source) =>
      isOfTiers(source, 'SA') &&
      isDirect(source) &&
      isStrong(source) &&
      !['seized_assets', 'enforcement_action'].includes(source.category),
  );

/** Direct S and A of all labels. */
export const directIllicit = (mixture: Composition): Fraction =>
  sizeOf(mixture, (source) => isOfTiers(source, 'SA') && isDirect(source));
