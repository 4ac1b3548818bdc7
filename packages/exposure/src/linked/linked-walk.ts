import { type ColumnScratch, giveBack, takeScratch } from '../columns/column-scratch.ts';
import { type OwnRecords, walkFromOwn } from '../columns/numbered-walk.ts';
import type { RoundRecords } from '../columns/scratch-round.ts';
import { METHOD_REVISION } from '../method/method-revision.ts';
import type { Direction, Position } from '../records/record.ts';
import type { DirectionExposure, WalkResult } from '../walk/exposure.ts';
import { type PacedSteps, settingsOf, type WalkOptions, WalkPace, type WalkSettings } from '../walk/options.ts';
import * as at from './linked-records.ts';
import { LinkedRound } from './linked-round.ts';

/** Records between two looks at cancellation and pace. */
const RECORDS_PER_LOOK = 64;

/**
 * The walk of docs/method, section 3, on linked records: the results have the bytes of `walk` over pages. Positions are
 * numbers of records. At once, unless it has to yield on the way.
 *
 * @param labels by the slots that rows name
 * @param subject number of the account
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 * @throws RangeError where `options.only` names what is no record of the subject in this direction, or where
 * `options.revision` is an earlier one.
 */
export function walkLinked(
  records: at.LinkedRecords,
  labels: RoundRecords['labels'],
  subject: number,
  direction: Direction,
  options: WalkOptions,
): WalkResult {
  const settings = settingsOf(options);
  if (settings.revision !== METHOD_REVISION) {
    throw new RangeError(`"revision" expected ${METHOD_REVISION}, got ${settings.revision}: links follow its rules`);
  }
  const pace = new WalkPace(settings);
  return pace.run(walkSteps({ records, labels, subject, direction, settings, pace }));
}

interface LinkedWalk {
  readonly records: at.LinkedRecords;
  readonly labels: RoundRecords['labels'];
  readonly subject: number;
  readonly direction: Direction;
  readonly settings: WalkSettings;
  readonly pace: WalkPace;
}

function* walkSteps(walk: LinkedWalk): PacedSteps<DirectionExposure> {
  const { records, labels, subject, direction, settings, pace } = walk;
  const scratch = takeScratch();
  try {
    const own = new OwnReader(records, scratch);
    const numbers =
      settings.only === undefined
        ? numbersOf(records, subject, direction)
        : chosenNumbers(records, subject, direction, settings.only);
    for (const number of numbers) {
      own.add(number);
      if (own.count % RECORDS_PER_LOOK === 0 && pace.isDue(RECORDS_PER_LOOK)) {
        yield { round: 0, threshold: settings.threshold, states: 0 };
      }
    }
    return yield* walkFromOwn({
      ...{ direction, subject, own: own.all(), settings, pace, scratch },
      amountOf: (record) => records.amountOf(record),
      roundOf: (numbered, task) => new LinkedRound(numbered, task, records, labels),
      stepsOf: (some) => records.stepsOf(some),
    });
  } finally {
    giveBack(scratch);
  }
}

/** An account's records in the walk's order. */
function* numbersOf(records: at.LinkedRecords, account: number, direction: Direction): Generator<number> {
  const next = direction === 'bwd' ? at.TO_PREVIOUS_IN : at.FROM_NEXT_OUT;
  for (let record = records.firstOf(account, direction); record !== 0; ) {
    yield record;
    record = records.row(record).words[2 * records.at + next] ?? 0;
  }
}

function chosenNumbers(
  records: at.LinkedRecords,
  account: number,
  direction: Direction,
  only: readonly Position[],
): readonly number[] {
  const end = direction === 'bwd' ? at.TO : at.FROM;
  const numbers = [...new Set(only)].sort((a, b) => (direction === 'bwd' ? b - a : a - b));
  for (const number of numbers) {
    const isRecord = Number.isInteger(number) && number > 0 && number <= records.count;
    if (!isRecord || records.row(number).words[2 * records.at + end] !== account) {
      throw new RangeError(`position ${number} is no record of the subject in this direction`);
    }
  }
  return numbers;
}

/** Collects the subject's records in the memory of the walk. */
class OwnReader {
  readonly #records: at.LinkedRecords;
  readonly #scratch: ColumnScratch;
  #sum = 0;
  count = 0;

  constructor(records: at.LinkedRecords, scratch: ColumnScratch) {
    this.#records = records;
    this.#scratch = scratch;
  }

  add(record: number): void {
    if (this.count === this.#scratch.starts.length) this.#scratch.growStarts();
    const amount = this.#records.row(record).doubles[this.#records.at + at.AMOUNT] ?? 0;
    this.#scratch.starts[this.count] = record;
    this.#scratch.amounts[this.count] = amount;
    this.#sum += amount < 0 ? Number.POSITIVE_INFINITY : amount;
    this.count += 1;
  }

  all(): OwnRecords {
    const { starts, amounts } = this.#scratch;
    return { starts: starts.subarray(0, this.count), amounts: amounts.subarray(0, this.count), sum: this.#sum };
  }
}
