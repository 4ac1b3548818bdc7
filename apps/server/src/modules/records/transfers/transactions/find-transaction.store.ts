import { NETWORKS, type NetworkId } from '@assay/domain';
import { FEE_SINK, TRANSFER_KINDS } from '@assay/exposure';
import { type Db, oneOf, type Pool, type PoolClient, prepared } from '../../../../platform/db/index.ts';
import { acrossServers } from '../../placement/in-ledger.ts';
import { lacksNativeParts } from '../accounts/account-facts.store.ts';
import { readTransactions } from '../coin-records.store.ts';
import { accountsTable, transfersTable } from '../ledgers/asset-tables.store.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import {
  partiesOfCoins,
  partiesOfTransfers,
  type StoredTransaction,
  type TransactionMove,
} from './stored-transaction.ts';

/** The index is of these hashes: a fifth of what an index of the ids takes. Ids with equal hashes are compared. */
const HASHES = 'SELECT hashtextextended(id, 0) FROM unnest($1::text[]) AS id';

/**
 * What the records of one asset hold of a transaction; null where none is of it.
 *
 * @param ids spellings of its id, such as in upper case; the records write it in one of them
 */
export async function findTransaction(
  client: PoolClient,
  ledger: Ledger,
  ids: readonly string[],
): Promise<StoredTransaction | null> {
  return NETWORKS[ledger.network].ledger === 'utxo'
    ? findCoins(client, ledger, ids)
    : findTransfers(client, ledger, ids);
}

async function findTransfers(
  client: PoolClient,
  ledger: Ledger,
  ids: readonly string[],
): Promise<StoredTransaction | null> {
  const { rows } = await client.query(
    `SELECT t.transaction_id, t.position, t.time, t.block, t.kind, t.amount,
            f.address AS from_address, r.address AS to_address
       FROM ${transfersTable(ledger.id)} t
       JOIN ${accountsTable(ledger.id)} f ON f.ledger_id = $2 AND f.id = t.from_id
       JOIN ${accountsTable(ledger.id)} r ON r.ledger_id = $2 AND r.id = t.to_id
      WHERE hashtextextended(t.transaction_id, 0) = ANY (ARRAY(${HASHES})) AND t.transaction_id = ANY ($1)
      ORDER BY t.position`,
    [ids, ledger.id],
  );
  const [first] = rows;
  if (first === undefined) return null;
  // Spellings that differ are one transaction only where the records write it in one way.
  const own = rows.filter(({ transaction_id }) => transaction_id === first.transaction_id);
  const moves = own.map(({ from_address, to_address, amount, kind }): TransactionMove => {
    const name = TRANSFER_KINDS[kind];
    if (name === undefined) throw new Error(`a record of the transaction has the unknown kind ${kind}`);
    return { from: from_address, to: to_address, amount: BigInt(amount), kind: name };
  });
  const block = Number(first.block);
  return {
    id: first.transaction_id,
    time: Number(first.time),
    block: block === 0 ? null : block,
    isCoinbase: false,
    isWhole: !(await lacksNativeParts(client, ledger)),
    moves,
    parties: partiesOfTransfers(moves, (index) => Number(own[index]?.position)),
  };
}

