/** Identity, linear score, total, coverage, confidence and words (section 6). */
import { CATEGORIES, type Category, RESIDUALS, type Residual } from '@assay/domain';
import { isWorth } from './dollars.ts';
import { floorsOf, type HeldFloor } from './floors.ts';
import {
  atMost,
  compare,
  decimal,
  type Fraction,
  larger,
  meets,
  minus,
  ONE,
  over,
  percent,
  plus,
  smaller,
  sum,
  times,
  ZERO,
} from './fraction.ts';
import { type Counted, tierOf } from './label-choice.ts';
import type { Row, Scored } from './rows.ts';

export type NotRated = 'not_readable' | 'no_records' | 'protected_address' | 'too_little_attributed';

export interface Score {
  readonly notRated: NotRated | undefined;
  /** 0 to 100, six decimals; also where the address is not rated. */
  readonly total: number;
  /** 0 where the address is not rated. */
  readonly stars: number;
  readonly verdict: 'n/a' | 'low risk' | 'limited data' | 'medium risk' | 'high risk';
  readonly confidence: 'high' | 'medium' | 'low';
  readonly coverage: Coverage;
  readonly linear: { readonly incoming: Fraction; readonly outgoing: Fraction };
  readonly floors: readonly HeldFloor[];
  /** Directions whose rows of tiers S and A are too small to count. */
  readonly tooSmall: readonly Scored['way'][];
}

export interface Coverage {
  readonly attributed: Fraction;
  readonly clean: Fraction;
  readonly notFollowed: Fraction;
}

export interface Facts {
  readonly incoming: Scored;
  readonly outgoing: Scored;
  readonly ownLabel: Counted | undefined;
  readonly subjectIsService: boolean;
  readonly isProtected: boolean;
  readonly readable: boolean;
  readonly complete: boolean;
}

const INDIRECT = decimal(0.6);
const QUARTER = decimal(0.25);
const HUNDRED = decimal(100);

function shareOf(rows: readonly Row[]): Fraction {
  return sum(rows.map((row) => row.share));
}

function isIllicit(row: Row): boolean {
  return ['S', 'A'].includes(tierOf(row.category));
}

function isTooSmall({ rows, dollars }: Scored): boolean {
  const illicit = rows.filter(isIllicit);
  return illicit.length > 0 && !isWorth(dollars, shareOf(illicit), 10);
}

function linearOf(scored: Scored): Fraction {
  const tooSmall = isTooSmall(scored);
  const rows = scored.rows.map((row) => {
    const h = row.layer === 'direct' || tierOf(row.category) === 'S' ? ONE : INDIRECT;
    const weight = times(decimal(CATEGORIES[row.category].weight), h);
    return times(row.share, tooSmall && isIllicit(row) ? smaller(weight, QUARTER) : weight);
  });
  const left = [...scored.residuals].map(([residual, share]) =>
    times(times(share, decimal(RESIDUALS[residual].weight)), INDIRECT),
  );
  return times(HUNDRED, plus(sum(rows), sum(left)));
}

function coverageOf(directions: readonly Scored[]): Coverage {
  const residual = (scored: Scored, name: Residual) => scored.residuals.get(name) ?? ZERO;
  const amountOf = (share: (scored: Scored) => Fraction) =>
    sum(directions.map((scored) => times(scored.amount, share(scored))));
  const whole = amountOf((scored) =>
    scored.amount.num === 0n ? ZERO : minus(ONE, plus(residual(scored, 'still_held'), residual(scored, 'fee'))),
  );
  if (whole.num === 0n) return { attributed: ZERO, clean: ZERO, notFollowed: ZERO };
  const part = (share: (scored: Scored) => Fraction) => over(amountOf(share), whole);
  const isClean = ({ category }: Row) => ['C', 'D'].includes(tierOf(category)) && category !== 'other_entities';
  const labelled = (scored: Scored) => scored.rows.filter((row) => row.category !== 'unlabelled_service');
  return {
    attributed: part((scored) => shareOf(labelled(scored))),
    clean: part((scored) => shareOf(labelled(scored).filter(isClean))),
    notFollowed: part((scored) => residual(scored, 'not_followed')),
  };
}

