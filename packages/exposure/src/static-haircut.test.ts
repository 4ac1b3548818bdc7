import { accountGraph, buildLabel, largestDifference, Random, sharesByEntity } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryAccountStore } from './memory-accounts.ts';
import type { RawTransfer } from './raw-records.ts';
import type { Direction, NodeId } from './record.ts';
import { staticEdges, staticEnd, staticHaircut } from './static-haircut.ts';
import { walkAccount } from './walk.ts';

const directions = fc.constantFrom<Direction>('bwd', 'fwd');

function oracleInput(store: MemoryAccountStore, subject: NodeId) {
  return { records: store.records, factsOf: (node: NodeId) => store.factsOf(node), subject };
}

/** Exact static shares by elimination in (I - Q) x = a; accounts no way leads out of keep nothing. */
function solveExactly(store: MemoryAccountStore, subject: NodeId, direction: Direction): Map<string, number> {
  const edges = staticEdges(oracleInput(store, subject), direction);
  const nodes = new Set<NodeId>([subject]);
  for (const node of nodes) for (const { end } of edges.get(node) ?? []) if ('node' in end) nodes.add(end.node);
  const leaving = new Set<NodeId>([...nodes].filter((node) => !edges.has(node)));
  for (let before = -1; before !== leaving.size; ) {
    before = leaving.size;
    for (const node of nodes) {
      if (edges.get(node)?.some(({ end }) => 'key' in end || leaving.has(end.node))) leaving.add(node);
    }
  }
  const order = [...leaving];
  const at = new Map(order.map((node, index) => [node, index]));
  const keys = [...new Set([...edges.values()].flat().flatMap(({ end }) => ('key' in end ? [end.key] : [])))];
  keys.push(staticEnd(direction));
  const matrix = order.map((node) => {
    const row = [...order.map((other) => (other === node ? 1 : 0)), ...keys.map(() => 0)];
    for (const { share, end } of edges.get(node) ?? [{ share: 1, end: { key: staticEnd(direction) } }]) {
      const column = 'key' in end ? order.length + keys.indexOf(end.key) : at.get(end.node);
      if (column !== undefined) row[column] = (row[column] ?? 0) + ('key' in end ? share : -share);
    }
    return row;
  });
  eliminate(matrix);
  const own = matrix[at.get(subject) ?? -1];
  return new Map(keys.map((key, index) => [key, own?.[order.length + index] ?? 0]));
}

/** Gauss–Jordan with partial pivoting; leaves the solutions in the right-hand columns. */
function eliminate(matrix: number[][]): void {
  for (let column = 0; column < matrix.length; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < matrix.length; row += 1) {
      if (Math.abs(matrix[row]?.[column] ?? 0) > Math.abs(matrix[pivot]?.[column] ?? 0)) pivot = row;
    }
    const chosen = matrix[pivot];
    const replaced = matrix[column];
    if (chosen === undefined || replaced === undefined) return;
    matrix[pivot] = replaced;
    const lead = chosen[column] ?? 0;
    const scaled = chosen.map((value) => value / lead);
    matrix[column] = scaled;
    for (const [row, values] of matrix.entries()) {
      const factor = values[column] ?? 0;
      if (row === column || factor === 0) continue;
      matrix[row] = values.map((value, index) => value - factor * (scaled[index] ?? 0));
    }
  }
}

/**
 * Accounts in layers: a layer receives everything before it sends, and sends all of it. There the static and the
 * time-respecting rule are one.
 */
function layeredGraph(seed: number) {
  const random = new Random(seed);
  const transfers: RawTransfer[] = [];
  const openings = new Map<string, bigint>();
  const labels = new Map<string, ReturnType<typeof buildLabel>[]>();
  const layers = Array.from({ length: 5 }, (_, layer) =>
    Array.from({ length: 1 + random.below(5) }, (_unused, index) => `${layer}-${index}`),
  );
  const balances = new Map<string, bigint>();
  for (const address of layers[0] ?? []) {
    balances.set(address, random.amount());
    if (random.chance(0.7)) openings.set(address, balances.get(address) ?? 0n);
  }
  for (const address of layers.flat()) {
    if (random.chance(0.3)) labels.set(address, [buildLabel({ entity: `Entity ${random.below(3)}` })]);
  }
  for (const [layer, addresses] of layers.entries()) {
    const next = layers[layer + 1];
    if (next === undefined) continue;
    for (const from of addresses) {
      let left = balances.get(from) ?? 0n;
      while (left > 0n) {
        const amount = random.chance(0.4) ? left : 1n + (left - 1n) / 2n;
        const to = random.pick(next);
        const index = transfers.length;
        const key = { block: index, transactionIndex: 0, transactionId: `tx-${index}`, index: 0, ordinal: 0 };
        transfers.push({ ...key, kind: 'token', from, to, amount, time: index });
        balances.set(to, (balances.get(to) ?? 0n) + amount);
        left -= amount;
      }
    }
  }
  const subjects = layers
    .slice(1, -1)
    .flat()
    .filter((address) => (balances.get(address) ?? 0n) > 0n);
  return { transfers, openings, labels, subjects };
}

describe('the static haircut', { timeout: 60_000 }, () => {
  it('is never above the exact solution and misses at most its bound in sum', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.noShrink(fc.nat()),
        directions,
        fc.constantFrom(1e-2, 1e-4, 1e-9),
        async (seed, direction, threshold) => {
          const graph = accountGraph({ seed, accounts: 15, transfers: 120 });
          const store = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
          const subject = await store.subject(graph.wallets[0] ?? '');
          if (subject === null || (direction === 'bwd' ? subject.inflows : subject.outflows) === 0) return;
          const exact = solveExactly(store, subject.node, direction);
          const options = { threshold, maxSteps: 20_000 };
          const pushed = staticHaircut(oracleInput(store, subject.node), subject.node, direction, options);
          let missing = 0;
          for (const [key, share] of exact) {
            expect(pushed.shares.get(key) ?? 0).toBeLessThanOrEqual(share + 1e-9);
            missing += share - (pushed.shares.get(key) ?? 0);
          }
          expect(missing).toBeLessThanOrEqual(pushed.notFollowed + 1e-9);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('agrees with the walk, and both with the exact solution, where time makes no difference', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.noShrink(fc.nat()), directions, async (seed, direction) => {
        const { subjects, ...graph } = layeredGraph(seed);
        const store = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
        for (const address of subjects) {
          const subject = await store.subject(address);
          if (subject === null) continue;
          const walked = await walkAccount(store, subject, direction, { threshold: 1e-3, targetNotFollowed: 1 });
          if (walked.records === 0) continue;
          compared += 1;
          const exact = solveExactly(store, subject.node, direction);
          const options = { threshold: 0, maxSteps: 1000 };
          const pushed = staticHaircut(oracleInput(store, subject.node), subject.node, direction, options);
          expect(largestDifference(pushed.shares, exact)).toBeLessThanOrEqual(1e-9);
          const found = sharesByEntity(walked);
          found.delete('not_followed');
          expect(largestDifference(found, exact)).toBeLessThanOrEqual(walked.residuals.not_followed + 1e-9);
          const wholly = await walkAccount(store, subject, direction, { threshold: 0 });
          expect(largestDifference(sharesByEntity(wholly), exact)).toBeLessThanOrEqual(1e-9);
        }
      }),
      { numRuns: 100 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});
