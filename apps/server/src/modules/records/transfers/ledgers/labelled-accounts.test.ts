import { createHash } from 'node:crypto';
import type { Label, RawTransaction, RawTransfer } from '@assay/exposure';
import { exposureOf, MemoryAccountStore } from '@assay/exposure/reference';
import { accountGraph, bytesOf } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inSnapshot, inTransaction, type PoolClient } from '../../../../platform/db/index.ts';
import { partyFacts } from '../accounts/account-facts.store.ts';
import { appendCoins } from '../append/append-coins.ts';
import { appendTransfers } from '../append/append-transfers.ts';
import { setOpenings } from '../import/staging/set-openings.ts';
import { openTransferStore } from '../open-store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { ensureLedger, type Ledger } from './ledger.store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Labels whose addresses are remembered, as the product's are. */
function remembered(labels: ReadonlyMap<string, readonly Label[]>): LabelsPort {
  const labelled = new Set(labels.keys());
  return {
    labelsOf: async (_network, addresses) => addresses.map((address) => labels.get(address) ?? []),
    labelled: async () => labelled,
  };
}

type Graph = ReturnType<typeof accountGraph>;

async function ledgerWith({ openings }: Graph, ticker: string, transfers: readonly RawTransfer[]): Promise<Ledger> {
  const ledger = await ensureLedger(database.pool, 'ETH', ticker);
  const known = [...openings].map(([address, amount]) => ({ address, amount }));
  await inTransaction(database.pool, (client) => setOpenings(client, ledger, known));
  await append(ledger, transfers);
  return ledger;
}

function append(ledger: Ledger, transfers: readonly RawTransfer[]): Promise<unknown> {
  return inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: transfers }));
}