const UNCOUNTED: readonly Category[] = ['seized_assets', 'enforcement_action'];

function serviceFloor({ rows, dollars }: Scored, complete: boolean): number {
  const share = shareOf(
    rows.filter((row) => row.strong && row.layer === 'direct' && isIllicit(row) && !UNCOUNTED.includes(row.category)),
  );
  if (!isWorth(dollars, share, 1000)) return 0;
  const step = [
    [50, 80],
    [25, 65],
    [10, 50],
  ].find(([least = 0]) => meets(share, percent(least)));
  if (step === undefined) return 0;
  return complete ? (step[1] ?? 0) : 20;
}

/** What the own label makes of the total; undefined where it does not decide. */
function byIdentity(
  own: Counted | undefined,
  flows: Fraction,
  incoming: Scored,
  complete: boolean,
): Fraction | undefined {
  if (own === undefined || own.label.category === 'other_entities') return undefined;
  const { category, confidence } = own.label;
  const sure = confidence >= 50;
  const tier = tierOf(category);
  switch (tier) {
    case 'S':
      return larger(decimal(sure ? 100 : 80), flows);
    case 'A':
      return larger(decimal(sure ? 95 : 75), flows);
    case 'B':
      return larger(decimal(sure ? 60 : 40), flows);
    case 'C':
    case 'D':
      if (!sure) return undefined;
      return larger(times(HUNDRED, decimal(CATEGORIES[category].weight)), decimal(serviceFloor(incoming, complete)));
  }
}

function sixDecimals(value: Fraction): number {
  const scaled = times(value, decimal(1_000_000));
  return Number((scaled.num * 2n + scaled.den) / (scaled.den * 2n)) / 1_000_000;
}

export function scoreOf(facts: Facts): Score {
  const { incoming, outgoing, complete } = facts;
  const both = [incoming, outgoing];
  const linear = { incoming: linearOf(incoming), outgoing: times(decimal(0.8), linearOf(outgoing)) };
  const floors = both.flatMap((scored) => floorsOf(scored, facts.subjectIsService));
  const highest = decimal(Math.max(0, ...floors.map((held) => held.floor)));
  const flows = larger(larger(linear.incoming, linear.outgoing), highest);
  const identity = byIdentity(facts.ownLabel, flows, incoming, complete);
  const decides = identity !== undefined;
  const total = sixDecimals(identity ?? flows);

  const coverage = coverageOf(both);
  const { attributed, clean, notFollowed } = coverage;
  const isAtLeast = (share: Fraction, least: number) => meets(share, percent(least));
  const isAtMost = (share: Fraction, most: number) => atMost(share, percent(most));
  const confidence =
    complete && isAtLeast(attributed, 60) && isAtMost(notFollowed, 2)
      ? 'high'
      : complete && isAtLeast(attributed, 25) && isAtMost(notFollowed, 10)
        ? 'medium'
        : 'low';

  const notRated = ((): NotRated | undefined => {
    if (facts.isProtected) return 'protected_address';
    if (decides) return undefined;
    if (!facts.readable) return 'not_readable';
    if (compare(plus(incoming.amount, outgoing.amount), ZERO) === 0) return 'no_records';
    return !isAtLeast(attributed, 10) && floors.length === 0 ? 'too_little_attributed' : undefined;
  })();

  const band = total < 20 ? 5 : total < 40 ? 4 : total < 60 ? 3 : total < 80 ? 2 : 1;
  const held = band === 5 && !decides && !(isAtLeast(clean, 40) && isAtMost(notFollowed, 10) && complete);
  const stars = notRated !== undefined ? 0 : held ? 4 : band;
  const verdicts = ['n/a', 'high risk', 'high risk', 'medium risk', 'low risk', 'low risk'] as const;
  const limited = stars === 4 && !decides && confidence === 'low';
  return {
    notRated,
    total,
    stars,
    verdict: limited ? 'limited data' : (verdicts[stars] ?? 'n/a'),
    confidence,
    coverage,
    linear,
    floors,
    tooSmall: both.filter(isTooSmall).map((scored) => scored.way),
  };
}
