import { describe, expect, it } from 'vitest';
import { readFlow } from './flow-data.ts';

const signals = { gambling: 0.25, exchange_licensed: 0.5, unknown_origin: 0.25 };

function ids(flow: ReturnType<typeof readFlow>) {
  return flow?.groups.map((group) => [group.key, group.items.map((item) => item.id)]);
}

describe('readFlow', () => {
  it('[RISK-12] takes the signals where no USD is known, grouped high, medium, low, rest', () => {
    const flow = readFlow(null, signals);
    expect(ids(flow)).toEqual([
      ['high', ['gambling']],
      ['low', ['exchange_licensed']],
      ['none', ['unknown_origin']],
    ]);
    expect(flow?.groups[0]?.items[0]).toEqual({ id: 'gambling', title: 'Gambling', share: 0.25, usd: null });
    expect(flow?.totalUsd).toBeNull();
  });

  it('[RISK-13] [RISK-14] divides each amount by the total', () => {
    const categories = [
      { category: 'scam', title: 'Scam', group: 'high', amount_usd: 30 },
      { category: 'mixer', title: 'Mixer', group: 'high', amount_usd: 50 },
    ];
    const flow = readFlow({ total_usd: 100, categories }, signals);
    expect(flow?.groups).toEqual([
      {
        key: 'high',
        items: [
          { id: 'mixer', title: 'Mixer', share: 0.5, usd: 50 },
          { id: 'scam', title: 'Scam', share: 0.3, usd: 30 },
        ],
      },
    ]);
  });

  it('[RISK-14] divides by the sum where the total is 0', () => {
    const categories = [
      { category: 'scam', amount_usd: 1 },
      { category: 'miner', amount_usd: 3 },
    ];
    const flow = readFlow({ total_usd: 0, categories }, {});
    expect(flow?.groups.map((group) => group.items[0]?.share)).toEqual([0.25, 0.75]);
  });

  it('[RISK-13] reads every key the specification names', () => {
    for (const title of ['label', 'name', 'category', 'type', 'title']) {
      for (const amount of ['amount_usd', 'total_usd', 'usd', 'value_usd', 'amount']) {
        const flow = readFlow({ total_usd: 8, categories: [{ [title]: 'Online wallet', [amount]: 2 }] }, {});
        expect(flow?.groups, `${title}, ${amount}`).toEqual([
          { key: 'mid', items: [{ id: 'online_wallet', title: 'Online wallet', share: 0.25, usd: 2 }] },
        ]);
      }
    }
  });

  it('[RISK-07] is null where no transfers are known', () => {
    expect(readFlow(null, {})).toBeNull();
    expect(readFlow({ total_usd: 0, categories: [] }, {})).toBeNull();
  });

  it('[RISK-15] falls back to one whole segment of unmarked assets where nothing is attributed', () => {
    const flow = readFlow(null, { unknown_origin: 0.9, not_followed: 0.1 });
    expect(flow?.groups).toEqual([
      { key: 'none', items: [{ id: 'unmarked', title: 'Unmarked assets', share: 1, usd: null }] },
    ]);
  });
});
