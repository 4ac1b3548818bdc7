import { accountGraph, bytesOf, Random } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEE_SINK, ISSUER, isRecord, type RawTransfer } from '../records/raw-records.ts';
import { exposureOf } from '../reference/exposure-of.ts';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import type { DirectionExposure } from '../walk/exposure.ts';
import { PartialAccountStore } from './partial-accounts.ts';
import type { PartialHistory } from './partial-history.ts';

type Graph = ReturnType<typeof accountGraph>;

const graphs = fc.integer({ min: 0, max: 10_000 }).map((seed) => {
  return accountGraph({ seed, accounts: 12, transfers: 80, isWhole: true });
});

/** One account's history as a provider would leave it: the newest records, from `from` on. */
function historyOf({ transfers }: Graph, account: string, from: number | null): PartialHistory {
  const own = transfers.filter((one) => isRecord(one) && (one.from === account || one.to === account));
  const sum = (some: readonly RawTransfer[]) => some.reduce((total, { amount }) => total + amount, 0n);
  const older = own.filter(({ time }) => from !== null && time < from);
  const received = sum(older.filter(({ to }) => to === account));
  const sent = sum(older.filter((one) => one.from === account));
  return {
    account,
    transfers: own.filter(({ time }) => from === null || time >= from),
    from,
    until: null,
    opening: from === null ? 0n : received - sent,
    counterparties: null,
    isContract: false,
    isWhole: true,
    unread: { received, sent },
  };
}

function storeOf(graph: Graph, subject: string, histories: readonly PartialHistory[]): PartialAccountStore {
  const labelsOf = async (addresses: readonly string[]) => addresses.map((address) => graph.labels.get(address) ?? []);
  return new PartialAccountStore({ network: 'ETH', subject, histories, labelsOf });
}

function accountsOf({ transfers }: Graph): readonly string[] {
  const all = new Set(transfers.filter(isRecord).flatMap(({ from, to }) => [from, to]));
  return [...all].filter((address) => address !== FEE_SINK && address !== ISSUER);
}

const sides = ['incoming', 'outgoing'] as const;

function sumOf({ rows, residuals }: DirectionExposure): number {
  return [...rows.map(({ share }) => share), ...Object.values(residuals)].reduce((sum, share) => sum + share, 0);
}

/** Shares per row, to see that reading more never takes any away. */
function foundIn({ rows }: DirectionExposure): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { category, entity, share } of rows) {
    const key = `${category} ${entity}`;
    found.set(key, (found.get(key) ?? 0) + share);
  }
  return found;
}

