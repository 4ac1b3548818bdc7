import {
  type AccountStore,
  columnBytes,
  type ExposureStore,
  type Label,
  type RawTransfer,
  readColumnBytes,
} from '@assay/exposure';
import { exposureOf } from '@assay/exposure/reference';
import { accountGraph, bytesOf, Random } from '@assay/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inSnapshot, inTransaction } from '../../../../platform/db/index.ts';
import { appendTransfers } from '../append/append-transfers.ts';
import { undoBlocks } from '../append/undo-blocks.ts';
import { setOpenings } from '../import/staging/set-openings.ts';
import { ensureLedger, findLedger } from '../ledgers/ledger.store.ts';
import { openTransferStore } from '../open-store.ts';
import { InMemoryAssets } from './in-memory-assets.ts';
import { inMemoryStore, type KeptColumns } from './in-memory-store.ts';

const never = new AbortController().signal;
const graph = accountGraph({ seed: 51, accounts: 60, transfers: 700 });
const ordered = graph.transfers.toSorted((a, b) => a.time - b.time);

let database: TestDatabase;
let said: string[];
/** The present labels and their digest. */
let labels: { digest: string; of: ReadonlyMap<string, readonly Label[]> };
/** The files that survive a restart. */
let kept: Map<string, KeptColumns>;
/** How often the stores were compared. */
let comparisons = 0;

beforeEach(async () => {
  database = await testDatabase();
  said = [];
  labels = { digest: 'first', of: graph.labels };
  kept = new Map();
});
afterEach(() => database.drop());

const labelState = () => {
  const { digest, of } = labels;
  return {
    digest,
    labelsOf: async (_network: string, addresses: readonly string[]) =>
      addresses.map((address) => of.get(address) ?? []),
  };
};

function open(
  maxBytes = 1e9,
  assets: ConstructorParameters<typeof InMemoryAssets>[1]['assets'] = null,
): InMemoryAssets {
  return new InMemoryAssets(
    database.pool,
    { bytes: maxBytes, assets },
    {
      labels: async () => labelState(),
      files: {
        read: async (name) => kept.get(name) ?? null,
        write: async (name, columns) => void kept.set(name, await throughBytes(columns)),
      },
      report: (text) => said.push(text),
    },
  );
}

/** A copy as a file would store it: the bytes of this moment. */
async function throughBytes(columns: KeptColumns): Promise<KeptColumns> {
  const pieces = [...columnBytes(columns.parts)].map((piece) => Uint8Array.from(piece));
  const parts = await readColumnBytes(
    (async function* () {
      yield* pieces;
    })(),
  );
  return { ...columns, parts };
}

async function append(add: readonly RawTransfer[]): Promise<void> {
  const ledger = await ensureLedger(database.pool, 'ETH', 'USDT');
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
}

async function answer(store: ExposureStore, address: string): Promise<string> {
  const exposure = await exposureOf(store, address);
  if (exposure === null) return 'unknown';
  const { node: _node, ...subject } = exposure.subject;
  return bytesOf({ ...exposure, subject });
}

/** Wallets of one comparison: every seventh, each time others. */
function nextWallets(): readonly string[] {
  comparisons += 1;
  return graph.wallets.filter((_, index) => index % 7 === comparisons % 7);
}

/** Compares the in-memory store with PostgreSQL; false where the in-memory store cannot be read. */
async function agrees(assets: InMemoryAssets): Promise<boolean> {
  return await inSnapshot(database.pool, async (client) => {
    const held = await openTransferStore(client, labelState(), 'ETH', 'USDT');
    if (held === null || held.store.ledger !== 'account') throw new Error('no records are held');
    const reading = assets.read(held.ledger, labels.digest);
    if (reading === null) return false;
    const store: AccountStore = inMemoryStore(reading.snapshot, held.store);
    for (const wallet of [...nextWallets(), 'nobody', 'fee', 'issuer']) {
      expect(await answer(store, wallet)).toBe(await answer(held.store, wallet));
    }
    reading.giveBack();
    return true;
  });
}

/** Number of late records, which the in-memory store has at their positions and not at its end. */
async function lateOnes(assets: InMemoryAssets): Promise<number> {
  const ledger = await findLedger(database.pool, 'ETH', 'USDT');
  const reading = ledger === null ? null : assets.read(ledger, labels.digest);
  reading?.giveBack();
  return reading?.snapshot.tables.late.count ?? -1;
}

/** As the database is after it went back: at a former revision, without what came later. */
async function goBackTo(revision: number, block: number): Promise<void> {
  const ledger = await ensureLedger(database.pool, 'ETH', 'USDT');
  await inTransaction(database.pool, async (client) => {
    await undoBlocks(client, ledger, block);
    await client.query('UPDATE ledgers SET revision = $1', [revision]);
    await client.query('DELETE FROM ledger_changes WHERE revision > $1', [revision]);
  });
}

