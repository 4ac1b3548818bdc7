import type { Label, RawTransaction } from '@assay/exposure';
import { buildLabel } from '@assay/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inTransaction } from '../../../../platform/db/index.ts';
import { appendCoins } from '../append/append-coins.ts';
import { undoBlocks } from '../append/undo-blocks.ts';
import { ensureLedger, findLedger, type Ledger } from '../ledgers/ledger.store.ts';
import { refreshClustersOf } from './refresh-clusters.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

type Labels = ReadonlyMap<string, readonly Label[]>;

let made = 0;
function nextLedger(): Promise<Ledger> {
  made += 1;
  return ensureLedger(database.pool, 'BTC', `C${made}`);
}

const append = (ledger: Ledger, transactions: readonly RawTransaction[]) =>
  inTransaction(database.pool, (client) => appendCoins(client, ledger, transactions));

const undo = (ledger: Ledger, block: number) =>
  inTransaction(database.pool, (client) => undoBlocks(client, ledger, block));

async function refresh(ledger: Ledger, labels: Labels): Promise<number> {
  let refreshes = 0;
  const given = () => ({
    labelsOf: async (_network: string, addresses: readonly string[]) =>
      addresses.map((address) => labels.get(address) ?? []),
    version: async () => JSON.stringify([...labels]),
    changes: async () => [],
  });
  const count = () => {
    refreshes += 1;
  };
  await refreshClustersOf(database.pool, given, ledger, count, AbortSignal.timeout(60_000));
  return refreshes;
}

interface Picture {
  readonly clusters: readonly { readonly addresses: readonly string[] }[];
  readonly refused: readonly unknown[];
  readonly state: readonly unknown[];
}

/** Everything of the clusters that does not differ from one ledger to the next. */
async function picture(ledger: Ledger): Promise<Picture> {
  const read = async <T extends object>(sql: string): Promise<T[]> =>
    (await database.pool.query<T>(sql, [ledger.id])).rows;
  return {
    clusters: await read(
      `SELECT array_agg(a.address ORDER BY a.address COLLATE "C") AS addresses, c.size, c.entity, c.is_refused,
              c.address_sum, c.mark,
              (SELECT jsonb_agg(l ORDER BY l) FROM jsonb_array_elements(c.labels) AS l) AS labels
         FROM coin_cluster c JOIN coin_cluster_member m ON m.cluster_id = c.id
         JOIN accounts a ON a.ledger_id = $1 AND a.id = m.account_id
        WHERE c.ledger_id = $1 GROUP BY c.id ORDER BY 1`,
    ),
    refused: await read(
      `SELECT t.transaction_id, f.address AS first, o.address AS other
         FROM coin_cluster_refusal r JOIN coin_transactions t ON t.id = r.transaction_id
         JOIN accounts f ON f.id = r.first_id JOIN accounts o ON o.id = r.other_id
        WHERE r.ledger_id = $1 ORDER BY 1, 2, 3`,
    ),
    state: await read('SELECT clusters, members, mark, through_position FROM coin_cluster_state WHERE ledger_id = $1'),
  };
}

/** Clusters computed at once from what a ledger holds now. */
async function fromScratch(held: readonly RawTransaction[], labels: Labels): Promise<Picture> {
  const ledger = await nextLedger();
  await append(ledger, held);
  await refresh(ledger, labels);
  return await picture(ledger);
}

const ADDRESSES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const address = fc.constantFrom(...ADDRESSES);