async function findCoins(
  client: PoolClient,
  ledger: Ledger,
  ids: readonly string[],
): Promise<StoredTransaction | null> {
  const { rows } = await client.query(
    prepared(
      `SELECT id, transaction_id, block FROM coin_transactions
        WHERE ledger_id = $1 AND transaction_id = ANY ($2::text[]) AND held ORDER BY position LIMIT 1`,
      [ledger.id, ids],
    ),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const [transaction = null] = await readTransactions(client, [Number(row.id)]);
  if (transaction === null) throw new Error('a transaction that is held was not read');
  const { inputs, outputs, fee, node } = transaction;
  const addresses = await addressesOf(
    client,
    ledger,
    [...inputs, ...outputs].flatMap(({ owner }) => (owner === null ? [] : [owner])),
  );
  const nameOf = (owner: number | null) => (owner === null ? null : (addresses.get(owner) ?? null));
  const moves: readonly TransactionMove[] = [
    ...inputs.map(({ owner, amount }) => ({ from: nameOf(owner), to: null, amount, kind: 'coin' as const })),
    ...outputs.map(({ owner, amount }) => ({ from: null, to: nameOf(owner), amount, kind: 'coin' as const })),
    ...(fee === null || fee === 0n ? [] : [{ from: null, to: FEE_SINK, amount: fee, kind: 'fee' as const }]),
  ];
  return {
    id: row.transaction_id,
    time: transaction.time,
    block: row.block === null ? null : Number(row.block),
    isCoinbase: transaction.coinbase,
    isWhole: transaction.unknownInputs === 0,
    moves,
    parties: partiesOfCoins(moves, node),
  };
}

async function addressesOf(db: Db, ledger: Ledger, nodes: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.query(
    prepared('SELECT id, address FROM accounts WHERE ledger_id = $1 AND id = ANY ($2::bigint[])', [ledger.id, nodes]),
  );
  return new Map(rows.map(({ id, address }) => [Number(id), address]));
}

/** What the records of a network know of a transaction, whichever asset they are of. */
export interface KnownOnNetwork {
  /** Tickers that it moved, in order of the alphabet. */
  readonly tickers: readonly string[];
  /** It is known to have failed: it moved nothing but its fee. */
  readonly hasFailed: boolean;
}

/**
 * What the records of one database know of a transaction.
 *
 * @param ids spellings of its id
 */
export async function transactionOnNetwork(
  db: Db,
  network: NetworkId,
  ids: readonly string[],
): Promise<KnownOnNetwork> {
  return known(await knownRows(db, [network], ids)).get(network) ?? { tickers: [], hasFailed: false };
}

/**
 * What the records of each of these networks know of a transaction, on whichever server they are; a network that knows
 * nothing is not there.
 */
export async function transactionOnNetworks(
  pool: Pool,
  networks: readonly NetworkId[],
  ids: readonly string[],
): Promise<ReadonlyMap<NetworkId, KnownOnNetwork>> {
  // That a transaction failed is known of the network, in the main database.
  const rows = await acrossServers(
    pool,
    (one) => knownRows(one, networks, ids),
    ({ network, ticker }) => ({ network, ticker: ticker ?? '' }),
  );
  return known(rows);
}

interface KnownRow {
  readonly network: NetworkId;
  /** Null: the transaction is known to have failed. */
  readonly ticker: string | null;
}

async function knownRows(db: Db, networks: readonly NetworkId[], ids: readonly string[]): Promise<readonly KnownRow[]> {
  const { rows } = await db.query(
    `SELECT network, ticker
       FROM (SELECT DISTINCT l.network, l.ticker
               FROM ledgers l JOIN transfers t ON t.ledger_id = l.id
              WHERE l.network = ANY ($2) AND hashtextextended(t.transaction_id, 0) = ANY (ARRAY(${HASHES}))
                AND t.transaction_id = ANY ($1)
              UNION
             SELECT l.network, l.ticker
               FROM ledgers l JOIN coin_transactions c ON c.ledger_id = l.id AND c.transaction_id = ANY ($1) AND c.held
              WHERE l.network = ANY ($2)
              UNION
             SELECT network, NULL FROM evm_transactions WHERE network = ANY ($2) AND hash = ANY ($1) AND status = 0
            ) known
      ORDER BY network, ticker`,
    [ids, networks],
  );
  return rows.map(({ network, ticker }) => ({ network: oneOf(networks, network), ticker }));
}

function known(rows: readonly KnownRow[]): ReadonlyMap<NetworkId, KnownOnNetwork> {
  const byNetwork = Map.groupBy(rows, ({ network }) => network);
  return new Map(
    [...byNetwork].map(([network, own]) => {
      const tickers = own.flatMap(({ ticker }) => (ticker === null ? [] : [ticker])).toSorted();
      return [network, { tickers, hasFailed: own.some(({ ticker }) => ticker === null) }];
    }),
  );
}