describe('an asset in memory that is updated with its records', () => {
  it('gives the same bytes as PostgreSQL after records in order, late records, reorganisations and other labels', async () => {
    const assets = open();
    const late = ordered.filter((_, index) => index % 5 === 1);
    const first = ordered.filter((_, index) => index % 5 !== 1);
    const random = new Random(51);
    await append(first.slice(0, 200));
    await assets.look(never);
    expect(await agrees(assets)).toBe(true);
    for (let at = 200; at < first.length; at += 250) {
      await append(first.slice(at, at + 250));
      expect(await agrees(assets)).toBe(false);
      await assets.look(never);
      expect(await agrees(assets)).toBe(true);
    }
    for (let at = 0; at < late.length; at += 80) {
      await append(random.shuffle(late.slice(at, at + 80)));
      await assets.look(never);
      expect(await agrees(assets)).toBe(true);
    }
    expect(await lateOnes(assets)).toBeGreaterThan(100);
    const ledger = await findLedger(database.pool, 'ETH', 'USDT');
    if (ledger === null) throw new Error('the ledger is gone');
    const block = ordered.at(-40)?.block ?? 1;
    await inTransaction(database.pool, (client) => undoBlocks(client, ledger, block));
    await assets.look(never);
    expect(await agrees(assets)).toBe(true);
    await append(ordered.slice(-40));
    labels = { digest: 'second', of: new Map([...graph.labels].slice(5)) };
    expect(await agrees(assets)).toBe(false);
    await assets.look(never);
    expect(await agrees(assets)).toBe(true);
    const openings = [...graph.openings].map(([address, amount]) => ({ address, amount }));
    await inTransaction(database.pool, (client) => setOpenings(client, ledger, openings));
    await assets.look(never);
    expect(await agrees(assets)).toBe(true);
    expect(said.filter((line) => !line.includes(' in memory'))).toEqual([]);
  });

  it('waits for a reader to end before it changes the records that it reads', async () => {
    const assets = open();
    const late = ordered.filter((_, index) => index % 3 === 1);
    await append(ordered.filter((_, index) => index % 3 !== 1));
    await assets.look(never);
    const ledger = await findLedger(database.pool, 'ETH', 'USDT');
    const reading = ledger === null ? null : assets.read(ledger, 'first');
    if (reading === null) throw new Error('memory does not answer');
    const wallet = graph.wallets[0] ?? '';
    const before = await answer(reading.snapshot, wallet);
    const tip = reading.snapshot.lastRecord;
    await append(late);
    const looking = assets.look(never);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await answer(reading.snapshot, wallet)).toBe(before);
    expect(reading.snapshot.tables.log.count).toBe(tip);
    reading.giveBack();
    await looking;
    expect(await agrees(assets)).toBe(true);
  });

  it('does not write the records after late records a second time', async () => {
    const assets = open();
    const late = ordered.filter(({ amount, from, to }, index) => index % 40 === 1 && amount > 0n && from !== to);
    await append(ordered.filter((transfer) => !late.includes(transfer)));
    await assets.look(never);
    const held = (await findLedger(database.pool, 'ETH', 'USDT'))?.records ?? 0;
    await append(late);
    await append(ordered.slice(-1));
    await assets.look(never);
    expect(await lateOnes(assets)).toBe(late.length);
    const ledger = await findLedger(database.pool, 'ETH', 'USDT');
    const reading = ledger === null ? null : assets.read(ledger, 'first');
    expect(reading?.snapshot.lastRecord).toBe(held + late.length);
    reading?.giveBack();
    expect(await agrees(assets)).toBe(true);
  });

  it('is loaded from disk and reads only what was added since', async () => {
    await append(ordered.slice(0, 400));
    await open().look(never);
    await append(ordered.slice(400));
    said = [];
    const again = open();
    await again.look(never);
    expect(await agrees(again)).toBe(true);
    expect(said).toEqual([expect.stringContaining('is back in memory')]);
  });

  it('reads PostgreSQL again where the stored file belongs to other tables', async () => {
    await append(ordered.slice(0, 300));
    await open().look(never);
    await database.drop();
    database = await testDatabase();
    await append(ordered.slice(100, 400));
    said = [];
    const elsewhere = open();
    await elsewhere.look(never);
    expect(await agrees(elsewhere)).toBe(true);
    expect(said).toEqual([expect.stringContaining('is in memory')]);
  });

  it.each([
    ['at the revision that was lost', 1],
    ['beyond it', 2],
  ])(
    'does not answer, and is not loaded from disk, with records that a failover or a restore took back: %s',
    async (_where, changes) => {
      const block = ordered[300]?.block ?? 0;
      const [first, lost] = [ordered.filter((one) => one.block < block), ordered.filter((one) => one.block >= block)];
      await append(first);
      const assets = open();
      await assets.look(never);
      await append(lost);
      await assets.look(never);
      await open().look(never);
      expect(await agrees(assets)).toBe(true);

      await goBackTo(1, block);
      for (let change = 1; change <= changes; change += 1) await append(lost.slice(change * 20, change * 20 + 20));
      expect(await agrees(assets)).toBe(false);
      const restarted = open();
      for (const one of [assets, restarted]) {
        await one.look(never);
        expect(await agrees(one)).toBe(true);
      }
    },
  );

  it('stays in PostgreSQL, and the size is reported, where it does not fit', async () => {
    await append(ordered);
    const assets = open(1e6);
    await assets.look(never);
    await assets.look(never);
    expect(await agrees(assets)).toBe(false);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/USDT on ETH stays in PostgreSQL.*need [\d.]+ MB of memory; 1\.0 MB are allowed/);
  });
});