describe('stored records of an account network', () => {
  it('give the bytes of the whole ledger once every history is stored, in whatever order they were fetched', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.integer(), async (graph, seed) => {
        const random = new Random(seed);
        const [subject = ''] = graph.wallets;
        const whole = new MemoryAccountStore({ network: 'ETH', transfers: graph.transfers, labels: graph.labels });
        const histories = accountsOf(graph).map((account) => {
          const history = historyOf(graph, account, null);
          return { ...history, transfers: random.shuffle(history.transfers) };
        });
        const partial = storeOf(graph, subject, random.shuffle(histories));
        const [expected, found] = [await exposureOf(whole, subject), await exposureOf(partial, subject)];
        expect(bytesOf([found?.incoming, found?.outgoing])).toBe(bytesOf([expected?.incoming, expected?.outgoing]));
      }),
      { numRuns: 60 },
    );
  });

  it('sum to one with what was not stored as R, and more of it only moves shares out of R', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.integer(), async (graph, seed) => {
        const random = new Random(seed);
        const [subject = ''] = graph.wallets;
        const others = accountsOf(graph).filter((account) => account !== subject);
        const times = graph.transfers.map(({ time }) => time);
        const marks = others.map((account) => ({ account, from: random.pick(times) }));
        const few = marks.filter(() => random.chance(0.5));
        const options = { threshold: 0, targetNotFollowed: 1 };
        // Reading more may add labels derived from histories; the rule assumes that labels do not change.
        const underived = (histories: readonly PartialHistory[]) =>
          exposureOf(storeOf(graph, subject, histories), subject, options);
        const own = historyOf(graph, subject, null);
        const less = await underived([own, ...few.map(({ account, from }) => historyOf(graph, account, from))]);
        const more = await underived([
          own,
          ...few.map(({ account, from }) => historyOf(graph, account, from - random.below(20))),
          ...marks.filter((mark) => !few.includes(mark)).map(({ account, from }) => historyOf(graph, account, from)),
        ]);
        for (const side of sides) {
          const [before, after] = [less?.[side], more?.[side]];
          if (before === undefined || after === undefined || before.records === 0) continue;
          expect(sumOf(before)).toBeCloseTo(1, 9);
          expect(sumOf(after)).toBeCloseTo(1, 9);
          const found = foundIn(after);
          for (const [key, share] of foundIn(before))
            expect((found.get(key) ?? 0) + 1e-9).toBeGreaterThanOrEqual(share);
          expect(after.residuals.not_followed).toBeLessThanOrEqual(before.residuals.not_followed + 1e-9);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('counts the subject’s own unread history as R', async () => {
    const graph = accountGraph({ seed: 4, accounts: 12, transfers: 200, isWhole: true });
    const [subject = ''] = graph.wallets;
    const middle = graph.transfers[100]?.time ?? 0;
    const partial = await exposureOf(storeOf(graph, subject, [historyOf(graph, subject, middle)]), subject);
    const whole = await exposureOf(storeOf(graph, subject, [historyOf(graph, subject, null)]), subject);
    expect(partial?.subject.complete).toBe(false);
    expect(partial?.incoming.amount).toBe(whole?.incoming.amount);
    expect(partial?.incoming.cut.partial).toContainEqual({ address: subject, records: partial?.incoming.records });
    expect(partial?.incoming.residuals.not_followed).toBeGreaterThan(whole?.incoming.residuals.not_followed ?? 1);
  });

  it('counts what an account holds after its last record that was read as R, not as still held (section 2)', async () => {
    const pay = (from: string, to: string, amount: bigint, time: number): RawTransfer => ({
      ...{ block: time, transactionIndex: 0, transactionId: `tx-${time}`, kind: 'token', index: 0, ordinal: 0 },
      ...{ from, to, amount, time },
    });
    const transfers = [pay('payer', 's', 100n, 1), pay('s', 'a', 100n, 2), pay('a', 'b', 40n, 3)];
    const history = (account: string, until: number | null): PartialHistory => ({
      ...{ account, from: null, until, opening: 0n, counterparties: null, isContract: false, isWhole: true },
      transfers: transfers.filter((one) => one.from === account || one.to === account),
      unread: { received: 0n, sent: 0n },
    });
    const outgoing = async (until: number | null) => {
      const histories = [history('s', null), history('a', until), history('b', null)];
      const labelsOf = async (addresses: readonly string[]) => addresses.map(() => []);
      const store = new PartialAccountStore({ network: 'ETH', subject: 's', histories, labelsOf, derive: false });
      return (await exposureOf(store, 's', { threshold: 0 }))?.outgoing.residuals;
    };
    expect(await outgoing(null)).toEqual({ unknown_origin: 0, not_followed: 0, still_held: 1, fee: 0 });
    const cut = await outgoing(3);
    expect([cut?.not_followed, cut?.still_held]).toEqual([0.6, 0.4]);
  });

  it('names the account and the side where mass waits for records', async () => {
    const graph = accountGraph({ seed: 9, accounts: 12, transfers: 120, isWhole: true });
    const [subject = ''] = graph.wallets;
    const store = storeOf(graph, subject, [historyOf(graph, subject, null)]);
    const waiting = new Map<string, number>();
    await exposureOf(store, subject, {
      targetNotFollowed: 1,
      onUnread: (node, mass) => {
        const unread = store.unreadAt(node, 'bwd');
        if (unread !== null) waiting.set(unread.account, (waiting.get(unread.account) ?? 0) + mass);
      },
    });
    expect(waiting.size).toBeGreaterThan(0);
    expect([...waiting.keys()].every((account) => graph.labels.get(account) === undefined || account !== subject)).toBe(
      true,
    );
  });
});
