import { ratio } from '../records/ratios.ts';
import type { Direction } from '../records/record.ts';
import { wholeOf } from '../records/whole-of.ts';
import type { DirectionExposure } from '../walk/exposure.ts';
import type { PacedSteps, WalkPace, WalkSettings } from '../walk/options.ts';
import { emptyExposure, exposureFrom } from '../walk/result.ts';
import { Rounds, type RoundTask } from '../walk/rounds.ts';
import { ColumnPaths, type StepsOf } from './column-paths.ts';
import type { ColumnPath } from './column-rows.ts';
import type { ColumnScratch } from './column-scratch.ts';
import type { NumberedWalk, ScratchRound } from './scratch-round.ts';

/** The subject's records in the walk's order; in memory that the walk gives back. */
export interface OwnRecords {
  readonly starts: Uint32Array;
  /** Base units, below zero for those of 2^53 and more. */
  readonly amounts: Float64Array;
  /** Of all amounts; infinite with one of 2^53 and more. */
  readonly sum: number;
}

/** A walk from an account's own records, wherever records are. */
export interface WalkFromOwn {
  readonly direction: Direction;
  readonly subject: number;
  readonly own: OwnRecords;
  readonly settings: WalkSettings;
  readonly pace: WalkPace;
  readonly scratch: ColumnScratch;
  readonly amountOf: (record: number) => bigint;
  readonly roundOf: (walk: NumberedWalk, task: RoundTask) => ScratchRound;
  readonly stepsOf: StepsOf;
}

/** The rounds of docs/method, section 3, over numbered records: the results have the bytes of `walk` over pages. */
export function* walkFromOwn(request: WalkFromOwn): PacedSteps<DirectionExposure> {
  const { direction, subject, own, settings, pace, scratch, roundOf } = request;
  const { starts } = own;
  const progress = { round: 0, threshold: settings.threshold, states: 0 };
  if (pace.isDue(starts.length)) yield progress;
  if (starts.length === 0) return emptyExposure(direction, settings.threshold);
  const { weights, total } = weigh(own, request.amountOf);
  if (pace.isDue(starts.length)) yield progress;

  const walk: NumberedWalk = { direction, subject, starts, weights, settings, pace, scratch };
  const totals = { direction, records: starts.length, amount: total };
  const rounds = new Rounds<ColumnPath>(settings);
  let round = roundOf(walk, rounds.next());
  while (rounds.add(yield* round.run())) {
    round.keepRecords();
    round = roundOf(walk, rounds.next());
  }
  const { collector } = rounds.best;
  const writer = settings.evidence ? new ColumnPaths(request.stepsOf, direction, scratch, collector.rows) : null;
  const resolve = (paths: readonly ColumnPath[]) => writer?.write(paths) ?? [];
  // Numbered records are whole histories: no account of a walk is partial.
  return yield* exposureFrom(totals, collector, resolve, rounds.extent([]), pace);
}

/** Exact shares of the sum, as `ratio` gives them, in place of the amounts. */
function weigh(
  { starts, amounts, sum }: OwnRecords,
  amountOf: (record: number) => bigint,
): { readonly total: bigint; readonly weights: Float64Array } {
  if (sum <= Number.MAX_SAFE_INTEGER) {
    for (let index = 0; index < amounts.length; index += 1) amounts[index] = (amounts[index] ?? 0) / sum;
    return { total: wholeOf(sum), weights: amounts };
  }
  const exact = Array.from(starts, (start) => amountOf(start));
  const total = exact.reduce((all, amount) => all + amount, 0n);
  for (const [index, amount] of exact.entries()) amounts[index] = ratio(amount, total);
  return { total, weights: amounts };
}
