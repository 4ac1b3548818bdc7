import { bytesOf } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aSubject, cases, storeOf, thresholds, walk } from '../../test/account-walk-cases.ts';

describe('evidence of a walk on an account network', { timeout: 60_000 }, () => {
  it('is unbroken, in time order, made of real transfers, and ends at a label of its row', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, async ([graph, direction, seed], threshold) => {
        const address = aSubject(graph, seed);
        if (address === null) return;
        const byId = new Map(graph.transfers.map((t) => [t.transactionId, t]));
        const exposure = await walk(storeOf(graph), address, direction, { threshold });
        for (const row of exposure.rows) {
          expect(row.paths.length).toBeGreaterThan(0);
          expect(row.paths.length).toBeLessThanOrEqual(3);
          for (const path of row.paths) {
            expect(path.share).toBeLessThanOrEqual(row.share + 1e-12);
            expect(path.hops).toBe(path.steps.length);
            expect(path.hops).toBeGreaterThanOrEqual(row.minHops);
            expect(path.hops === 1).toBe(row.layer === 'direct');
            for (const [index, step] of path.steps.entries()) {
              const { from, to, amount, time } = byId.get(step.transactionId) ?? {};
              expect({ from, to, amount, time }).toEqual({
                from: step.from,
                to: step.to,
                amount: step.amount,
                time: step.time,
              });
              const next = path.steps[index + 1];
              if (next !== undefined) {
                expect(next.from).toBe(step.to);
                expect(next.time).toBeGreaterThanOrEqual(step.time);
              }
            }
            const [first, last] = [path.steps[0], path.steps.at(-1)];
            expect(direction === 'bwd' ? last?.to : first?.from).toBe(address);
            const end = (direction === 'bwd' ? first?.from : last?.to) ?? '';
            const entities = (graph.labels.get(end) ?? []).map((label) => `${label.category} ${label.entity}`);
            if (row.category !== 'issuer') expect(entities).toContain(`${row.category} ${row.entity}`);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('leaves every share as it is when it is not wanted', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([graph, direction, seed]) => {
        const address = aSubject(graph, seed);
        if (address === null) return;
        const plain = await walk(storeOf(graph), address, direction, { evidence: false });
        const shown = await walk(storeOf(graph), address, direction);
        const withoutPaths = { ...shown, rows: shown.rows.map((row) => ({ ...row, paths: [] })) };
        expect(bytesOf(plain)).toBe(bytesOf(withoutPaths));
      }),
    );
  });
});
