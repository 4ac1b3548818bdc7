import { CATEGORIES, RESIDUALS, type Stars, starsOfTotal } from '@assay/domain';
import { type Walked, walkAccounts } from './accounts.ts';
import { walkCoins } from './coins.ts';
import { meetsService } from './derive.ts';
import { dollarsMeet, shareMeets } from './dollars.ts';
import { type Floor, floorsOf, illicitCounts, serviceFloor } from './floors.ts';
import {
  decimal,
  type Fraction,
  fraction,
  larger,
  minus,
  ONE,
  over,
  plus,
  sixDecimals,
  smaller,
  sum,
  times,
} from './fraction.ts';
import type { DirectionExposure, ExposureRow, GivenLabel, Question } from './input.ts';
import { countingLabel, isProtected, labelsOf, tierOf } from './labels.ts';

/**
 * Reference of method version 2, which is in preparation: from records and labels to stars, written from the published
 * text alone. It is slow, exact and meant for small histories; the product is compared with it.
 */
export interface Assessment {
  readonly stars: Stars;
  readonly total: number;
  readonly notRated: NotRated | null;
  readonly incoming: DirectionExposure;
  readonly outgoing: DirectionExposure;
  /** Incoming rows of tier S that are listed and left out of everything else. */
  readonly setAside: readonly ExposureRow[];
  readonly floors: readonly Floor[];
  readonly governedBy: GivenLabel | null;
  readonly coverage: Coverage;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly word: 'low risk' | 'limited data' | 'medium risk' | 'high risk' | null;
}

export type NotRated =
  | 'network not traceable'
  | 'every source failed'
  | 'money sent here is destroyed'
  | 'no confirmed record'
  | 'attributed below 10%';

export interface Coverage {
  readonly attributed: Fraction;
  readonly clean: Fraction;
  readonly notFollowed: Fraction;
}

/** Direct incoming S that is small in share and dollars leaves the direction, which is weighed without it. */
function setAside(exposure: DirectionExposure): { rest: DirectionExposure; aside: readonly ExposureRow[] } {
  const small = (row: ExposureRow): boolean => row.layer === 'direct' && tierOf(row.category) === 'S';
  const aside = exposure.rows.filter(small);
  const share = sum(aside.map((row) => row.share));
  if (share.n === 0n || shareMeets(share, '0.1') || dollarsMeet(exposure, share, 1000))
    return { rest: exposure, aside: [] };
  const left = minus(ONE, share);
  const rest: DirectionExposure = {
    ...exposure,
    weight: times(exposure.weight, left),
    dollars: exposure.dollarsWithoutDirectS,
    rows: exposure.rows.filter((row) => !small(row)).map((row) => ({ ...row, share: over(row.share, left) })),
    unknownOrigin: over(exposure.unknownOrigin, left),
    notFollowed: over(exposure.notFollowed, left),
    stillHeld: over(exposure.stillHeld, left),
    fee: over(exposure.fee, left),
  };
  return { rest, aside };
}

function linearOf(exposure: DirectionExposure): Fraction {
  const counts = illicitCounts(exposure, exposure.rows);
  const points = exposure.rows.map((row) => {
    const tier = tierOf(row.category);
    const near = row.layer === 'direct' || tier === 'S' ? ONE : decimal('0.6');
    const weighed = times(decimal(CATEGORIES[row.category].weight), near);
    const factor = (tier === 'S' || tier === 'A') && !counts ? smaller(weighed, decimal('0.25')) : weighed;
    return times(row.share, factor);
  });
  const unseen = times(plus(exposure.unknownOrigin, exposure.notFollowed), decimal('0.6'));
  return times(fraction(100), plus(sum(points), times(unseen, decimal(RESIDUALS.unknown_origin.weight))));
}

function coverageOf(directions: readonly DirectionExposure[]): Coverage {
  const weighed = (part: (one: DirectionExposure) => Fraction): Fraction =>
    sum(directions.map((one) => times(one.weight, part(one))));
  const explained = weighed((one) => minus(ONE, plus(one.stillHeld, one.fee)));
  const rows = (accepts: (row: ExposureRow) => boolean): Fraction =>
    over(
      weighed((one) => sum(one.rows.filter(accepts).map((row) => row.share))),
      explained,
    );
  const named = (row: ExposureRow): boolean => row.category !== 'unlabelled_service';
  const harmless = (row: ExposureRow): boolean => ['C', 'D'].includes(tierOf(row.category));
  return {
    attributed: rows(named),
    clean: rows((row) => named(row) && harmless(row) && row.category !== 'other_entities'),
    notFollowed: over(
      weighed((one) => one.notFollowed),
      explained,
    ),
  };
}

