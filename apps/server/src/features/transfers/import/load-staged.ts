import type { RawTransfer } from '@assay/exposure';
import { isRecord } from '@assay/exposure';
import type { Pool, PoolClient } from '../../../db/index.ts';
import { inTransaction } from '../../../db/transactions.ts';
import { type AccountState, newAccount } from '../account-balance.ts';
import { reserveIds } from '../accounts.store.ts';
import type { PlacedTransfer } from '../append.store.ts';
import { type AppendResult, place, planSeconds } from '../append-transfers.ts';
import { hasTables } from '../asset-tables.store.ts';
import { ensureLedger, type Ledger, lockLedger } from '../ledger.store.ts';
import { loadAsset } from '../load-asset.ts';
import { keepZeroAmounts, ZeroAmounts } from '../zero-amounts.store.ts';
import {
  countTransfers,
  lockAppending,
  readImports,
  removeTransfers,
  streamTransfers,
  takeOpenings,
} from './staged.store.ts';

/** Accounts are kept in this process while an asset is loaded; more records than this are appended batch by batch. */
const MOST_RECORDS = 15_000_000;
/** Fewer are quicker appended. */
const LEAST_RECORDS = 1_000;
const RECORDS_PER_REPORT = 100_000;
const IDS_AT_ONCE = 5_000;
const NOBODY: ReadonlySet<AccountState> = new Set();

type LedgerName = Pick<Ledger, 'network' | 'ticker'>;

/**
 * Loads everything staged of an asset that holds nothing yet: ratios are fixed on the way from staging into tables
 * that nobody sees before they are whole. Null where that is not the case, or it is too little or too much.
 */
export function loadStaged(
  pool: Pool,
  name: LedgerName,
  onProgress: (appended: number) => void,
  signal: AbortSignal,
): Promise<AppendResult | null> {
  return inTransaction(pool, async (client) => {
    await lockAppending(client);
    const ledger = await ensureLedger(client, name.network, name.ticker);
    await lockLedger(client, ledger.id);
    if (await hasTables(client, ledger.id)) return null;
    const imports = await readImports(client);
    const staged = await countTransfers(client, name, imports);
    if (staged < LEAST_RECORDS || staged > MOST_RECORDS) return null;
    const loading = new Loading(pool, await takeOpenings(client, name), onProgress, signal);
    const records = await readBeside(pool, async (reader) =>
      loadAsset(client, ledger, {
        transfers: loading.place(streamTransfers(reader, name, imports)),
        accounts: () => loading.accounts(),
      }),
    );
    await keepZeroAmounts(client, name, loading.zero);
    await removeTransfers(client, name, imports);
    return { added: records, duplicates: loading.duplicates, ignored: loading.ignored, removed: 0 };
  });
}

/** A second connection: one cannot read rows out and write others in at the same time. */
async function readBeside<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    // It may be in the middle of its rows: no connection for anybody else.
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The accounts of an asset while it is loaded, and the records that passed. */
class Loading {
  duplicates = 0;
  ignored = 0;
  readonly zero = new ZeroAmounts();
  readonly #pool: Pool;
  readonly #onProgress: (appended: number) => void;
  readonly #signal: AbortSignal;
  readonly #accounts = new Map<string, AccountState>();
  readonly #openings: ReadonlyMap<string, bigint>;
  #ids: readonly number[] = [];
  #idsUsed = 0;
  #placed = 0;

  constructor(
    pool: Pool,
    openings: readonly { readonly address: string; readonly amount: bigint }[],
    onProgress: (appended: number) => void,
    signal: AbortSignal,
  ) {
    this.#pool = pool;
    this.#onProgress = onProgress;
    this.#signal = signal;
    // A later row about the same account corrects an earlier one.
    this.#openings = new Map(openings.map(({ address, amount }) => [address, amount]));
  }

  accounts(): Iterable<AccountState> {
    return this.#accounts.values();
  }

  /** Each record once, in order, with its place and its ratios. */
  async *place(batches: AsyncIterable<readonly RawTransfer[]>): AsyncGenerator<PlacedTransfer> {
    await this.#makeAll(this.#openings.keys());
    let open: RawTransfer[] = [];
    for await (const batch of batches) {
      this.#signal.throwIfAborted();
      const last = batch.at(-1)?.time;
      const whole = batch.findLastIndex(({ time }) => time !== last) + 1;
      if (whole === 0 && open.at(-1)?.time === last) {
        open.push(...batch);
        continue;
      }
      yield* await this.#placeSeconds([...open, ...batch.slice(0, whole)]);
      open = batch.slice(whole);
    }
    yield* await this.#placeSeconds(open);
  }

  /** @param staged whole seconds */
  async #placeSeconds(staged: readonly RawTransfer[]): Promise<readonly PlacedTransfer[]> {
    const records = staged.filter(isRecord);
    if (records.length < staged.length) this.zero.add(staged);
    this.ignored += staged.length - records.length;
    const { insert, added } = planSeconds([], records, new Set());
    this.duplicates += records.length - added;
    await this.#makeAll(endsOf(insert));
    const reported = Math.floor(this.#placed / RECORDS_PER_REPORT);
    this.#placed += added;
    if (Math.floor(this.#placed / RECORDS_PER_REPORT) > reported) this.#onProgress(this.#placed);
    return insert.map(({ record, position }) =>
      place(record, position, this.#accountOf(record.from), this.#accountOf(record.to), NOBODY),
    );
  }

  #accountOf(address: string): AccountState {
    const account = this.#accounts.get(address);
    if (account === undefined) throw new Error(`Account ${address} was not made`);
    return account;
  }

  async #makeAll(addresses: Iterable<string>): Promise<void> {
    for (const address of addresses) {
      if (this.#accounts.has(address)) continue;
      if (this.#idsUsed === this.#ids.length) {
        this.#ids = await reserveIds(this.#pool, IDS_AT_ONCE);
        this.#idsUsed = 0;
      }
      const account = newAccount(this.#ids[this.#idsUsed] ?? 0, address);
      this.#idsUsed += 1;
      const opening = account.role === 'account' ? this.#openings.get(address) : undefined;
      if (opening !== undefined) Object.assign(account, { opening, balance: opening, isOpeningKnown: true });
      this.#accounts.set(address, account);
    }
  }
}

function* endsOf(insert: readonly { readonly record: RawTransfer }[]): Generator<string> {
  for (const { record } of insert) {
    yield record.from;
    yield record.to;
  }
}
