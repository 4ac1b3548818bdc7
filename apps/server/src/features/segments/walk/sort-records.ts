import path from 'node:path';
import { smallUnitsOf, unitsOf } from '../files/columns.ts';
import type { Manifest } from '../files/manifest.ts';
import { readGroups, requireRecord, SegmentFileError } from '../files/read-parquet.ts';
import { AccountRuns } from './account-runs.ts';
import { FileWriter } from './file-writer.ts';
import { outflowOf } from './half-rows.ts';
import { SPAN_BYTES, WALK_FILES, WIDE_BYTES } from './walk-files.ts';
import type { WalkPlan } from './walk-plan.ts';

const COLUMNS = [
  ...(['from_account', 'to_account', 'time', 'amount', 'wide_amount'] as const),
  ...(['inflow_share', 'covered', 'outflow_share', 'transaction_id'] as const),
] as const;
/** Numbers of records are words. */
const MOST_RECORDS = 2 ** 32 - 1;

export interface SortRecords {
  /** Of the segments. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly dir: string;
  readonly plan: Pick<WalkPlan, 'runRows'>;
  readonly hasTransactions: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

/** How many runs there are of rows by receiver and by sender. */
export interface SortedRuns {
  readonly inflows: number;
  readonly outflows: number;
}

/** Reads all records once, and sorts them into runs by receiver and by sender. */
export async function sortRecords(request: SortRecords): Promise<SortedRuns> {
  const { folder, manifest, dir, plan, hasTransactions, signal, onProgress } = request;
  if (manifest.records > MOST_RECORDS) {
    throw new SegmentFileError(
      `Scores are of ${MOST_RECORDS} records at most; these segments have ${manifest.records}.`,
    );
  }
  const inflows = new AccountRuns(dir, 'inflows', plan.runRows);
  const outflows = new AccountRuns(dir, 'outflows', plan.runRows);
  const wide = new WideAmounts(path.join(dir, WALK_FILES.wide));
  const transactions = hasTransactions ? new TransactionTexts(dir) : null;
  const columns = hasTransactions ? COLUMNS : COLUMNS.filter((name) => name !== 'transaction_id');
  let number = 0;
  for (const segment of manifest.segments) {
    for await (const group of readGroups(folder, segment.transfers, 'transfers', columns)) {
      signal.throwIfAborted();
      for (let row = 0; row < group.rows; row += 1) {
        number += 1;
        const decimal = group.amount[row];
        const inflowShare = Number(group.inflow_share[row]);
        const [covered, outflowShare] = [Number(group.covered[row]), Number(group.outflow_share[row])];
        const record = {
          ...{ number, time: Number(group.time[row]) },
          amount: smallUnitsOf(decimal) ?? wide.add(unitsIn(decimal, group.wide_amount[row])),
          inflowShare,
          outflow: outflowOf(covered, outflowShare),
        };
        requireRecord(Math.abs(record.amount), inflowShare, covered, outflowShare);
        const [from, to] = [Number(group.from_account[row]), Number(group.to_account[row])];
        inflows.add(to, from, record);
        outflows.add(from, to, record);
        transactions?.add(String(group.transaction_id[row]));
      }
      onProgress(`sorting records, ${Math.floor((100 * number) / manifest.records)}%`);
    }
  }
  wide.close();
  transactions?.close();
  return { inflows: inflows.finish(), outflows: outflows.finish() };
}

function unitsIn(decimal: unknown, text: unknown): bigint {
  return decimal instanceof Uint8Array ? unitsOf(decimal) : BigInt(String(text));
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
