import { CATEGORY_IDS, RESIDUAL_IDS } from '@assay/domain';
import type { Direction } from '../records/record.ts';
import { FLAGS, OPENING_UNREAD } from './account-rows.ts';
import type { ColumnSnapshot } from './column-snapshot.ts';
import * as at from './record-log.ts';

/** What a pass adds up: risk categories, then residuals. */
export const STREAM_KEYS: readonly string[] = [...CATEGORY_IDS, ...RESIDUAL_IDS];

const KEY_OF = new Map(STREAM_KEYS.map((key, index) => [key, index]));
const STILL_HELD = keyIndex('still_held');
const FEE = keyIndex('fee');
const UNKNOWN_ORIGIN = keyIndex('unknown_origin');
const NOT_FOLLOWED = keyIndex('not_followed');

/** State of a pass over some of the keys, as plain memory: for a checkpoint. */
export interface StreamState {
  /** Records done, counted in the pass's own order. */
  readonly done: number;
  readonly mixes: Float64Array;
  readonly sums: Float64Array;
}

/**
 * The exposure of every account at once, in one pass over all records in order (docs/method, section 3): going forward in time for what came in, backward for what went out. Keys are independent of each other, so
 * a pass may take only some of them and bound its memory: 16 bytes a key and account. Exact for every account that
 * `accountsForOwnWalks` does not name; for those, what came back to an absorbing account counts as its own.
 *
 * @example
 * const pass = new StreamPass(store.snapshot(), 'bwd', 0, STREAM_KEYS.length);
 * pass.run(Number.POSITIVE_INFINITY);
 * pass.shareOf(account, STREAM_KEYS.indexOf('mixer'));
 */
export class StreamPass {
  readonly direction: Direction;
  /** Keys of this pass, from `firstKey` on. */
  readonly firstKey: number;
  readonly keys: number;
  readonly #snapshot: ColumnSnapshot;
  /** Composition (bwd) or destination (fwd) of what each account has now, key by key. */
  readonly #mixes: Float64Array;
  /** What each account received or sent, by key, in base units. */
  readonly #sums: Float64Array;
  /** The part of one transfer, by key. */
  readonly #part: Float64Array;
  /** Numbers of the records in order; null where that is 1 to the last. */
  readonly #order: Uint32Array | null;
  #done: number;

  constructor(snapshot: ColumnSnapshot, direction: Direction, firstKey: number, keys: number, from?: StreamState) {
    this.#snapshot = snapshot;
    this.direction = direction;
    this.firstKey = firstKey;
    this.keys = keys;
    const { count } = snapshot.tables.accounts;
    this.#mixes = from?.mixes ?? new Float64Array(count * keys);
    this.#sums = from?.sums ?? new Float64Array(count * keys);
    this.#part = new Float64Array(keys);
    this.#order = snapshot.order();
    this.#done = from?.done ?? 0;
    if (from === undefined) beginMixes(snapshot, direction, this);
  }