/** The rows of a ledger as they are now, for a database that goes back to them. */
async function kept(ledger: Ledger): Promise<{ readonly restore: () => Promise<void> }> {
  const own = ['ledger_changes', 'accounts', 'transfers', 'coin_transactions'];
  const rowsOf = [
    ['ledgers', `id = ${ledger.id}`],
    ...own.map((table) => [table, `ledger_id = ${ledger.id}`]),
  ] as const;
  const tables = [...rowsOf, ['coin_outputs', 'true']] as const;
  const { pool } = database;
  const { rows } = await pool.query<{ last: string }>('SELECT last_value AS last FROM account_ids');
  for (const [table, where] of tables) {
    await pool.query(`CREATE TABLE kept_${ledger.id}_${table} AS SELECT * FROM ${table} WHERE ${where}`);
  }
  return {
    restore: () =>
      inTransaction(pool, async (client) => {
        await client.query("SET LOCAL session_replication_role = 'replica'");
        for (const [table, where] of tables) {
          await client.query(`DELETE FROM ${table} WHERE ${where}`);
          // An identity column takes no other numbers.
          await client.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept_${ledger.id}_${table}`);
        }
        await client.query("SELECT setval('account_ids', $1)", [rows[0]?.last]);
      }),
  };
}

/** Digests of what the records say of each address, and the statements it took. */
async function answers(ledger: Ledger, labels: LabelsPort, addresses: readonly string[]) {
  const asked: string[] = [];
  const texts = await inSnapshot(database.pool, async (client) => {
    const opened = await openTransferStore(listening(client, asked), labels, ledger.network, ledger.ticker);
    if (opened === null) throw new Error('no records are held');
    return textsOf(opened.store, addresses);
  });
  return { texts, asked };
}

async function textsOf(store: Parameters<typeof exposureOf>[0], addresses: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const address of addresses) {
    const found = await exposureOf(store, address);
    texts.push(
      found === null
        ? 'unknown'
        : createHash('sha256')
            .update(bytesOf([found.incoming, found.outgoing]))
            .digest('hex'),
    );
  }
  return texts;
}

function listening(client: PoolClient, asked: string[]): PoolClient {
  return new Proxy(client, {
    get: (target, name) =>
      name === 'query'
        ? (question: Parameters<PoolClient['query']>[0] & { name?: string }) => {
            asked.push(question.name ?? '');
            return target.query(question);
          }
        : Reflect.get(target, name),
  });
}

function memoryOf(
  { labels, openings }: Graph,
  transfers: readonly RawTransfer[],
  openingUnread: ReadonlySet<string> = new Set(),
): MemoryAccountStore {
  return new MemoryAccountStore({ network: 'ETH', transfers, labels, openings, openingUnread, derive: false });
}

describe('accounts whose labels are known by their number', { timeout: 60_000 }, () => {
  it.each([1, 2, 3])('give the same bytes, also where records came later: graph %i', async (seed) => {
    const graph = accountGraph({ seed, accounts: 60, transfers: 600 });
    const labels = remembered(graph.labels);
    const early = graph.transfers.slice(0, 40);
    const ledger = await ledgerWith(graph, `NUMBER${seed}`, early);
    expect((await answers(ledger, labels, graph.wallets)).texts).toEqual(
      await textsOf(memoryOf(graph, early), graph.wallets),
    );
    await append(ledger, graph.transfers.slice(40));
    const later = await answers(ledger, labels, graph.wallets);
    expect(later.texts).toEqual(await textsOf(memoryOf(graph, graph.transfers), graph.wallets));
    // Accounts that came in between are read on, and none is asked for alone.
    expect(later.asked).toContain(`transfers-accounts-after-${ledger.id}`);
    expect(later.asked).not.toContain(`transfers-accounts-of-addresses-${ledger.id}`);
    expect(later.asked).not.toContain('transfers-account-facts');
    const again = await answers(ledger, labels, graph.wallets);
    expect(again.asked).not.toContain(`transfers-accounts-after-${ledger.id}`);
  });

  it('follow the labels when they change', async () => {
    const graph = accountGraph({ seed: 5, accounts: 40, transfers: 400 });
    const ledger = await ledgerWith(graph, 'NUMBERS', graph.transfers);
    const before = await answers(ledger, remembered(graph.labels), graph.wallets);
    const fewer = new Map([...graph.labels].slice(1));
    const after = await answers(ledger, remembered(fewer), graph.wallets);
    expect(after.texts).not.toEqual(before.texts);
    expect(after.texts).toEqual(await textsOf(memoryOf({ ...graph, labels: fewer }, graph.transfers), graph.wallets));
  });

  it('are read again where a failover or a restore took records back, whose numbers other accounts get', async () => {
    const graph = accountGraph({ seed: 9, accounts: 60, transfers: 600 });
    const labels = remembered(graph.labels);
    const [first, lost, next] = [0, 40, 200].map((from, at) => graph.transfers.slice(from, [40, 200, 600][at]));
    const ledger = await ledgerWith(graph, 'LOST', first ?? []);
    const before = await kept(ledger);
    await append(ledger, lost ?? []);
    await answers(ledger, labels, graph.wallets);
    await before.restore();
    for (const appended of [next ?? [], graph.transfers]) {
      await append(ledger, appended);
      const stored = appended === next ? [...(first ?? []), ...next] : graph.transfers;
      expect((await answers(ledger, labels, graph.wallets)).texts).toEqual(
        await textsOf(memoryOf(graph, stored), graph.wallets),
      );
    }
  });

  it('are read again of coins too', async () => {
    const { pool } = database;
    const { id } = await ensureLedger(pool, 'BTC', 'BTC');
    const [labelled = []] = accountGraph({ seed: 9, accounts: 60, transfers: 60 }).labels.values();
    const labels = remembered(new Map([['thief', labelled]]));
    const pay = (block: number, owner: string): RawTransaction => ({
      ...{ transactionId: `to-${owner}`, coinbase: true, block, time: 1_300_000_000 + block, transactionIndex: 0 },
      ...{ inputs: [], outputs: [{ index: 0, owner, amount: 50n }] },
    });
    const appendPaid = async (block: number, owner: string): Promise<void> => {
      const ledger = await ensureLedger(pool, 'BTC', 'BTC');
      await inTransaction(pool, (client) => appendCoins(client, ledger, [pay(block, owner)]));
    };
    const labelsOf = async (owner: string): Promise<readonly Label[] | undefined> => {
      const { rows } = await pool.query('SELECT id FROM accounts WHERE ledger_id = $1 AND address = $2', [id, owner]);
      const ledger = await ensureLedger(pool, 'BTC', 'BTC');
      return (await partyFacts(pool, labels, ledger, [Number(rows[0]?.id)]))[0]?.labels;
    };
    await appendPaid(1, 'somebody');
    const before = await kept(await ensureLedger(pool, 'BTC', 'BTC'));
    await appendPaid(2, 'nobody');
    expect(await labelsOf('nobody')).toEqual([]);
    await before.restore();
    await appendPaid(2, 'thief');
    expect(labelled).not.toEqual([]);
    expect(await labelsOf('thief')).toEqual(labelled);
    await appendPaid(3, 'another');
    expect([await labelsOf('another'), await labelsOf('thief')]).toEqual([[], labelled]);
  });

  it('are asked for one by one where some history was not read', async () => {
    const graph = accountGraph({ seed: 7, accounts: 40, transfers: 400 });
    const ledger = await ledgerWith(graph, 'UNREAD', graph.transfers);
    const labels = remembered(graph.labels);
    await answers(ledger, labels, graph.wallets);
    await database.pool.query(
      'UPDATE accounts SET opening_unread = true WHERE ledger_id = $1 AND address = ANY ($2::text[])',
      [ledger.id, graph.wallets.slice(0, 10)],
    );
    const memory = memoryOf(graph, graph.transfers, new Set(graph.wallets.slice(0, 10)));
    const found = await answers(ledger, labels, graph.wallets);
    expect(found.texts).toEqual(await textsOf(memory, graph.wallets));
  });
});
