import { METHOD_REVISION } from '../method/method-revision.ts';
import type { Direction, Position } from '../records/record.ts';
import type { DirectionExposure, WalkResult } from '../walk/exposure.ts';
import { type PacedSteps, settingsOf, type WalkOptions, WalkPace, type WalkSettings } from '../walk/options.ts';
import type { SubjectFacts } from '../walk/store.ts';
import { ColumnRound } from './column-round.ts';
import { type ColumnScratch, giveBack, takeScratch } from './column-scratch.ts';
import { columnSteps } from './column-steps.ts';
import type { WalkableColumns } from './column-tables.ts';
import { type OwnRecords, walkFromOwn } from './numbered-walk.ts';
import * as at from './record-log.ts';

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
    return yield* walkFromOwn({
      ...{ direction, subject: account, settings, pace, scratch },
      own: ownRecords(columns, account, direction, scratch, settings.only),
      amountOf: (record) => columns.amountOf(record),
      roundOf: (walk, task) => new ColumnRound({ ...walk, columns }, task),
      stepsOf: (records) => columnSteps(columns, scratch, records),
    });
  } finally {
    giveBack(scratch);
  }
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