  get state(): StreamState {
    return { done: this.#done, mixes: this.#mixes, sums: this.#sums };
  }

  /** Passes over so many more records; false when there are none left. */
  run(records: number): boolean {
    const order = this.#order;
    const count = order?.length ?? this.#snapshot.lastRecord;
    const end = Math.min(count, this.#done + records);
    for (let done = this.#done; done < end; done += 1) {
      const index = this.direction === 'bwd' ? done : count - 1 - done;
      const record = order === null ? index + 1 : (order[index] ?? 0);
      if (this.direction === 'bwd') this.#receive(record);
      else this.#send(record);
    }
    this.#done = end;
    return end < count;
  }

  /**
   * Share of everything an account received (bwd) or sent (fwd).
   *
   * @param total What it received or sent in base units, as `totals` adds it up.
   */
  shareOf(account: number, key: number, total: number): number {
    const sum = this.#sums[account * this.keys + key - this.firstKey] ?? 0;
    return total > 0 ? sum / total : 0;
  }

  /** Key of what absorbs at an account, -1 where nothing does. */
  #absorbing(account: number, record: number): number {
    const { labels, tables } = this.#snapshot;
    const slot = labels.slots[account] ?? 0;
    if (slot === 0) return -1;
    const absorber = labels.absorberOf(slot, tables.log.word(record, at.TIME), this.direction);
    if (absorber === null) return -1;
    return absorber === 'fee' ? FEE : (KEY_OF.get(absorber.label.category) ?? -1);
  }

  #receive(record: number): void {
    const { log } = this.#snapshot.tables;
    const from = log.word(record, at.FROM);
    const to = log.word(record, at.TO);
    const part = this.#part;
    const { keys, firstKey } = this;
    const absorbing = this.#absorbing(from, record);
    if (absorbing >= 0) {
      part.fill(0);
      if (absorbing >= firstKey && absorbing < firstKey + keys) part[absorbing - firstKey] = 1;
    } else {
      const covered = at.coveredOf(log.double(record, at.OUTFLOW));
      const source = from * keys;
      for (let key = 0; key < keys; key += 1) part[key] = covered * (this.#mixes[source + key] ?? 0);
      const opening = openingOf(this.#snapshot, from) - firstKey;
      if (covered < 1 && opening >= 0 && opening < keys) part[opening] = (part[opening] ?? 0) + (1 - covered);
    }
    this.#blend(to, log.double(record, at.INFLOW_SHARE), this.#amountOf(record));
  }

  #send(record: number): void {
    const { log } = this.#snapshot.tables;
    const from = log.word(record, at.FROM);
    const to = log.word(record, at.TO);
    const part = this.#part;
    const { keys, firstKey } = this;
    const absorbing = this.#absorbing(to, record);
    if (absorbing >= 0) {
      part.fill(0);
      if (absorbing >= firstKey && absorbing < firstKey + keys) part[absorbing - firstKey] = 1;
    } else {
      const target = to * keys;
      for (let key = 0; key < keys; key += 1) part[key] = this.#mixes[target + key] ?? 0;
    }
    const outflow = log.double(record, at.OUTFLOW);
    this.#blend(from, outflow < 0 ? 1 : outflow, this.#amountOf(record));
  }

  /** Mixes the part into an account and counts it into what the account received or sent. */
  #blend(account: number, share: number, amount: number): void {
    const { keys } = this;
    const mixes = this.#mixes;
    const sums = this.#sums;
    const part = this.#part;
    const start = account * keys;
    const rest = 1 - share;
    for (let key = 0; key < keys; key += 1) {
      const one = part[key] ?? 0;
      const index = start + key;
      mixes[index] = rest * (mixes[index] ?? 0) + share * one;
      sums[index] = (sums[index] ?? 0) + amount * one;
    }
  }

  #amountOf(record: number): number {
    const amount = this.#snapshot.tables.log.double(record, at.AMOUNT);
    return amount < 0 ? Number(this.#snapshot.amountOf(record)) : amount;
  }
}

/** Writes what each account consists of before its first record into mixes that are all 0. */
function beginMixes(
  records: ColumnSnapshot,
  direction: Direction,
  { firstKey, keys, state }: Pick<StreamPass, 'firstKey' | 'keys' | 'state'>,
): void {
  const { count } = records.tables.accounts;
  for (let account = 0; account < count; account += 1) {
    const key = (direction === 'fwd' ? STILL_HELD : openingOf(records, account)) - firstKey;
    if (key >= 0 && key < keys) state.mixes[account * keys + key] = 1;
  }
}

function openingOf({ tables }: ColumnSnapshot, account: number): number {
  return (tables.accounts.word(account, FLAGS) & OPENING_UNREAD) === 0 ? UNKNOWN_ORIGIN : NOT_FOLLOWED;
}

/** What every account received (bwd) or sent (fwd), base units as doubles, added up in the order of the pass. */
export function streamTotals(snapshot: ColumnSnapshot, direction: Direction): Float64Array {
  const { log, accounts } = snapshot.tables;
  const totals = new Float64Array(accounts.count);
  const end = direction === 'bwd' ? at.TO : at.FROM;
  const order = snapshot.order();
  const count = order?.length ?? snapshot.lastRecord;
  for (let index = 0; index < count; index += 1) {
    const record = order === null ? index + 1 : (order[index] ?? 0);
    const amount = log.double(record, at.AMOUNT);
    const account = log.word(record, end);
    totals[account] = (totals[account] ?? 0) + (amount < 0 ? Number(snapshot.amountOf(record)) : amount);
  }
  return totals;
}

function keyIndex(key: string): number {
  return STREAM_KEYS.indexOf(key);
}
