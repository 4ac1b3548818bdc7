import { isRecord, type RawTransfer } from '@assay/exposure';
import { type AccountState, newAccount } from '../accounts/account-balance.ts';
import { ZeroAmounts } from '../accounts/zero-amounts.store.ts';
import type { PositionedTransfer } from '../append/append.store.ts';
import { place, planSeconds } from '../append/append-transfers.ts';
import { oneAhead } from './one-ahead.ts';

/** Large enough that round trips do not dominate the look-up of accounts. */
const RECORDS_AT_ONCE = 5_000;
const RECORDS_PER_REPORT = 50_000;
const NOBODY: ReadonlySet<AccountState> = new Set();

interface PlacingPorts {
  /** The existing accounts of these addresses. */
  readonly accountsOf: (addresses: readonly string[]) => Promise<Iterable<AccountState>>;
  /** Numbers for new accounts. */
  readonly reserveIds: (count: number) => Promise<readonly number[]>;
  /** Balances of new accounts before their first record, by address. */
  readonly openings: ReadonlyMap<string, bigint>;
  readonly onProgress: (placed: number) => void;
  readonly signal: AbortSignal;
}

interface Planned {
  readonly record: RawTransfer;
  readonly position: number;
  readonly from: AccountState;
  readonly to: AccountState;
}

/**
 * Prepares staged transfers for the end of a transfer ledger: none of them is in a second that has stored records, and
 * no account has a later record. Each account they touch stays in memory from its first record to the last.
 */
export class Placing {
  duplicates = 0;
  ignored = 0;
  readonly zero = new ZeroAmounts();
  /** Accounts that were stored before, in their state after the records processed so far. */
  readonly touched: AccountState[] = [];
  /** New accounts. */
  readonly added: AccountState[] = [];
  readonly #ports: PlacingPorts;
  readonly #accounts = new Map<string, AccountState>();
  #placed = 0;

  constructor(ports: PlacingPorts) {
    this.#ports = ports;
  }

  /** Each record once, in order, with its position and its ratios; batches may end within a second. */
  async *place(batches: AsyncIterable<readonly RawTransfer[]>): AsyncGenerator<readonly PositionedTransfer[]> {
    await this.#findAll([...this.#ports.openings.keys()]);
    for await (const planned of oneAhead(this.#plan(batches))) {
      this.#ports.signal.throwIfAborted();
      yield planned.map(({ record, position, from, to }) => place(record, position, from, to, NOBODY));
      const reported = Math.floor(this.#placed / RECORDS_PER_REPORT);
      this.#placed += planned.length;
      if (Math.floor(this.#placed / RECORDS_PER_REPORT) > reported) this.#ports.onProgress(this.#placed);
    }
  }

  async *#plan(batches: AsyncIterable<readonly RawTransfer[]>): AsyncGenerator<readonly Planned[]> {
    let open: RawTransfer[] = [];
    for await (const batch of batches) {
      for (const transfer of batch) open.push(transfer);
      if (open.length < RECORDS_AT_ONCE) continue;
      const last = open.at(-1)?.time;
      if (open[0]?.time === last) continue;
      const whole = open.findLastIndex(({ time }) => time !== last) + 1;
      yield await this.#planSeconds(open.slice(0, whole));
      open = open.slice(whole);
    }
    yield await this.#planSeconds(open);
  }

  /** @param staged whole seconds */
  async #planSeconds(staged: readonly RawTransfer[]): Promise<readonly Planned[]> {
    const records = staged.filter(isRecord);
    if (records.length < staged.length) this.zero.add(staged);
    this.ignored += staged.length - records.length;
    const { insert, added } = planSeconds([], records, new Set());
    this.duplicates += records.length - added;
    const addresses: string[] = [];
    for (const { record } of insert) addresses.push(record.from, record.to);
    const ends = await this.#findAll(addresses);
    return insert.map(({ record, position }, at) => {
      const [from, to] = [ends[2 * at], ends[2 * at + 1]];
      if (from === undefined || to === undefined) throw new Error(`An account of ${record.transactionId} was not made`);
      return { record, position, from, to };
    });
  }

  /** The accounts of these addresses; missing ones are created. */
  async #findAll(addresses: readonly string[]): Promise<readonly AccountState[]> {
    const found = addresses.map((address) => this.#accounts.get(address));
    const unknown = new Set(addresses.filter((_, at) => found[at] === undefined));
    if (unknown.size > 0) {
      for (const account of await this.#ports.accountsOf([...unknown])) {
        this.#accounts.set(account.address, account);
        this.touched.push(account);
        unknown.delete(account.address);
      }
    }
    if (unknown.size > 0) this.#makeAll([...unknown], await this.#ports.reserveIds(unknown.size));
    return found.map((known, at) => {
      const account = known ?? this.#accounts.get(addresses[at] ?? '');
      if (account === undefined) throw new Error(`Account ${addresses[at]} was not made`);
      return account;
    });
  }

  #makeAll(addresses: readonly string[], ids: readonly number[]): void {
    for (const [at, address] of addresses.entries()) {
      const account = newAccount(ids[at] ?? 0, address);
      const opening = account.role === 'account' ? this.#ports.openings.get(address) : undefined;
      if (opening !== undefined) Object.assign(account, { opening, balance: opening, isOpeningKnown: true });
      this.#accounts.set(address, account);
      this.added.push(account);
    }
  }
}
