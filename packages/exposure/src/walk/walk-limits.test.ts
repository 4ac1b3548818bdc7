import { accountGraph } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Direction, NodeId, TransferRecord } from '../records/record.ts';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import { walkAccount } from './account-walk.ts';
import type { DirectionExposure } from './exposure.ts';
import type { AccountStore } from './store.ts';

/** Every account but the subject shows its latest `readable` records only, as a provider's first pages would. */
function readableOnly(store: MemoryAccountStore, subject: NodeId, readable: number): AccountStore {
  const oldest = (node: NodeId, direction: Direction): number => {
    const own = store.records.filter((record) => (direction === 'bwd' ? record.to : record.from) === node);
    return node === subject ? 0 : (own.at(-readable)?.position ?? 0);
  };
  return {
    ledger: 'account',
    network: store.network,
    subject: (address) => store.subject(address),
    accounts: (nodes) => store.accounts(nodes),
    transactionIds: (positions) => store.transactionIds(positions),
    page: async (direction, asks, limit) => {
      const pages = await store.page(direction, asks, limit);
      return pages.map((page) => {
        const bound = oldest(page.ask.node, direction);
        const isReadable = (record: TransferRecord): boolean => record.position >= bound;
        if (page.records.every(isReadable)) return page;
        return { ...page, records: direction === 'bwd' ? page.records.filter(isReadable) : [], more: true };
      });
    },
  };
}

async function walk(graph: Parameters<typeof accountGraph>[0], direction: Direction, readable: number) {
  const { transfers, labels, openings, openingUnread, wallets } = accountGraph(graph);
  const input = { network: 'ETH', transfers, labels, openings, openingUnread, derive: false } as const;
  const store = new MemoryAccountStore(input);
  const subject = await store.subject(wallets[0] ?? '');
  if (subject === null) return null;
  const options = { threshold: 0, targetNotFollowed: 1 };
  return walkAccount(readableOnly(store, subject.node, readable), subject, direction, options);
}

function sharesOf(exposure: DirectionExposure): Map<string, number> {
  const rows = exposure.rows.map((row) => [`${row.category} ${row.entity} ${row.layer}`, row.share] as const);
  return new Map<string, number>([...Object.entries(exposure.residuals), ...rows]);
}

describe('a walk over histories that can only be read in part', { timeout: 60_000 }, () => {
  it('only moves mass out of R when more of each account can be read, and names the accounts', async () => {
    let named = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.noShrink(fc.nat()),
          accounts: fc.integer({ min: 3, max: 12 }),
          transfers: fc.constant(120),
        }),
        fc.constantFrom<Direction>('bwd', 'fwd'),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        async (graph, direction, one, more) => {
          const short = await walk(graph, direction, one);
          const long = await walk(graph, direction, one + more);
          if (short === null || long === null || short.records === 0) return;
          named += short.cut.partial.length;
          const total = [...sharesOf(short).values()].reduce((a, b) => a + b, 0);
          expect(Math.abs(total - 1)).toBeLessThanOrEqual(1e-9);
          const found = sharesOf(long);
          for (const [key, share] of sharesOf(short)) {
            if (key === 'not_followed') expect(found.get(key) ?? 0).toBeLessThanOrEqual(share + 1e-12);
            else expect(found.get(key) ?? 0).toBeGreaterThanOrEqual(share - 1e-12);
          }
          const addresses = short.cut.partial.map(({ address }) => address);
          expect(addresses).toEqual(addresses.toSorted());
          if (direction === 'bwd') expect(short.cut.partial.every(({ records }) => records <= one)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
    expect(named).toBeGreaterThan(0);
  });
});

describe('a walk whose host allows so many round trips', { timeout: 60_000 }, () => {
  it('stops reading there, leaves the rest to R, and finds more the more it is allowed', async () => {
    let stopped = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.noShrink(fc.nat()),
          accounts: fc.integer({ min: 3, max: 20 }),
          transfers: fc.constant(200),
        }),
        fc.constantFrom<Direction>('bwd', 'fwd'),
        fc.integer({ min: 0, max: 6 }),
        async (graph, direction, calls) => {
          const { wallets, ...rest } = accountGraph(graph);
          const store = new MemoryAccountStore({ network: 'ETH', derive: false, ...rest });
          const subject = await store.subject(wallets[0] ?? '');
          if (subject === null) return;
          const allowed = (most: number) => {
            let left = most;
            return walkAccount(store, subject, direction, {
              threshold: 0,
              targetNotFollowed: 1,
              batchSize: 2,
              pageLimit: 2,
              mayFetch: () => {
                left -= 1;
                return left >= 0;
              },
            });
          };
          const short = await allowed(calls);
          const whole = await allowed(Number.POSITIVE_INFINITY);
          if (short.records === 0) return;
          stopped += short.residuals.not_followed > whole.residuals.not_followed ? 1 : 0;
          const found = sharesOf(whole);
          const total = [...sharesOf(short).values()].reduce((a, b) => a + b, 0);
          expect(Math.abs(total - 1)).toBeLessThanOrEqual(1e-9);
          for (const [key, share] of sharesOf(short)) {
            if (key === 'not_followed') expect(found.get(key) ?? 0).toBeLessThanOrEqual(share + 1e-12);
            else expect(found.get(key) ?? 0).toBeGreaterThanOrEqual(share - 1e-12);
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(stopped).toBeGreaterThan(10);
  });
});
