import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aSubject, cases, isNobody, storeOf, thresholds, walk } from '../../test/utxo-walk-cases.ts';

describe('evidence of a walk on a UTXO network', { timeout: 60_000 }, () => {
  it('is unbroken, in time order, made of real coins, and ends at a label of its row', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, async ([graph, direction, seed], threshold) => {
        const address = aSubject(graph, seed);
        if (isNobody(graph, address)) return;
        const store = storeOf(graph);
        const ids = await store.transactionIds(store.records.map(({ node }) => node));
        const records = new Map(ids.map((id, index) => [id, store.records[index]]));
        const position = new Map(ids.map((id, index) => [id, index]));
        const exposure = await walk(store, address, direction, { threshold });
        for (const row of exposure.rows) {
          expect(row.paths.length).toBeGreaterThan(0);
          for (const path of row.paths) {
            expect(path.share).toBeLessThanOrEqual(row.share + 1e-12);
            expect(path.hops).toBeGreaterThanOrEqual(row.minHops);
            expect(path.hops).toBeLessThanOrEqual(path.steps.length);
            if (row.layer === 'direct') expect(path.hops).toBe(1);
            for (const [index, step] of path.steps.entries()) {
              const transaction = records.get(step.transactionId);
              const owners = (coins: readonly { owner: number | null }[] = []) =>
                coins.map((coin) => (coin.owner === null ? '' : store.factsOf(coin.owner).address));
              if (transaction?.coinbase === true) expect(step.from).toBe('');
              else expect(owners(transaction?.inputs)).toContain(step.from);
              expect(owners(transaction?.outputs)).toContain(step.to);
              const next = path.steps[index + 1];
              if (next === undefined) continue;
              expect(next.from).toBe(step.to);
              expect(position.get(next.transactionId)).toBeGreaterThan(position.get(step.transactionId) ?? -1);
            }
            const [first, last] = [path.steps[0], path.steps.at(-1)];
            expect(direction === 'bwd' ? last?.to : first?.from).toBe(address);
            const end = (direction === 'bwd' ? first?.from : last?.to) ?? '';
            const entities = (graph.labels.get(end) ?? []).map((label) => `${label.category} ${label.entity}`);
            if (row.category !== 'miner') expect(entities).toContain(`${row.category} ${row.entity}`);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
