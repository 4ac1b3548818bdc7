import { ColumnStore, type Label } from '@assay/exposure';
import { type PoolClient, readCopied } from '../../../../platform/db/index.ts';
import { lacksNativeParts } from '../accounts/account-facts.store.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { AccountNumbers, ID_SPACE } from './account-numbers.ts';

export interface LoadOptions {
  /** Bytes the records may take; more is refused before any is read. */
  readonly maxBytes?: number;
  readonly signal: AbortSignal;
  readonly onProgress: (records: number, of: number) => void;
}

/** An account ledger in memory. Accounts have other numbers there than in the database. */
export interface LoadedLedger {
  readonly store: ColumnStore;
  /** Database id of each account, by its number in the store. */
  readonly ids: Float64Array;
}

const LABELS_PER_READ = 5_000;

/**
 * Brings an account ledger into memory, with its labels, from the one state of the database that `client` reads.
 *
 * @throws MemoryLimitError when it would not fit; nothing is read then.
 */
export async function loadColumns(
  client: PoolClient,
  labels: LabelsPort,
  ledger: Ledger,
  options: LoadOptions,
): Promise<LoadedLedger> {
  const limits = options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes };
  const store = new ColumnStore({ network: ledger.network, ...limits });
  const size = await sizeOf(client, ledger);
  store.requireRoom({ transfers: size.records, accounts: size.accounts, transactions: size.records });
  const { ids, numbers } = await loadAccounts(client, ledger, store, size);
  await loadTransfers(client, ledger, store, numbers, size.records, options);
  await loadLabels(labels, ledger, store, options.signal);
  return { store, ids };
}

interface LedgerSize {
  readonly records: number;
  readonly accounts: number;
  readonly numbers: AccountNumbers;
}

async function sizeOf(client: PoolClient, ledger: Ledger): Promise<LedgerSize> {
  const found = await client.query(
    'SELECT count(*) AS accounts, max(id) AS last FROM accounts WHERE ledger_id = $1 GROUP BY id / $2::bigint',
    [ledger.id, ID_SPACE],
  );
  return {
    records: ledger.records,
    accounts: found.rows.reduce((sum, { accounts }) => sum + Number(accounts), 0),
    numbers: new AccountNumbers(found.rows.map(({ last }) => Number(last))),
  };
}

/** Roles are known by their addresses; openings and gaps come along. */
async function loadAccounts(client: PoolClient, ledger: Ledger, store: ColumnStore, size: LedgerSize) {
  const isLacking = await lacksNativeParts(client, ledger);
  const ids = new Float64Array(size.accounts);
  const { numbers } = size;
  const query = `SELECT id, address, opening, CASE WHEN opening_unread THEN 1 ELSE 0 END, CASE WHEN opening_known THEN 1 ELSE 0 END,
      CASE WHEN short THEN 1 ELSE 0 END FROM accounts WHERE ledger_id = ${Number(ledger.id)} ORDER BY id`;
  for await (const rows of readCopied(client, query)) {
    const made = store.accountsOf(rows.map(([, address = '']) => address));
    for (const [at, [id = '', address = '', opening = '0', unread, known, short]] of rows.entries()) {
      const account = made[at] ?? 0;
      ids[account] = Number(id);
      numbers.set(Number(id), account);
      if (opening !== '0') store.setOpening(address, BigInt(opening));
      const isComplete = (known === '1' || (ledger.fromBeginning && short === '0')) && !isLacking;
      if (unread === '1' || !isComplete)
        store.mark(address, { openingUnread: unread === '1', incomplete: !isComplete });
    }
  }
  return { ids, numbers };
}

async function loadTransfers(
  client: PoolClient,
  ledger: Ledger,
  store: ColumnStore,
  numbers: AccountNumbers,
  records: number,
  { signal, onProgress }: LoadOptions,
): Promise<void> {
  const query = `SELECT from_id, to_id, amount, time, block, transaction_id FROM transfers
    WHERE ledger_id = ${Number(ledger.id)} ORDER BY position`;
  for await (const rows of readCopied(client, query)) {
    signal.throwIfAborted();
    for (const [from = '', to = '', amount = '', time = '', block = '', transaction = ''] of rows) {
      const units = amount.length < 16 ? Number(amount) : BigInt(amount);
      const id = store.transactions.add(transaction);
      store.write(numbers.of(Number(from)), numbers.of(Number(to)), units, Number(time), Number(block), id);
    }
    onProgress(store.count, records);
  }
}

async function loadLabels(labels: LabelsPort, ledger: Ledger, store: ColumnStore, signal: AbortSignal): Promise<void> {
  const known: (readonly [number, readonly Label[]])[] = [];
  for await (const one of labelsFrom(labels, ledger, store, 0, signal)) known.push(one);
  store.relabel(known);
}

/** Accounts from one on that carry any label, with their labels. */
export async function* labelsFrom(
  labels: LabelsPort,
  ledger: Ledger,
  store: ColumnStore,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<readonly [account: number, labels: readonly Label[]]> {
  const { count } = store.accounts;
  for (let first = start; first < count; first += LABELS_PER_READ) {
    signal.throwIfAborted();
    const size = Math.min(LABELS_PER_READ, count - first);
    const addresses = Array.from({ length: size }, (_, index) => store.addresses.addressOf(first + index));
    const found = await labels.labelsOf(ledger.network, addresses);
    for (const [index, own] of found.entries()) if (own.length > 0) yield [first + index, own];
  }
}
