import path from 'node:path';
import { linked, NOTHING_COVERED } from '@assay/exposure';
import { smallUnitsOf } from '../files/columns.ts';
import type { Manifest } from '../files/manifest.ts';
import { largeUnitsOf, readGroups, requireRecord, SegmentFileError } from '../files/read-parquet.ts';
import { AppendFiles } from '../pass/append-files.ts';
import { bufferOf } from '../pass/pass-plan.ts';
import { FileWriter } from './file-writer.ts';
import { SPAN_BYTES, WALK_FILES, WIDE_BYTES } from './walk-files.ts';
import type { WalkPlan } from './walk-plan.ts';

const COLUMNS = [
  ...(['from_account', 'to_account', 'time', 'amount', 'wide_amount'] as const),
  ...(['inflow_share', 'covered', 'outflow_share', 'transaction_id'] as const),
] as const;
/** Numbers of records are words. */
const MOST_RECORDS = 2 ** 32 - 1;

export interface WriteRecords {
  /** Of the segments. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly dir: string;
  readonly plan: Pick<WalkPlan, 'parts'>;
  /** The range of ids that an account is in. */
  readonly partOf: (id: number) => number;
  readonly hasTransactions: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

/**
 * Reads all records once: writes their rows without links, and names both ends of each in the files of the ranges of
 * ids that these are in.
 */
export async function writeRecords(request: WriteRecords): Promise<void> {
  const { folder, manifest, dir, plan, partOf, hasTransactions, signal, onProgress } = request;
  if (manifest.records > MOST_RECORDS) {
    throw new SegmentFileError(
      `Scores are of ${MOST_RECORDS} records at most; these segments have ${manifest.records}.`,
    );
  }
  const rows = new FileWriter(path.join(dir, WALK_FILES.records));
  const ends = new AppendFiles(dir, ENDS, bufferOf(plan.parts, plan.parts.partitions));
  const wide = new WideAmounts(path.join(dir, WALK_FILES.wide));
  const transactions = hasTransactions ? new TransactionTexts(dir) : null;
  const columns = hasTransactions ? COLUMNS : COLUMNS.filter((name) => name !== 'transaction_id');
  const row = new RowBytes();
  let number = 0;
  for (const segment of manifest.segments) {
    for await (const group of readGroups(folder, segment.transfers, 'transfers', columns)) {
      signal.throwIfAborted();
      for (let index = 0; index < group.rows; index += 1) {
        number += 1;
        const decimal = group.amount[index];
        const amount = smallUnitsOf(decimal) ?? wide.add(largeUnitsOf(decimal, group.wide_amount[index]));
        const inflowShare = Number(group.inflow_share[index]);
        const [covered, outflowShare] = [Number(group.covered[index]), Number(group.outflow_share[index])];
        requireRecord(Math.abs(amount), inflowShare, covered, outflowShare);
        const [from, to] = [Number(group.from_account[index]), Number(group.to_account[index])];
        rows.write(row.of(Number(group.time[index]), amount, inflowShare, outflowOf(covered, outflowShare)));
        nameEnd(ends, partOf(from), from, number, IS_OUTFLOW);
        nameEnd(ends, partOf(to), to, number, IS_INFLOW);
        transactions?.add(String(group.transaction_id[index]));
      }
      onProgress(`reading records, ${Math.floor((100 * number) / manifest.records)}%`);
    }
  }
  rows.close();
  ends.flush();
  wide.close();
  transactions?.close();
}

/** A sender's share that left and the part of it that was covered, as one double: one who was short sent all it had. */
function outflowOf(covered: number, outflowShare: number): number {
  return covered === 1 ? outflowShare : covered === 0 ? NOTHING_COVERED : -covered;
}

/** The bytes of a record's row before it is linked. */
class RowBytes {
  readonly #bytes = new Uint8Array(linked.LINKED_BYTES);
  readonly #words = new Uint32Array(this.#bytes.buffer);
  readonly #doubles = new Float64Array(this.#bytes.buffer);

  of(time: number, amount: number, inflowShare: number, outflow: number): Uint8Array {
    this.#words[linked.TIME] = time;
    this.#doubles[linked.AMOUNT] = amount;
    this.#doubles[linked.INFLOW_SHARE] = inflowShare;
    this.#doubles[linked.OUTFLOW] = outflow;
    return this.#bytes;
  }
}

/** Files by ranges of ids: an end of a record by its account's id, the record's number, and which end it is. */
export const ENDS = 'ends';
export const END_BYTES = 16;
export const IS_OUTFLOW = 0;
export const IS_INFLOW = 1;

function nameEnd(ends: AppendFiles, part: number, id: number, number: number, end: number): void {
  const room = ends.room(part, END_BYTES);
  room.doubles[room.used / 8] = id;
  room.words[room.used / 4 + 2] = number;
  room.words[room.used / 4 + 3] = end;
  room.used += END_BYTES;
}

class WideAmounts {
  readonly #file: FileWriter;
  readonly #bytes = new Uint8Array(WIDE_BYTES);

  constructor(file: string) {
    this.#file = new FileWriter(file);
  }

  /** @returns what a row has in the place of the amount */
  add(units: bigint): number {
    let rest = units;
    for (let byte = WIDE_BYTES - 1; byte >= 0; byte -= 1) {
      this.#bytes[byte] = Number(rest & 255n);
      rest >>= 8n;
    }
    const index = this.#file.length / WIDE_BYTES;
    this.#file.write(this.#bytes);
    return -1 - index;
  }

  close(): void {
    this.#file.close();
  }
}

class TransactionTexts {
  readonly #texts: FileWriter;
  readonly #spans: FileWriter;
  readonly #span = new Float64Array(SPAN_BYTES / 8);
  readonly #encoder = new TextEncoder();

  constructor(dir: string) {
    this.#texts = new FileWriter(path.join(dir, WALK_FILES.transactions));
    this.#spans = new FileWriter(path.join(dir, WALK_FILES.spans));
  }

  add(transaction: string): void {
    const bytes = this.#encoder.encode(transaction);
    this.#span.set([this.#texts.length, bytes.length]);
    this.#spans.write(new Uint8Array(this.#span.buffer));
    this.#texts.write(bytes);
  }

  close(): void {
    this.#texts.close();
    this.#spans.close();
  }
}
