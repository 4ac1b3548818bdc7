import { accountGraph, buildLabel, largestDifference, Random, sharesByEntity } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawTransfer } from '../records/raw-records.ts';
import type { Direction, NodeId } from '../records/record.ts';
import { walkAccount } from '../walk/account-walk.ts';
import { MemoryAccountStore } from './memory-accounts.ts';
import { staticEdges, staticEnd, staticHaircut } from './static-haircut.ts';

const directions = fc.constantFrom<Direction>('bwd', 'fwd');

function oracleInput(store: MemoryAccountStore, subject: NodeId) {
  return { records: store.records, factsOf: (node: NodeId) => store.factsOf(node), subject };
}

/**
 * Exact static shares by taking out one account after the other and connecting its neighbours directly, in sums alone
 * (Grassmann, Taksar, Heyman): no cancellation, however long money circles. What never leaves a circle is 'closed'.
 */
function solveExactly(store: MemoryAccountStore, subject: NodeId, direction: Direction): Map<string, number> {
  const edges = staticEdges(oracleInput(store, subject), direction);
  const routes = new Map<NodeId, Map<NodeId | string, number>>();
  const reached = new Set<NodeId>([subject]);
  for (const node of reached) {
    const own = new Map<NodeId | string, number>();
    for (const { share, end } of edges.get(node) ?? [{ share: 1, end: { key: staticEnd(direction) } }]) {
      const target = 'key' in end ? end.key : end.node;
      own.set(target, (own.get(target) ?? 0) + share);
      if ('node' in end) reached.add(end.node);
    }
    routes.set(node, own);
  }
  for (const node of reached) {
    if (node === subject) continue;
    const onward = withoutSelf(routes.get(node) ?? new Map(), node);
    routes.delete(node);
    for (const others of routes.values()) {
      const through = others.get(node) ?? 0;
      others.delete(node);
      if (through === 0) continue;
      for (const [target, share] of onward) others.set(target, (others.get(target) ?? 0) + through * share);
    }
  }
  const shares = new Map<string, number>();
  for (const [target, share] of withoutSelf(routes.get(subject) ?? new Map(), subject)) {
    if (typeof target === 'string' && target !== 'closed') shares.set(target, share);
  }
  return shares;
}

/** Where money goes once it leaves. */
function withoutSelf(own: ReadonlyMap<NodeId | string, number>, self: NodeId): ReadonlyMap<NodeId | string, number> {
  const leaving = [...own].filter(([target, share]) => target !== self && share > 0);
  const total = leaving.reduce((sum, [, share]) => sum + share, 0);
  if (total === 0) return new Map([['closed', 1]]);
  return new Map(leaving.map(([target, share]) => [target, share / total]));
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
      { numRuns: 300 },
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
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});
