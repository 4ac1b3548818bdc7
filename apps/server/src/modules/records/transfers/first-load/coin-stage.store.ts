import { NETWORKS, type NetworkId } from '@assay/domain';
import { orderTransactions, type RawTransaction } from '@assay/exposure';
import { copyBinary, type Db, type Pool, type PoolClient } from '../../../../platform/db/index.ts';
import { RANKS_PER_BLOCK } from '../append/append-coins.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';

/** Tables with the facts of a chain's blocks, unindexed, until all of them are made into records at once. */
export interface CoinStage {
  readonly transactions: string;
  readonly outputs: string;
  readonly inputs: string;
  readonly progress: string;
}

/** How far the blocks of a chain are staged. */
export interface StagedCoins {
  readonly height: number;
  readonly hash: string;
  /** Transactions so far; each has the number that it came as, from 1 on. */
  readonly transactions: number;
}

export function coinStage(network: NetworkId): CoinStage {
  if (NETWORKS[network].ledger !== 'utxo') throw new RangeError(`${network} is no network of coins`);
  const name = `first_${network.toLowerCase()}`;
  return {
    transactions: `${name}_transactions`,
    outputs: `${name}_outputs`,
    inputs: `${name}_inputs`,
    progress: `${name}_progress`,
  };
}

/**
 * Opens a stage for the one transaction that adds to it now, and creates its tables where it has none. All of them are
 * unlogged, the progress too: after a crash of PostgreSQL they are empty together, and the first load begins again; a
 * killed process loses nothing.
 *
 * @returns how far it is staged, null for nothing: no other process changes it until the transaction ends
 */
export async function openStage(client: PoolClient, stage: CoinStage): Promise<StagedCoins | null> {
  const { transactions, outputs, inputs, progress } = stage;
  await client.query(
    `CREATE UNLOGGED TABLE IF NOT EXISTS ${transactions} (number bigint NOT NULL, transaction_id text NOT NULL,
       position bigint NOT NULL, block bigint NOT NULL, block_index integer, time bigint NOT NULL,
       coinbase boolean NOT NULL, signed_by_several boolean NOT NULL);
     CREATE UNLOGGED TABLE IF NOT EXISTS ${outputs} (number bigint NOT NULL, output_index integer NOT NULL, owner text,
       amount numeric, position bigint NOT NULL);
     CREATE UNLOGGED TABLE IF NOT EXISTS ${inputs} (transaction_id text NOT NULL, output_index integer NOT NULL,
       number bigint NOT NULL, input_index integer NOT NULL, position bigint NOT NULL);
     CREATE UNLOGGED TABLE IF NOT EXISTS ${progress} (height bigint NOT NULL, hash text NOT NULL,
       transactions bigint NOT NULL);
     LOCK TABLE ${progress} IN EXCLUSIVE MODE`,
  );
  return await readStage(client, stage);
}

/** Null where nothing is staged. */
export async function readStage(db: Db, { progress }: CoinStage): Promise<StagedCoins | null> {
  const known = await db.query('SELECT to_regclass($1) IS NOT NULL AS known', [progress]);
  if (known.rows[0]?.known !== true) return null;
  const { rows } = await db.query(`SELECT height, hash, transactions FROM ${progress}`);
  const [row] = rows;
  if (row === undefined) return null;
  return { height: Number(row.height), hash: row.hash, transactions: Number(row.transactions) };
}

export async function dropStage(db: Db, { transactions, outputs, inputs, progress }: CoinStage): Promise<void> {
  await db.query(`DROP TABLE IF EXISTS ${transactions}, ${outputs}, ${inputs}, ${progress}`);
}

interface Numbered {
  readonly number: number;
  readonly position: number;
  readonly raw: RawTransaction;
}

/**
 * Stages whole blocks that follow those staged before, in the transaction that opened the stage.
 *
 * @param before as `openStage` gave it
 * @param transactions all of these blocks, in any order
 * @param last the last of the blocks
 */
