import { type Asset, findAsset } from '@assay/domain';
import type { AnswerFacts, ResultFacts } from '../present-result.ts';

/** The asset of all examples. */
export const USDT: Asset = (() => {
  const asset = findAsset('USDT', 'ETH');
  if (asset === undefined) throw new Error('the catalogue has no USDT on Ethereum');
  return asset;
})();

/** What a result of imported records says besides its answer. */
export const factsOf = (address: string, change: Partial<ResultFacts> = {}): ResultFacts => ({
  asset: USDT,
  address,
  labelSetVersion: '5d1f0c27a9b34e68',
  recordsHeld: 'Tether USD on Ethereum: all transfers up to block 23900000 of 2026-11-19 23:58 UTC.',
  recordsRead: 'imported',
  tip: { block: '23900000', time: new Date('2026-11-19T23:58:11Z') },
  freeze: {
    status: 'not_frozen',
    issuer: 'Tether',
    since: null,
    asked_at: '2026-11-20T00:00:00.000Z',
    source: 'the contract on Ethereum',
    text: 'Tether has not frozen this address.',
  },
  reading: null,
  prices: {
    rule: 'par',
    digest: null,
    version: null,
    sources: [],
    first_day: null,
    last_day: null,
    days: 0,
    missing_days: 0,
    text: 'USDT is counted at one US dollar.',
  },
  priceSourceOf: () => 'par',
  lookalikes: [],
  notes: [],
  ...change,
});

export const ANSWER: AnswerFacts = { statedTotal: null, more: 'read_on' };
