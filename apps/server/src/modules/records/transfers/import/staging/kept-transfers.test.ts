import { describe, expect, it } from 'vitest';
import type { StagedItem } from '../formats/staged-item.ts';
import { KeptTransfers } from './kept-transfers.ts';

const LEDGER = { network: 'ETH', ticker: 'USDT' } as const;
const ALL = { ...LEDGER, imports: [1], upTo: null };

function transferAt(time: number | null, transactionId: string): StagedItem {
  const ends = { from: 'payer', to: 'payee', amount: 1n };
  const place = { block: 0, transactionIndex: null, index: null, ordinal: 0 };
  return { what: 'transfer', ...LEDGER, time, transfer: { transactionId, kind: 'token', ...place, ...ends } };
}

const idsOf = (kept: KeptTransfers, part: Parameters<KeptTransfers['take']>[0], count: number) =>
  kept.take(part, { all: count, own: count })?.map(({ transactionId }) => transactionId);

describe('transfers that were staged and kept', () => {
  it('are taken once, by time and then in the order of their rows', () => {
    const kept = new KeptTransfers(1, false);
    kept.add([transferAt(3, 'a'), transferAt(1, 'b')]);
    kept.add([transferAt(3, 'c'), transferAt(1, 'd'), transferAt(2, 'e')]);
    expect(idsOf(kept, { ...ALL, upTo: 2 }, 3)).toEqual(['b', 'd', 'e']);
    expect(idsOf(kept, ALL, 2)).toEqual(['a', 'c']);
    expect(idsOf(kept, ALL, 0)).toEqual([]);
  });

  it.each([
    ['another import has staged some of the part', { all: 3, own: 2 }],
    ['some were appended by another process', { all: 1, own: 1 }],
  ])('are read back where %s', (_what, staged) => {
    const kept = new KeptTransfers(1, false);
    kept.add([transferAt(1, 'a'), transferAt(2, 'b')]);
    expect(kept.take(ALL, staged)).toBeNull();
  });

  it.each([
    ['an earlier run has staged some', true, [transferAt(1, 'a')]],
    ['the time of a block is filled in later', false, [transferAt(1, 'a'), transferAt(null, 'b')]],
    ['the database stores another text', false, [transferAt(1, 'a\ud800')]],
  ])('are read back where %s', (_what, isResumed, items) => {
    const kept = new KeptTransfers(1, isResumed);
    kept.add(items);
    expect(kept.take(ALL, { all: 1, own: 1 })).toBeNull();
  });
});