export async function stageCoins(
  client: PoolClient,
  stage: CoinStage,
  before: StagedCoins | null,
  { transactions, last }: { transactions: readonly RawTransaction[]; last: Pick<StagedCoins, 'height' | 'hash'> },
): Promise<StagedCoins> {
  const numbered = placed(transactions, before?.transactions ?? 0);
  await copyBinary(
    client,
    {
      table: stage.transactions,
      columns: [
        'number',
        'transaction_id',
        'position',
        'block',
        'block_index',
        'time',
        'coinbase',
        'signed_by_several',
      ],
    },
    numbered,
    (row, { number, position, raw }) => {
      row.int8(number).text(raw.transactionId).int8(position).int8(raw.block).int4(raw.transactionIndex);
      row
        .int8(raw.time)
        .bool(raw.coinbase)
        .bool(raw.isSignedBySeveral === true);
    },
  );
  const outputs = numbered.flatMap(({ number, position, raw }) =>
    raw.outputs.map((output) => ({ number, position, output })),
  );
  await copyBinary(
    client,
    { table: stage.outputs, columns: ['number', 'output_index', 'owner', 'amount', 'position'] },
    outputs,
    (row, { number, position, output: { index, owner, amount } }) => {
      row.int8(number).int4(index);
      if (owner === null) row.null();
      else row.text(owner);
      row.numeric(amount).int8(position);
    },
  );
  const inputs = numbered.flatMap(({ number, position, raw }) =>
    raw.inputs.map((input, inputIndex) => ({ number, position, input, inputIndex })),
  );
  await copyBinary(
    client,
    { table: stage.inputs, columns: ['transaction_id', 'output_index', 'number', 'input_index', 'position'] },
    inputs,
    (row, { number, position, input, inputIndex }) =>
      row.text(input.transactionId).int4(input.index).int8(number).int4(inputIndex).int8(position),
  );
  await client.query(`DELETE FROM ${stage.progress}`);
  const count = (before?.transactions ?? 0) + numbered.length;
  await client.query(`INSERT INTO ${stage.progress} VALUES ($1, $2, $3)`, [last.height, last.hash, count]);
  return { height: last.height, hash: last.hash, transactions: count };
}

/** Numbers and positions of the transactions of whole blocks, as appending gives them. */
function placed(transactions: readonly RawTransaction[], numberBefore: number): readonly Numbered[] {
  const byId = new Map(transactions.map((raw) => [raw.transactionId, raw]));
  const ordered = orderTransactions(transactions, ({ inputs }) => {
    const parents = new Set<RawTransaction>();
    for (const { transactionId } of inputs) {
      const parent = byId.get(transactionId);
      if (parent !== undefined) parents.add(parent);
    }
    return [...parents];
  });
  let block = -1;
  let rank = 0;
  return ordered.map((raw, index) => {
    rank = raw.block === block ? rank + 1 : 0;
    block = raw.block;
    if (rank >= RANKS_PER_BLOCK) throw new RangeError(`Block ${block} holds too many transactions`);
    return { number: numberBefore + index + 1, position: block * RANKS_PER_BLOCK + rank, raw };
  });
}

/** Marks the pages of loaded tables as visible to all, so that index-only reads need not read the tables. */
export async function vacuumCoins(pool: Pool): Promise<void> {
  await pool.query('VACUUM coin_transactions, coin_outputs');
}

/** How many transactions a ledger has that are not staged. */
export async function countUnstaged(pool: Pool, ledger: Ledger, { transactions }: CoinStage): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*) AS unstaged FROM coin_transactions t
      WHERE t.ledger_id = $1 AND t.held
        AND NOT EXISTS (SELECT FROM ${transactions} s WHERE s.transaction_id = t.transaction_id AND s.block = t.block)`,
    [ledger.id],
  );
  return Number(rows[0]?.unstaged ?? 0);
}

/** Takes the numbers for all staged transactions; other ledgers take theirs above. */
export async function reserveNumbers(client: PoolClient, { transactions }: CoinStage): Promise<number> {
  // No other transaction takes a number between the two calls that read and set.
  await client.query('LOCK TABLE coin_transactions IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await client.query(
    `WITH now AS (SELECT nextval(pg_get_serial_sequence('coin_transactions', 'id')) AS first)
     SELECT first AS before, setval(pg_get_serial_sequence('coin_transactions', 'id'),
                                    first + (SELECT coalesce(max(number), 0) FROM ${transactions})) FROM now`,
  );
  return Number(rows[0]?.before ?? 0);
}