const IDENTITY = { S: [100, 80], A: [95, 75], B: [60, 40] } as const;

function governing(question: Question): GivenLabel | null {
  const labels = labelsOf(question.labels, question.contracts, question.network, question.subject);
  const label = countingLabel(labels, question.asOf)?.label ?? null;
  if (label === null || label.category === 'other_entities') return null;
  const mild = ['C', 'D'].includes(tierOf(label.category));
  return mild && label.confidence < 50 ? null : label;
}

function totalOf(label: GivenLabel | null, scored: Fraction, incoming: DirectionExposure, complete: boolean): Fraction {
  if (label === null) return scored;
  const tier = tierOf(label.category);
  if (tier === 'C' || tier === 'D')
    return larger(
      times(fraction(100), decimal(CATEGORIES[label.category].weight)),
      fraction(serviceFloor(incoming, complete)),
    );
  return larger(scored, fraction(IDENTITY[tier][label.confidence >= 50 ? 0 : 1]));
}

function isComplete(question: Question, shortfall: boolean): boolean {
  const { history } = question;
  return (
    history.fromFirstRecord &&
    history.toTip &&
    history.bothDirections &&
    history.tracesAndReceipts !== false &&
    (history.countByProvider === null || history.countByProvider === history.countHeld) &&
    !shortfall
  );
}

function confidenceOf(coverage: Coverage, complete: boolean): Assessment['confidence'] {
  const atMost = (percent: number): boolean => !aboveBy(coverage.notFollowed, percent);
  if (complete && shareMeets(coverage.attributed, '60') && atMost(2)) return 'high';
  return complete && shareMeets(coverage.attributed, '25') && atMost(10) ? 'medium' : 'low';
}

/** Above a bound by more than one billionth. */
function aboveBy(share: Fraction, percent: number): boolean {
  const over1e9 = minus(share, plus(fraction(percent, 100), fraction(1, 1_000_000_000)));
  return over1e9.n > 0n;
}

function wordOf(stars: Stars, coverage: Coverage, confidence: Assessment['confidence']): Assessment['word'] {
  switch (stars) {
    case 0:
      return null;
    case 5:
      return 'low risk';
    case 4:
      return confidence !== 'low' && shareMeets(coverage.attributed, '25') ? 'low risk' : 'limited data';
    case 3:
      return 'medium risk';
    case 2:
    case 1:
      return 'high risk';
  }
}

function notRatedFor(question: Question, governed: boolean, recorded: boolean, thin: boolean): NotRated | null {
  if (isProtected(question.network, question.subject)) return 'money sent here is destroyed';
  if (governed) return null;
  if (!question.traceable) return 'network not traceable';
  if (question.everySourceFailed) return 'every source failed';
  if (!recorded) return 'no confirmed record';
  return thin ? 'attributed below 10%' : null;
}

/** The assessment of walked exposure; `assess` walks first. */
function assessWalked(question: Question, walked: Walked): Assessment {
  const { rest: incoming, aside } = setAside(walked.incoming);
  const { outgoing, subjectHistory } = walked;
  const service = meetsService(fraction(subjectHistory.opening), subjectHistory.movements);
  const floors = [...floorsOf(incoming, service), ...floorsOf(outgoing, service)];
  const linear = larger(linearOf(incoming), times(decimal('0.8'), linearOf(outgoing)));
  const highest = Math.max(0, ...floors.map((floor) => floor.value));
  const label = governing(question);
  const complete = isComplete(question, walked.shortfall);
  const total = sixDecimals(totalOf(label, larger(linear, fraction(highest)), incoming, complete));
  const coverage = coverageOf([incoming, outgoing]);
  const confidence = confidenceOf(coverage, complete);
  const recorded = plus(walked.incoming.weight, outgoing.weight).n > 0n;
  const thin = !shareMeets(coverage.attributed, '10') && highest === 0;
  const notRated = notRatedFor(question, label !== null, recorded, thin);
  const wellKnown = complete && shareMeets(coverage.clean, '40') && !aboveBy(coverage.notFollowed, 10);
  const reached = starsOfTotal(total);
  const rated: Stars = label === null && reached === 5 && !wellKnown ? 4 : reached;
  const stars: Stars = notRated === null ? rated : 0;
  return {
    stars,
    total: notRated === null ? total : 0,
    notRated,
    incoming,
    outgoing,
    setAside: aside,
    floors,
    governedBy: isProtected(question.network, question.subject) ? null : label,
    coverage,
    confidence,
    word: wordOf(stars, coverage, confidence),
  };
}

export function assess(question: Question): Assessment {
  switch (question.ledger) {
    case 'account':
      return assessWalked(question, walkAccounts(question));
    case 'utxo':
      return assessWalked(question, walkCoins(question));
  }
}
