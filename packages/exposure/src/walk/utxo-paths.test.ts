import { coinGraph } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratio } from '../records/ratios.ts';
import type { Direction, NodeId, OutputRecord, TransactionRecord } from '../records/record.ts';
import { inputParts, netOf, outputParts } from '../records/utxo-flows.ts';
import { MemoryUtxoStore } from '../reference/memory-utxo.ts';
import { absorberOf } from './absorber.ts';
import type { EvidencePath } from './exposure.ts';
import { walkUtxo } from './utxo-walk.ts';

/** Paths that carry less are not tried: their number grows without bound. */
const TOO_SMALL = 1e-6;

/** What single paths into one absorbing coin carry. */
interface End {
  readonly coinKey: string;
  best: number;
  worst: number;
}

/** What the best and the worst single path into each absorbing coin carry, by trying all paths. */
function allPaths(store: MemoryUtxoStore, subject: NodeId, direction: Direction): readonly End[] {
  const bwd = direction === 'bwd';
  const byNode = new Map(store.records.map((transaction) => [transaction.node, transaction]));
  const ends = new Map<string, End>();
  const arrive = (transaction: TransactionRecord, coin: OutputRecord | null, layer: string, carried: number): void => {
    const owner = coin?.owner ?? null;
    const key = `${layer} ${transaction.node} ${coin === null ? 'new' : `${coin.createdBy}:${coin.index}`}`;
    const end = ends.get(key) ?? { coinKey: coinKeyOf(layer, transaction.node, owner), best: 0, worst: 1 };
    end.best = Math.max(end.best, carried);
    end.worst = Math.min(end.worst, carried);
    ends.set(key, end);
  };
  const share = (transaction: TransactionRecord, layer: string, carried: number, without: NodeId | null): void => {
    if (carried < TOO_SMALL) return;
    if (bwd && transaction.coinbase) arrive(transaction, null, layer, carried);
    for (const part of bwd ? inputParts(transaction, without) : outputParts(transaction, without)) {
      if (typeof part.coin === 'string') continue;
      const { owner, createdBy, spentBy } = part.coin;
      if (owner !== null && absorberOf(store.factsOf(owner), transaction.time, subject, direction) !== null) {
        arrive(transaction, part.coin, layer, carried * part.share);
        continue;
      }
      const next = byNode.get((bwd ? createdBy : spentBy) ?? -1);
      if (next !== undefined) share(next, 'indirect', carried * part.share, null);
    }
  };
  const starts = store.records.flatMap((transaction) => {
    const net = netOf(transaction, subject) * (bwd ? 1n : -1n);
    return net > 0n ? [{ transaction, net }] : [];
  });
  const total = starts.reduce((sum, { net }) => sum + net, 0n);
  for (const { transaction, net } of starts) share(transaction, 'direct', ratio(net, total), subject);
  return [...ends.values()];
}

function coinKeyOf(layer: string, transaction: NodeId, owner: NodeId | null): string {
  return `${layer} ${transaction} ${owner ?? 'nobody'}`;
}

/** The far end of a path: the transaction and owner at which it ends in a label. */
function endOf({ steps }: EvidencePath, direction: Direction): { transactionId: string; address: string } {
  const step = direction === 'bwd' ? steps[0] : steps.at(-1);
  const address = direction === 'bwd' ? step?.from : step?.to;
  return { transactionId: step?.transactionId ?? '', address: address ?? '' };
}

describe('the evidence of a row on a UTXO network', { timeout: 60_000 }, () => {
  it('is the best of all paths through each of its three largest absorbing coins', async () => {
    let contested = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.noShrink(fc.nat()),
        fc.integer({ min: 4, max: 10 }),
        fc.constantFrom<Direction>('bwd', 'fwd'),
        async (seed, accounts, direction) => {
          const graph = coinGraph({ seed, accounts, transfers: 30 });
          const store = new MemoryUtxoStore({ network: 'BTC', derive: false, ...graph });
          const nodes = store.records.map(({ node }) => node);
          const ids = await store.transactionIds(nodes);
          const nodeOfId = new Map(ids.map((id, at) => [id, nodes[at] ?? -1]));
          for (let at = 0; at < accounts; at += 1) {
            const subject = await store.subject(`wallet-${at}`);
            if (subject === null) continue;
            const ends = allPaths(store, subject.node, direction);
            const { rows } = await walkUtxo(store, subject, direction, { threshold: 0 });
            for (const row of rows) {
              for (const path of row.paths) {
                if (path.share < 10 * TOO_SMALL) continue;
                const { transactionId, address } = endOf(path, direction);
                const owner = address === '' ? null : store.nodeOf(address);
                const coinKey = coinKeyOf(row.layer, nodeOfId.get(transactionId) ?? -1, owner);
                // One owner may have several coins in a transaction; each of them has a best path of its own.
                const here = ends.filter((end) => end.coinKey === coinKey);
                const isBest = here.some(({ best }) => Math.abs(best - path.share) < 1e-10);
                expect(isBest, `${coinKey}: ${path.share} of ${JSON.stringify(here)}`).toBe(true);
                if (here.some(({ best, worst }) => best - worst > 1e-6)) contested += 1;
              }
            }
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(contested).toBeGreaterThan(100);
  });
});
