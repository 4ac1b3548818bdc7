import type { Label } from '@assay/exposure';
import {
  type AssetTransfer,
  assessPayment,
  assessPlanned,
  assessWallet,
  type FlowStore,
  MemoryFlows,
} from '@assay/exposure/version-3';
import { Random } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inSnapshot, inTransaction } from '../../../../platform/db/index.ts';
import { appendTransfers } from '../append/append-transfers.ts';
import { undoBlocks } from '../append/undo-blocks.ts';
import { setOpenings } from '../import/staging/set-openings.ts';
import { ensureLedger, type Ledger } from '../ledgers/ledger.store.ts';
import { removeLedger } from '../ledgers/ledger-tables.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { buildFlows, removeFlows } from './build-flows.ts';
import { openFlows } from './postgres-flows.store.ts';
import { ACCOUNTS, ASSETS, type FlowHistory, flowHistory } from './test/histories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const NETWORK = 'ETH';
const CUT_OFF = 1_700_100_000;
const QUESTION = {
  cutOff: CUT_OFF,
  prices: { decimals: 0, usdOn: () => 2 },
  reviewedList: { version: 'test', has: (entity: string) => entity < 'd' },
};

type Ledgers = ReadonlyMap<string, Ledger>;

/** Appends all of a history in any order, undoes what is undone, and builds flows somewhere on the way. */
async function store(history: FlowHistory, seed: number, holdsTransactionsWhole: boolean): Promise<Ledgers> {
  const random = new Random(seed);
  const ledgers = new Map<string, Ledger>();
  for (const asset of ASSETS) ledgers.set(asset, await ensureLedger(database.pool, NETWORK, asset));
  const build = async () => {
    for (const ticker of random.shuffle(ASSETS)) {
      if (ticker !== 'USDT' && random.chance(0.3)) continue;
      await buildFlows(database.pool, { network: NETWORK, ticker }, { holdsTransactionsWhole });
    }
  };
  const arriving = random.shuffle([...history.transfers, ...history.undone]);
  const builtAt = random.below(arriving.length);
  for (let at = 0; at < arriving.length; ) {
    const size = 1 + random.below(12);
    if (builtAt >= at && builtAt < at + size) await build();
    await append(ledgers, arriving.slice(at, at + size));
    at += size;
  }
  const openings = [...history.openings].map(([address, amount]) => ({ address, amount }));
  for (const ledger of ledgers.values()) {
    await inTransaction(database.pool, async (client) => {
      await undoBlocks(client, ledger, history.undoneFrom);
      await setOpenings(client, ledger, openings);
    });
    await database.pool.query(
      'UPDATE accounts SET opening_unread = true WHERE ledger_id = $1 AND address = ANY ($2::text[])',
      [ledger.id, [...history.samples]],
    );
  }
  return ledgers;
}

/** As a follower does: ledgers one after the other in one transaction. */
async function append(ledgers: Ledgers, transfers: readonly AssetTransfer[]): Promise<void> {
  await inTransaction(database.pool, async (client) => {
    for (const [asset, ledger] of ledgers) {
      const add = transfers.filter((transfer) => transfer.asset === asset);
      if (add.length > 0) await appendTransfers(client, ledger, { add });
    }
  });
}

async function remove(ledgers: Ledgers): Promise<void> {
  for (const ledger of ledgers.values()) await removeLedger(database.pool, ledger, AbortSignal.timeout(60_000));
}

async function tablesOf({ id }: Ledger): Promise<unknown> {
  const flows = await database.pool.query('SELECT * FROM flows WHERE ledger_id = $1 ORDER BY position', [id]);
  const accounts = await database.pool.query('SELECT * FROM flow_accounts WHERE ledger_id = $1 ORDER BY id', [id]);
  return { flows: flows.rows, accounts: accounts.rows };
}

const labelsFrom = (labels: ReadonlyMap<string, readonly Label[]>, isCached: boolean): LabelsPort => ({
  labelsOf: async (_network, addresses) => addresses.map((address) => labels.get(address) ?? []),
  ...(isCached ? { labelled: async () => new Set(labels.keys()) } : {}),
});

