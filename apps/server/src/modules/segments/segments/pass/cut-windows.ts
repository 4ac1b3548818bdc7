import path from 'node:path';
import { smallUnitsOf } from '../files/columns.ts';
import type { Manifest } from '../files/manifest.ts';
import { largeUnitsOf, readGroups, requireRecord } from '../files/read-parquet.ts';
import { AppendFiles, writePieces } from './append-files.ts';
import { IdTable } from './id-table.ts';
import { bufferOf, type PassPlan } from './pass-plan.ts';

/** A run of records in memory at a time; its accounts are numbered from 0 in the order in which they appear. */
export interface WindowSize {
  readonly records: number;
  readonly accounts: number;
}

/** Bytes of an entry of a pair file: id, window, number in the window. */
export const PAIR_BYTES = 16;

const COLUMNS = [
  'from_account',
  'to_account',
  'time',
  'amount',
  'wide_amount',
  'inflow_share',
  'covered',
  'outflow_share',
] as const;

/** Paths of what is stored of a window. */
export const windowFiles = {
  records: (dir: string, window: number) => path.join(dir, `records-${window}`),
  ids: (dir: string, window: number) => path.join(dir, `ids-${window}`),
} as const;

/**
 * Cuts all records into windows that fit into memory, and notes for each range of ids which account is in which
 * window.
 */
export async function cutWindows(
  folder: string,
  manifest: Manifest,
  work: { readonly dir: string; readonly plan: PassPlan; readonly partOf: (id: number) => number },
  signal: AbortSignal,
  onProgress: (records: number) => void,
): Promise<readonly WindowSize[]> {
  const { dir, plan, partOf } = work;
  const pairs = new AppendFiles(dir, 'pairs', bufferOf(plan, plan.partitions));
  const sizes: WindowSize[] = [];
  const window = new WindowBuilder(plan);
  const close = (): void => {
    const { accounts } = window;
    for (let account = 0; account < accounts.count; account += 1) {
      const id = accounts.ids[account] ?? 0;
      const room = pairs.room(partOf(id), PAIR_BYTES);
      room.doubles[room.used / 8] = id;
      room.words[room.used / 4 + 2] = sizes.length;
      room.words[room.used / 4 + 3] = account;
      room.used += PAIR_BYTES;
    }
    writePieces(windowFiles.records(dir, sizes.length), window.pieces());
    writePieces(windowFiles.ids(dir, sizes.length), [accounts.ids.subarray(0, accounts.count)]);
    sizes.push({ records: window.count, accounts: accounts.count });
    window.clear();
  };
  let done = 0;
  for (const { transfers } of manifest.segments) {
    for await (const group of readGroups(folder, transfers, 'transfers', COLUMNS)) {
      signal.throwIfAborted();
      for (let row = 0; row < group.rows; row += 1) {
        if (window.isFull) close();
        const decimal = group.amount[row];
        const amount = smallUnitsOf(decimal) ?? Number(largeUnitsOf(decimal, group.wide_amount[row]));
        const inflowShare = Number(group.inflow_share[row]);
        const [covered, outflowShare] = [Number(group.covered[row]), Number(group.outflow_share[row])];
        requireRecord(amount, inflowShare, covered, outflowShare);
        window.add([Number(group.from_account[row]), Number(group.to_account[row]), Number(group.time[row])], amount, [
          inflowShare,
          covered,
          outflowShare,
        ]);
      }
      done += group.rows;
      onProgress(done);
    }
  }
  if (window.count > 0) close();
  pairs.flush();
  return sizes;
}

class WindowBuilder {
  readonly accounts: IdTable;
  count = 0;
  readonly #plan: PassPlan;
  readonly #doubles: readonly Float64Array[];
  readonly #words: readonly Uint32Array[];

  constructor(plan: PassPlan) {
    this.#plan = plan;
    this.accounts = new IdTable(plan.windowAccounts);
    this.#doubles = Array.from({ length: 4 }, () => new Float64Array(plan.windowRecords));
    this.#words = Array.from({ length: 3 }, () => new Uint32Array(plan.windowRecords));
  }

  /** Whether a record with two new accounts might not fit any more. */
  get isFull(): boolean {
    return this.count === this.#plan.windowRecords || this.accounts.count + 2 > this.#plan.windowAccounts;
  }

  add(
    [from, to, time]: readonly [number, number, number],
    amount: number,
    [inflowShare, covered, outflowShare]: readonly [number, number, number],
  ): void {
    const [amounts, inflowShares, coveredParts, outflowShares] = this.#doubles;
    const [senders, receivers, times] = this.#words;
    const index = this.count;
    if (amounts !== undefined) amounts[index] = amount;
    if (inflowShares !== undefined) inflowShares[index] = inflowShare;
    if (coveredParts !== undefined) coveredParts[index] = covered;
    if (outflowShares !== undefined) outflowShares[index] = outflowShare;
    if (senders !== undefined) senders[index] = this.accounts.add(from);
    if (receivers !== undefined) receivers[index] = this.accounts.add(to);
    if (times !== undefined) times[index] = time;
    this.count += 1;
  }

  /** Column after column, doubles first. */
  pieces(): readonly ArrayBufferView[] {
    return [...this.#doubles, ...this.#words].map((column) => column.subarray(0, this.count));
  }

  clear(): void {
    this.count = 0;
    this.accounts.clear();
  }
}
