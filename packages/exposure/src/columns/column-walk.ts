import { METHOD_REVISION } from '../method/method-revision.ts';
import { ratio } from '../records/ratios.ts';
import type { Direction, Position } from '../records/record.ts';
import type { DirectionExposure, EvidencePath, PathStep } from '../walk/exposure.ts';
import { FactsCache } from '../walk/facts.ts';
import { settingsOf, type WalkOptions, WalkPace } from '../walk/options.ts';
import { emptyExposure } from '../walk/result.ts';
import { walkRounds } from '../walk/rounds.ts';
import type { SubjectFacts } from '../walk/store.ts';
import { ColumnRound } from './column-round.ts';
import type { ColumnPath } from './column-rows.ts';
import { type ColumnScratch, giveBack, takeScratch } from './column-scratch.ts';
import type { ColumnWalk, WalkableColumns } from './column-tables.ts';
import * as at from './record-log.ts';

/** The walk of docs/method, section 3, on the tables of a column store: the results have the bytes of `walk` over pages. */
export async function walkColumns(
  columns: WalkableColumns,
  subject: SubjectFacts,
  direction: Direction,
  options: WalkOptions,
): Promise<DirectionExposure> {
  const settings = settingsOf(options);
  if (settings.revision !== METHOD_REVISION) {
    throw new RangeError(
      `"revision" expected ${METHOD_REVISION}, got ${settings.revision}: columns hold the latest rules`,
    );
  }
  const pace = new WalkPace(settings);
  const progress = { round: 0, threshold: settings.threshold, states: 0 };
  const account = subject.node - columns.tables.firstNode;
  const { starts, amounts } = ownRecords(columns, account, direction, settings.only);
  if (pace.isDue(starts.length)) await pace.rest(progress);
  if (starts.length === 0) return emptyExposure(direction, settings.threshold);
  const { total, weights } = weigh(amounts);
  if (pace.isDue(starts.length)) await pace.rest(progress);

  const scratch = takeScratch();
  try {
    const walk: ColumnWalk = { columns, direction, subject: account, starts, weights, settings, pace, scratch };
    return await walkRounds(
      { direction, records: starts.length, amount: total },
      settings,
      new FactsCache(columns, subject),
      (task) => new ColumnRound(walk, task).run(),
      async () => pathResolver(columns, direction, scratch),
      pace,
    );
  } finally {
    giveBack(scratch);
  }
}

interface OwnRecords {
  readonly starts: readonly number[];
  /** Base units; wide ones exact, the others as numbers. */
  readonly amounts: readonly (number | bigint)[];
}

/** @throws RangeError where `only` names what is no record of the account in this direction */
function ownRecords(
  columns: WalkableColumns,
  account: number,
  direction: Direction,
  only?: readonly Position[],
): OwnRecords {
  const { log, late, firstPosition } = columns.tables;
  const wanted = only === undefined ? null : new Set(only);
  const starts: number[] = [];
  const amounts: (number | bigint)[] = [];
  const next = direction === 'bwd' ? at.TO_PREVIOUS_IN : at.FROM_NEXT_OUT;
  let record = direction === 'bwd' ? columns.lastIn(account) : columns.firstOut(account);
  while (record !== 0 && record <= columns.lastRecord) {
    if (wanted === null || wanted.has(firstPosition + late.positionOf(record) - 1)) {
      starts.push(record);
      const amount = log.double(record, at.AMOUNT);
      amounts.push(amount < 0 ? columns.amountOf(record) : amount);
    }
    record = log.word(record, next);
  }
  if (wanted !== null && starts.length < wanted.size) {
    throw new RangeError('a position is no record of the subject in this direction');
  }
  return { starts, amounts };
}

/** Resolves paths, their steps in the order money moved; many paths share steps, and each is written once a walk. */
function pathResolver(
  columns: WalkableColumns,
  direction: Direction,
  { steps: indexes }: ColumnScratch,
): (path: ColumnPath) => EvidencePath {
  const { log, addresses, transactions } = columns.tables;
  const written: PathStep[] = [];
  const stepOf = (record: number): PathStep => {
    const index = indexes.find(record);
    const known = index < 0 ? undefined : written[index];
    if (known !== undefined) return known;
    const step = {
      from: addresses.addressOf(log.word(record, at.FROM)),
      to: addresses.addressOf(log.word(record, at.TO)),
      transactionId: transactions.textOf(log.word(record, at.TRANSACTION)),
      amount: columns.amountOf(record),
      time: log.word(record, at.TIME),
    };
    indexes.add(record, written.length);
    written.push(step);
    return step;
  };
  return ({ best, records }) => {
    const steps = records.map(stepOf);
    if (direction === 'fwd') steps.reverse();
    return { steps, hops: steps.length, share: best };
  };
}

/** Exact shares of the sum, as `ratio` gives them. */
function weigh(amounts: readonly (number | bigint)[]): { readonly total: bigint; readonly weights: Float64Array } {
  const weights = new Float64Array(amounts.length);
  let exact = 0;
  for (const amount of amounts) exact += typeof amount === 'number' ? amount : Number.POSITIVE_INFINITY;
  if (exact <= Number.MAX_SAFE_INTEGER) {
    for (const [index, amount] of amounts.entries()) weights[index] = Number(amount) / exact;
    return { total: BigInt(exact), weights };
  }
  let total = 0n;
  for (const amount of amounts) total += BigInt(amount);
  for (const [index, amount] of amounts.entries()) weights[index] = ratio(BigInt(amount), total);
  return { total, weights };
}
