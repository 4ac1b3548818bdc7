import { findAsset } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { isBounded, usdBoundsOf } from './usd-bounds.ts';
import type { ValuedFlows } from './value-flows.ts';

const BTC = findAsset('BTC') ?? expect.fail('BTC is not listed');
const COIN = 10n ** 8n;
const unpriced: Pick<ValuedFlows, 'incomingUsd' | 'outgoingUsd' | 'priceOn'> = {
  incomingUsd: null,
  outgoingUsd: null,
  priceOn: () => null,
};
const valued = (facts: Partial<ValuedFlows>): ValuedFlows => ({
  usdAt: () => null,
  facts: { rule: 'none', version: null, digest: null, sources: [], text: '' } as unknown as ValuedFlows['facts'],
  ...unpriced,
  ...facts,
});

describe('bounds in place of a missing price', () => {
  const daily = { bwd: new Map([['2020-03-12', 2n * COIN]]), fwd: new Map([['2024-01-22', COIN]]) };
  const amounts = { bwd: 2n * COIN, fwd: COIN };

  it('are the least and the most that the coins were worth in the year of each record', () => {
    expect(usdBoundsOf(BTC, daily, amounts, valued({}))).toEqual({
      bwd: { low: 9_714.2, high: 57_980.2 },
      fwd: { low: 39_524.2, high: 106_137 },
    });
  });

  it('leave known prices as they are, and are none where every record has one', () => {
    const mixed = { bwd: new Map([...daily.bwd, ['2024-01-22', COIN]]), fwd: daily.fwd };
    const priced = valued({
      outgoingUsd: 39_000,
      priceOn: (day) => (day === '2020-03-12' ? 5_000n * 10n ** 18n : null),
    });
    expect(usdBoundsOf(BTC, mixed, { ...amounts, bwd: 3n * COIN }, priced)).toEqual({
      bwd: { low: 10_000 + 39_524.2, high: 10_000 + 106_137 },
      fwd: null,
    });
  });

  it('take what was not read at the average of what was, in cents (section 6.9)', () => {
    // 2 of 3 coins were read, all of 2020.
    expect(usdBoundsOf(BTC, daily, { ...amounts, bwd: 3n * COIN }, valued({})).bwd).toEqual({
      low: 14_571.3,
      high: 86_970.3,
    });
    // A tenth of a coin of 2012 is worth $0.423 at least and $1.352 at most.
    const small = { ...daily, bwd: new Map([['2012-05-01', COIN / 10n]]) };
    expect(usdBoundsOf(BTC, small, { ...amounts, bwd: COIN / 10n }, valued({})).bwd).toEqual({
      low: 0.42,
      high: 1.35,
    });
    const unread = { ...daily, bwd: new Map<string, bigint>() };
    expect(usdBoundsOf(BTC, unread, amounts, valued({})).bwd).toBeNull();
  });

  it('are none where a record has neither a price nor a row of the table, and for other assets', () => {
    const later = { ...daily, bwd: new Map([...daily.bwd, ['2026-01-01', 1n]]) };
    expect(usdBoundsOf(BTC, later, amounts, valued({})).bwd).toBeNull();
    expect(usdBoundsOf(BTC, null, amounts, valued({}))).toEqual({ bwd: null, fwd: null });
    const usdt = findAsset('USDT', 'ETH') ?? expect.fail('USDT is not listed');
    expect([isBounded(BTC), isBounded(usdt)]).toEqual([true, false]);
  });
});
