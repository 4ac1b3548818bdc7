import { METHOD_REVISION } from '../method/method-revision.ts';
import { ratio } from '../records/ratios.ts';
import type { Direction, Position } from '../records/record.ts';
import { wholeOf } from '../records/whole-of.ts';
import type { DirectionExposure, WalkResult } from '../walk/exposure.ts';
import { type PacedSteps, settingsOf, type WalkOptions, WalkPace, type WalkSettings } from '../walk/options.ts';
import { emptyExposure, exposureFrom } from '../walk/result.ts';
import { Rounds } from '../walk/rounds.ts';
import type { SubjectFacts } from '../walk/store.ts';
import { ColumnPaths, type StepsOf } from './column-paths.ts';
import { ColumnRound } from './column-round.ts';
import type { ColumnPath } from './column-rows.ts';
import { type ColumnScratch, giveBack, takeScratch } from './column-scratch.ts';
import { columnSteps } from './column-steps.ts';
import type { WalkableColumns } from './column-tables.ts';
import * as at from './record-log.ts';
import type { ColumnWalk } from './scratch-round.ts';

/**
 * The walk of docs/method, section 3, on the tables of a column store: the results have the bytes of `walk` over pages.
 * At once, unless it has to yield on the way.
 *
 * @throws RangeError for another revision than the latest, and where `only` names what is no record of the subject
 */
export function walkColumns(
  columns: WalkableColumns,
  subject: SubjectFacts,
  direction: Direction,
  options: WalkOptions,
): WalkResult {
  const settings = settingsOf(options);
  if (settings.revision !== METHOD_REVISION) {
    throw new RangeError(
      `"revision" expected ${METHOD_REVISION}, got ${settings.revision}: columns hold the latest rules`,
    );
  }
  const pace = new WalkPace(settings);
  return pace.run(walkSteps(columns, subject, direction, settings, pace));
}

function* walkSteps(
  columns: WalkableColumns,
  subject: SubjectFacts,
  direction: Direction,
  settings: WalkSettings,
  pace: WalkPace,
): PacedSteps<DirectionExposure> {
  const scratch = takeScratch();
  try {
    const account = subject.node - columns.tables.firstNode;
    const own = ownRecords(columns, account, direction, scratch, settings.only);
    return yield* walkFromOwn({ columns, direction, subject: account, settings, pace, scratch }, own);
  } finally {
    giveBack(scratch);
  }
}

/** The subject's records in the walk's order; in memory that the walk gives back. */
interface OwnRecords {
  readonly starts: Uint32Array;
  /** Base units, below zero for those of 2^53 and more. */
  readonly amounts: Float64Array;
  /** Of all amounts; infinite with one of 2^53 and more. */
  readonly sum: number;
}

function* walkFromOwn(shared: Omit<ColumnWalk, 'starts' | 'weights'>, own: OwnRecords): PacedSteps<DirectionExposure> {
  const { columns, direction, settings, pace, scratch } = shared;
  const { starts } = own;
  const progress = { round: 0, threshold: settings.threshold, states: 0 };
  if (pace.isDue(starts.length)) yield progress;
  if (starts.length === 0) return emptyExposure(direction, settings.threshold);
  const { weights, total } = weigh(own, columns);
  if (pace.isDue(starts.length)) yield progress;

  const walk: ColumnWalk = { ...shared, starts, weights };
  const totals = { direction, records: starts.length, amount: total };
  const rounds = new Rounds<ColumnPath>(settings);
  let round = new ColumnRound(walk, rounds.next());
  while (rounds.add(yield* round.run())) {
    round.keepRecords();
    round = new ColumnRound(walk, rounds.next());
  }
  const { collector } = rounds.best;
  const stepsOf: StepsOf = (records) => columnSteps(columns, scratch, records);
  const writer = settings.evidence ? new ColumnPaths(stepsOf, direction, scratch, collector.rows) : null;
  const resolve = (paths: readonly ColumnPath[]) => writer?.write(paths) ?? [];
  // Columns hold whole histories: no account of a walk is partial.
  return yield* exposureFrom(totals, collector, resolve, rounds.extent([]), pace);
}

/** Exact shares of the sum, as `ratio` gives them, in place of the amounts. */
function weigh(
  { starts, amounts, sum }: OwnRecords,
  columns: WalkableColumns,
): { readonly total: bigint; readonly weights: Float64Array } {
  if (sum <= Number.MAX_SAFE_INTEGER) {
    for (let index = 0; index < amounts.length; index += 1) amounts[index] = (amounts[index] ?? 0) / sum;
    return { total: wholeOf(sum), weights: amounts };
  }
  const exact = Array.from(starts, (start) => columns.amountOf(start));
  const total = exact.reduce((all, amount) => all + amount, 0n);
  for (const [index, amount] of exact.entries()) amounts[index] = ratio(amount, total);
  return { total, weights: amounts };
}

/** @throws RangeError where `only` names what is no record of the account in this direction */
function ownRecords(
  columns: WalkableColumns,
  account: number,
  direction: Direction,
  scratch: ColumnScratch,
  only?: readonly Position[],
): OwnRecords {
  const { log, late, firstPosition } = columns.tables;
  const wanted = only === undefined ? null : new Set(only);
  const next = direction === 'bwd' ? at.TO_PREVIOUS_IN : at.FROM_NEXT_OUT;
  let { starts, amounts } = scratch;
  let count = 0;
  let sum = 0;
  let record = direction === 'bwd' ? columns.lastIn(account) : columns.firstOut(account);
  while (record !== 0 && record <= columns.lastRecord) {
    if (wanted === null || wanted.has(firstPosition + late.positionOf(record) - 1)) {
      if (count === starts.length) ({ starts, amounts } = scratch.growStarts());
      const amount = log.double(record, at.AMOUNT);
      starts[count] = record;
      amounts[count] = amount;
      sum += amount < 0 ? Number.POSITIVE_INFINITY : amount;
      count += 1;
    }
    record = log.word(record, next);
  }
  if (wanted !== null && count < wanted.size) {
    throw new RangeError('a position is no record of the subject in this direction');
  }
  return { starts: starts.subarray(0, count), amounts: amounts.subarray(0, count), sum };
}
