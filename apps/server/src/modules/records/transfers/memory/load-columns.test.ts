import { type ExposureStore, MemoryLimitError } from '@assay/exposure';
import { exposureOf, MemoryAccountStore } from '@assay/exposure/reference';
import { accountGraph, bytesOf, Random } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inSnapshot, inTransaction } from '../../../../platform/db/index.ts';
import { appendTransfers } from '../append/append-transfers.ts';
import { setOpenings } from '../import/staging/set-openings.ts';
import { ensureLedger } from '../ledgers/ledger.store.ts';
import { openTransferStore } from '../open-store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { loadColumns } from './load-columns.store.ts';

const OPTIONS = { signal: new AbortController().signal, onProgress: () => undefined };

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** What a store says of an address; handles are left out, because every store has its own. */
async function answer(store: ExposureStore, address: string): Promise<string> {
  const exposure = await exposureOf(store, address);
  if (exposure === null) return 'unknown';
  const { node: _node, ...subject } = exposure.subject;
  return bytesOf({ ...exposure, subject });
}

async function fill(seed: number) {
  const graph = accountGraph({ seed, accounts: 60, transfers: 600 });
  const ledger = await ensureLedger(database.pool, 'ETH', `C${seed}`);
  const openings = [...graph.openings].map(([address, amount]) => ({ address, amount }));
  await inTransaction(database.pool, (client) => setOpenings(client, ledger, openings));
  const mixed = new Random(seed).shuffle(graph.transfers);
  for (let at = 0; at < mixed.length; at += 150) {
    const add = mixed.slice(at, at + 150);
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
  }
  await database.pool.query(
    'UPDATE accounts SET opening_unread = true WHERE ledger_id = $1 AND address = ANY ($2) AND NOT opening_known',
    [ledger.id, [...graph.openingUnread]],
  );
  const labels: LabelsPort = {
    labelsOf: async (_network, addresses) => addresses.map((address) => graph.labels.get(address) ?? []),
  };
  return { graph, ledger, labels };
}

describe('an asset brought into memory from PostgreSQL', () => {
  it.each([21, 22, 23])('answers as PostgreSQL itself does, byte for byte: graph %i', async (seed) => {
    const { graph, ledger, labels } = await fill(seed);
    await inSnapshot(database.pool, async (client) => {
      const { store, ids } = await loadColumns(client, labels, ledger, OPTIONS);
      const held = await openTransferStore(client, labels, 'ETH', ledger.ticker);
      if (held === null) throw new Error('no records are held');
      for (const wallet of [...graph.wallets, 'nobody', 'fee', 'issuer']) {
        expect(await answer(store.snapshot(), wallet)).toBe(await answer(held.store, wallet));
      }
      const reference = new MemoryAccountStore({ ...graph, network: 'ETH', derive: false });
      expect(store.count).toBe(reference.records.length);
      expect(new Set(ids).size).toBe(store.accounts.count);
    });
  });

  it('is refused before a record is read when it would not fit', async () => {
    const { ledger, labels } = await fill(24);
    await inSnapshot(database.pool, (client) =>
      expect(loadColumns(client, labels, ledger, { ...OPTIONS, maxBytes: 1e6 })).rejects.toThrow(MemoryLimitError),
    );
  });
});
