import type { Label, RawTransaction, RawTransfer } from '@assay/exposure';
import { accountGraph, coinGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inTransaction } from '../../../../platform/db/index.ts';
import { deriveLabels } from '../derive/derive-labels.ts';
import { ensureLedger, type Ledger } from '../ledgers/ledger.store.ts';
import { appendCoins } from './append-coins.ts';
import { appendTransfers } from './append-transfers.ts';
import { undoBlocks } from './undo-blocks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

type Labels = ReadonlyMap<string, readonly Label[]>;

/** Labels derived from a transfer ledger, as lines. */
async function derived(ledger: Ledger, labels: Labels): Promise<string[]> {
  const lines: string[] = [];
  await deriveLabels(
    database.pool,
    {
      given: () => ({
        labelsOf: async (_network, addresses) => addresses.map((address) => labels.get(address) ?? []),
        version: async () => 'v1',
        changes: async () => [],
      }),
      sink: {
        basisOf: async () => null,
        changeDerivedLabels: async () => false,
        replaceDerivedLabels: async (_network, _asset, list) => {
          lines.push(...list.map((one) => `${one.address} ${one.entity} ${one.category} ${one.source}`));
        },
      },
    },
    ledger,
    AbortSignal.timeout(60_000),
  );
  return lines.sort();
}

/** Everything of a ledger that a reader can see, without the numbers that differ from one ledger to the next. */
async function picture(ledger: Ledger, labels: Labels): Promise<unknown> {
  const read = async (sql: string): Promise<unknown[]> => (await database.pool.query(sql, [ledger.id])).rows;
  return {
    transfers: await read(
      `SELECT t.position, f.address AS from, r.address AS to, amount, inflow_share, covered, outflow_share, transaction_id
         FROM transfers t JOIN accounts f ON f.id = from_id JOIN accounts r ON r.id = to_id
        WHERE t.ledger_id = $1 ORDER BY t.position`,
    ),
    coins: await read(
      `SELECT c.transaction_id AS created, o.output_index, a.address, o.amount, s.transaction_id AS spent, o.input_index,
              o.created_position, o.spent_position
         FROM coin_outputs o JOIN coin_transactions c ON c.id = o.created_by LEFT JOIN accounts a ON a.id = o.owner_id
         LEFT JOIN coin_transactions s ON s.id = o.spent_by WHERE c.ledger_id = $1 ORDER BY 1, 2`,
    ),
    accounts: await read(
      `SELECT address, balance, short, inflows, outflows, received, sent FROM accounts
        WHERE ledger_id = $1 AND inflows + outflows > 0 ORDER BY address`,
    ),
    held: await read('SELECT records FROM ledgers WHERE id = $1'),
    derived: await derived(ledger, labels),
  };
}

/** The higher a record, the later its block: the last third is what a reorganisation replaces. */
function branches<T extends { readonly block: number }>(records: readonly T[]) {
  const blocks = [...new Set(records.map(({ block }) => block))].sort((a, b) => a - b);
  const fork = blocks[Math.floor((blocks.length * 2) / 3)] ?? 1;
  const trunk = records.filter(({ block }) => block < fork);
  const before = records.filter(({ block }) => block >= fork);
  return { fork, trunk, before };
}

let made = 0;
const nextTicker = (): string => {
  made += 1;
  return `R${made}`;
};

describe('a reorganisation of the last blocks', { timeout: 120_000 }, () => {
  it.each([1, 2, 3])('is undone and redone exactly, derived labels included: accounts, graph %i', async (seed) => {
    const graph = accountGraph({ seed, accounts: 150, transfers: 400 });
    const { fork, trunk, before } = branches(graph.transfers);
    const after = before
      .filter((_record, at) => at % 3 !== 0)
      .map(
        (record, at): RawTransfer => ({
          ...record,
          transactionId: `${record.transactionId}'`,
          amount: record.amount + BigInt(at % 2),
        }),
      );
    const append = (ledger: Ledger, add: readonly RawTransfer[]) =>
      inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
    const undo = (ledger: Ledger) => inTransaction(database.pool, (client) => undoBlocks(client, ledger, fork));
    const ledger = await ensureLedger(database.pool, 'ETH', nextTicker());
    await append(ledger, trunk);
    const atTheFork = await picture(ledger, graph.labels);
    await append(ledger, before);
    const first = await picture(ledger, graph.labels);
    await undo(ledger);
    expect(await picture(ledger, graph.labels)).toEqual(atTheFork);
    await append(ledger, after);
    const straight = await ensureLedger(database.pool, 'ETH', nextTicker());
    await append(straight, [...trunk, ...after]);
    const second = await picture(ledger, graph.labels);
    expect(second).toEqual(await picture(straight, graph.labels));
    expect(second).not.toEqual(first);
    await undo(ledger);
    await append(ledger, before);
    expect(await picture(ledger, graph.labels)).toEqual(first);
  });

  it.each([1, 2, 3])('is undone and redone exactly, derived labels included: coins, graph %i', async (seed) => {
    const graph = coinGraph({ seed, accounts: 150, transfers: 400 });
    const { fork, trunk, before } = branches(graph.transactions);
    const gone = new Set<string>();
    // What spends a coin of a transaction that is not on the other branch is not there either.
    const after = before.filter((transaction, at): transaction is RawTransaction => {
      const isOn = at % 3 !== 0 && !transaction.inputs.some(({ transactionId }) => gone.has(transactionId));
      if (!isOn) gone.add(transaction.transactionId);
      return isOn;
    });
    const append = (ledger: Ledger, transactions: readonly RawTransaction[]) =>
      inTransaction(database.pool, (client) => appendCoins(client, ledger, transactions));
    const undo = (ledger: Ledger) => inTransaction(database.pool, (client) => undoBlocks(client, ledger, fork));
    const ledger = await ensureLedger(database.pool, 'BTC', nextTicker());
    await append(ledger, trunk);
    const atTheFork = await picture(ledger, graph.labels);
    await append(ledger, before);
    const first = await picture(ledger, graph.labels);
    await undo(ledger);
    expect(await picture(ledger, graph.labels)).toEqual(atTheFork);
    await append(ledger, after);
    const straight = await ensureLedger(database.pool, 'BTC', nextTicker());
    await append(straight, [...trunk, ...after]);
    const second = await picture(ledger, graph.labels);
    expect(second).toEqual(await picture(straight, graph.labels));
    expect(second).not.toEqual(first);
    await undo(ledger);
    await append(ledger, before);
    expect(await picture(ledger, graph.labels)).toEqual(first);
  });
});