/** Everything that version 3 says of the accounts of a store, as text. */
async function answers(store: FlowStore, asset: string): Promise<readonly string[]> {
  const all: unknown[] = [];
  for (const address of ACCOUNTS) {
    const question = { ...QUESTION, asset, address };
    all.push(await assessWallet(store, question));
    all.push(await assessPlanned(store, { ...question, amount: 50n, earlier: 7n }));
    const subject = await store.subject(address);
    if (subject === null) continue;
    const asks = [{ node: subject.node, position: Number.POSITIVE_INFINITY }];
    const [page] = await store.page('bwd', asks, 1000);
    for (const transaction of new Set(page?.records.map((flow) => flow.transaction))) {
      all.push(await assessPayment(store, { ...question, transaction }));
    }
  }
  return all.map((one) =>
    JSON.stringify(one, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  );
}

describe('flows in PostgreSQL', { timeout: 300_000 }, () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('are those of the records, however these came: history %i', async (seed) => {
    const history = flowHistory(seed, `h${seed}`);
    const holdsTransactionsWhole = seed % 2 === 0;
    const ledgers = await store(history, seed, holdsTransactionsWhole);
    const ids = history.transfers.map(({ transactionId }) => transactionId);
    const notReadWhole = new Set(holdsTransactionsWhole ? [] : ids);
    const labelsOf = (address: string) => history.labels.get(address) ?? [];
    const labels = labelsFrom(history.labels, seed % 3 === 0);
    for (const [asset, ledger] of ledgers) {
      const memory = new MemoryFlows({ ...history, network: NETWORK, asset, notReadWhole, labelsOf });
      const isOpen = await inSnapshot(database.pool, async (client) => {
        const opened = await openFlows(client, labels, NETWORK, asset);
        // Byte for byte what version 3 says over flows in memory.
        if (opened !== null) expect(await answers(opened.store, asset), asset).toEqual(await answers(memory, asset));
        return opened !== null;
      });
      expect(isOpen || asset !== 'USDT').toBe(true);
      if (!isOpen) continue;
      const kept = await tablesOf(ledger);
      await buildFlows(database.pool, { network: NETWORK, ticker: asset }, { holdsTransactionsWhole });
      expect(await tablesOf(ledger), asset).toEqual(kept);
    }
    await remove(ledgers);
  });

  it('are gone when they are removed, and changes of records then leave them out', async () => {
    const history = flowHistory(9, 'gone');
    const ledgers = await store(history, 9, true);
    for (const ticker of ASSETS) await removeFlows(database.pool, { network: NETWORK, ticker });
    await append(ledgers, history.undone);
    const opened = await inSnapshot(database.pool, (client) =>
      openFlows(client, labelsFrom(history.labels, false), NETWORK, 'USDT'),
    );
    expect(opened).toBe(null);
    expect((await database.pool.query('SELECT FROM flows')).rowCount).toBe(0);
    await remove(ledgers);
  });

  it('see what two writers of two assets add to one transaction at once', async () => {
    const history = flowHistory(12, 'two');
    const ledgers = await store(history, 12, false);
    const [usdt, eth] = [ledgers.get('USDT'), ledgers.get('ETH')];
    if (usdt === undefined || eth === undefined) throw new Error('the ledgers are gone');
    await buildFlows(database.pool, { network: NETWORK, ticker: 'USDT' });
    const add = async (ledger: Ledger, at: number, from: string, to: string) => {
      const place = { block: 900, transactionIndex: at, transactionId: `two-900-${at}`, time: 1_700_009_000 };
      const moved = { kind: 'token', index: 0, ordinal: 0, from, to, amount: 5n } as const;
      await inTransaction(database.pool, (client) =>
        appendTransfers(client, ledger, { add: [{ ...place, ...moved }] }),
      );
    };
    await Promise.all(Array.from({ length: 6 }, (_, at) => [add(usdt, at, 'a', 'b'), add(eth, at, 'b', 'a')]).flat());
    const kept = await tablesOf(usdt);
    const { rows } = await database.pool.query<{ readonly marks: number }>(
      'SELECT DISTINCT marks FROM flows WHERE ledger_id = $1 AND position >= 1700009000 * 2097152::bigint',
      [usdt.id],
    );
    // The receiver gave, the payer received, and nobody had records with others.
    expect(rows).toEqual([{ marks: 7 }]);
    await buildFlows(database.pool, { network: NETWORK, ticker: 'USDT' });
    expect(await tablesOf(usdt)).toEqual(kept);
    await remove(ledgers);
  });

  it('are refused for coins', async () => {
    await expect(buildFlows(database.pool, { network: 'BTC', ticker: 'BTC' })).rejects.toThrow(RangeError);
  });
});