/** Transactions that spend outputs of earlier ones, or of ones that are not held; some inputs name owner and value. */
const history = fc
  .array(
    fc.record({
      spends: fc.array(fc.tuple(fc.nat({ max: 30 }), fc.boolean()), { minLength: 1, maxLength: 4 }),
      outputs: fc.array(fc.tuple(address, fc.constantFrom(2n, 3n, 3n, 4n, 9n)), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 3, maxLength: 14 },
  )
  .map((specs): RawTransaction[] => {
    const unspent: { transactionId: string; index: number; owner: string; amount: bigint }[] = [];
    return specs.map(({ spends, outputs }, at) => {
      const transactionId = `t${String(at).padStart(2, '0')}`;
      const inputs = spends.flatMap(([pick, isNamed], index) => {
        const lost = { transactionId: `lost-${at}`, index, owner: ADDRESSES[pick % 8] ?? 'a', amount: 3n };
        const [coin = lost] = pick < 9 ? [] : unspent.splice(pick % Math.max(1, unspent.length), 1);
        return [isNamed || coin === lost ? coin : { ...coin, owner: null, amount: null }];
      });
      const created = outputs.map(([owner, amount], index) => ({ index, owner, amount }));
      unspent.push(...created.map((output) => ({ transactionId, ...output })));
      // Two transactions a block, without an index: a late one moves the other.
      return {
        transactionId,
        block: 1 + Math.floor(at / 2),
        transactionIndex: null,
        time: 1_600_000_000 + Math.floor(at / 2),
        coinbase: false,
        inputs,
        outputs: created,
      };
    });
  });

const labelling = fc
  .dictionary(address, fc.constantFrom('Kraken', 'Bitstamp', 'Thief'))
  .map(
    (entities): Labels =>
      new Map(
        Object.entries(entities).map(([one, entity]) => [
          one,
          [buildLabel({ entity, category: entity === 'Thief' ? 'stolen_coins' : 'exchange_licensed', confidence: 70 })],
        ]),
      ),
  );

const KRAKEN = [buildLabel({ entity: 'Kraken', category: 'exchange_licensed', confidence: 70 })];
const BITSTAMP = [buildLabel({ entity: 'Bitstamp', category: 'exchange_licensed', confidence: 70 })];

function spend(id: string, block: number, ...owners: readonly string[]): RawTransaction {
  return {
    transactionId: id,
    block,
    transactionIndex: 0,
    time: 1_600_000_000 + block,
    coinbase: false,
    inputs: owners.map((owner, index) => ({ transactionId: `from-${id}`, index, owner, amount: 5n })),
    outputs: [{ index: 0, owner: `to-${id}`, amount: 5n * BigInt(owners.length) }],
  };
}

describe('clusters of a ledger', { timeout: 120_000 }, () => {
  it('are the same after any order of appends, undone blocks and other labels as from scratch', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        labelling,
        labelling,
        fc.array(fc.nat({ max: 100 }), { minLength: 14, maxLength: 14 }),
        fc.array(fc.constantFrom('append', 'append', 'append', 'undo', 'labels'), { minLength: 4, maxLength: 9 }),
        async (transactions, first, second, order, steps) => {
          const ledger = await nextLedger();
          const waiting = transactions
            .map((transaction, at) => ({ transaction, rank: order[at] ?? 0 }))
            .toSorted((a, b) => a.rank - b.rank)
            .map(({ transaction }) => transaction);
          let held: RawTransaction[] = [];
          let labels: Labels = first;
          await refresh(ledger, labels);
          for (const [at, step] of steps.entries()) {
            if (step === 'append') {
              const next = waiting.splice(0, 1 + ((order[at] ?? 0) % 5));
              await append(ledger, next);
              held.push(...next);
            } else if (step === 'undo') {
              const block = 1 + ((order[at] ?? 0) % 7);
              await undo(ledger, block);
              waiting.push(...held.filter((one) => one.block >= block));
              held = held.filter((one) => one.block < block);
            } else {
              labels = labels === first ? second : first;
            }
            if ((order[at] ?? 0) % 3 === 0) continue;
            await refresh(ledger, labels);
            expect(await picture(ledger)).toEqual(await fromScratch(held, labels));
          }
          await refresh(ledger, labels);
          expect(await picture(ledger)).toEqual(await fromScratch(held, labels));
        },
      ),
      { numRuns: 10 },
    );
  });

  it('are not computed again where nothing changed', async () => {
    const ledger = await nextLedger();
    await append(ledger, [spend('one', 1, 'a', 'b')]);
    expect(await refresh(ledger, new Map())).toBe(1);
    expect(await refresh(ledger, new Map())).toBe(0);
    await append(ledger, [spend('one', 1, 'a', 'b')]);
    expect(await refresh(ledger, new Map())).toBe(0);
    await append(ledger, [spend('two', 2, 'b', 'c')]);
    expect(await refresh(ledger, new Map())).toBe(1);
    expect((await picture(ledger)).clusters).toMatchObject([{ addresses: ['a', 'b', 'c'] }]);
  });

  it('refuse the later of two joins with another service, whichever arrived first', async () => {
    const labels = new Map([
      ['k', KRAKEN],
      ['s', BITSTAMP],
    ]);
    const [early, late] = [spend('early', 1, 'k', 'x'), spend('late', 2, 's', 'x')];
    const expected = { clusters: [['k', 'x'], ['s']], refused: [{ transaction_id: 'late', first: 's', other: 'x' }] };
    for (const order of [
      [early, late],
      [late, early],
    ]) {
      const ledger = await nextLedger();
      for (const transaction of order) {
        await append(ledger, [transaction]);
        await refresh(ledger, labels);
      }
      const { clusters, refused } = await picture(ledger);
      expect({ clusters: clusters.map(({ addresses }) => addresses), refused }).toEqual(expected);
    }
  });

  it('leave out what several signed, as far as the records state it', async () => {
    const ledger = await nextLedger();
    await append(ledger, [{ ...spend('open', 1, 'a', 'b'), isSignedBySeveral: true }, spend('plain', 2, 'c', 'd')]);
    await refresh(ledger, new Map());
    expect((await picture(ledger)).clusters).toMatchObject([{ addresses: ['c', 'd'] }]);
  });

  it('touch no other cluster when a transaction is appended at the tip', async () => {
    const ledger = await nextLedger();
    await append(ledger, [spend('one', 1, 'a', 'b'), spend('two', 2, 'c', 'd')]);
    await refresh(ledger, new Map());
    const versions = async (): Promise<Map<string, string>> => {
      const { rows } = await database.pool.query<{ address: string; version: string }>(
        `SELECT a.address, m.xmin::text || ' ' || c.xmin::text AS version FROM coin_cluster_member m
           JOIN coin_cluster c ON c.id = m.cluster_id JOIN accounts a ON a.id = m.account_id WHERE m.ledger_id = $1`,
        [ledger.id],
      );
      return new Map(rows.map((row) => [row.address, row.version]));
    };
    const before = await versions();
    await append(ledger, [spend('three', 3, 'b', 'e')]);
    await refresh(ledger, new Map());
    const after = await versions();
    expect(after.get('c')).toBe(before.get('c'));
    expect(after.get('a')).not.toBe(before.get('a'));
    expect((await findLedger(database.pool, 'BTC', ledger.ticker))?.records).toBe(3);
  });
});
