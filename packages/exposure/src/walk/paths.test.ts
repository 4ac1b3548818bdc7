import { accountGraph } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratio } from '../records/ratios.ts';
import type { Direction, NodeId, TransferRecord } from '../records/record.ts';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import { absorberOf } from './absorber.ts';
import { walkAccount } from './account-walk.ts';

/** What the best single path through every absorbing record carries, by trying all paths. */
function bestShares(store: MemoryAccountStore, subject: NodeId, direction: Direction): Map<string, number> {
  const best = new Map<string, number>();
  const bwd = direction === 'bwd';
  const ordered = bwd ? store.records.toReversed() : store.records;
  const near = (record: TransferRecord) => (bwd ? record.to : record.from);
  const move = (record: TransferRecord, carried: number, layer: string): void => {
    const far = bwd ? record.from : record.to;
    if (carried < 1e-9) return;
    if (absorberOf(store.factsOf(far), record.time, subject, direction) === null) {
      follow(far, record, carried * (bwd ? record.covered : 1));
      return;
    }
    const key = `${layer} ${record.position}`;
    best.set(key, Math.max(best.get(key) ?? 0, carried));
  };
  const follow = (node: NodeId, after: TransferRecord, carried: number): void => {
    let left = carried;
    for (const record of ordered.slice(ordered.indexOf(after) + 1)) {
      if (near(record) !== node) continue;
      const share = bwd ? record.inflowShare : record.outflowShare;
      move(record, left * share, 'indirect');
      left *= 1 - share;
    }
  };
  const starts = ordered.filter((record) => near(record) === subject);
  const total = starts.reduce((sum, record) => sum + record.amount, 0n);
  for (const record of starts) move(record, ratio(record.amount, total), 'direct');
  return best;
}

describe('the evidence of a row', { timeout: 60_000 }, () => {
  it('is the best of all paths through each of its three largest absorbing records', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.noShrink(fc.nat()),
        fc.integer({ min: 3, max: 8 }),
        fc.constantFrom<Direction>('bwd', 'fwd'),
        async (seed, accounts, direction) => {
          const graph = accountGraph({ seed, accounts, transfers: 40 });
          const store = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
          const positions = store.records.map((record) => record.position);
          const ids = await store.transactionIds(positions);
          const positionOf = new Map(ids.map((id, index) => [id, positions[index]]));
          for (const address of graph.wallets) {
            const subject = await store.subject(address);
            if (subject === null) continue;
            const shares = bestShares(store, subject.node, direction);
            const { rows } = await walkAccount(store, subject, direction, { threshold: 0 });
            for (const row of rows) {
              for (const path of row.paths) {
                const step = direction === 'bwd' ? path.steps[0] : path.steps.at(-1);
                const position = positionOf.get(step?.transactionId ?? '');
                if (path.share < 1e-8) continue;
                expect(path.share).toBeCloseTo(shares.get(`${row.layer} ${position}`) ?? -1, 10);
              }
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
