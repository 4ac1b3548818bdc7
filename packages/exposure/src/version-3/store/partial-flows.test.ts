import { describe, expect, it } from 'vitest';
import { labelOf } from '../../../test/version-3/histories.ts';
import type { PartialHistory } from '../../partial/partial-history.ts';
import { assessWallet } from '../assess/assess.ts';
import { partialFlows } from './partial-flows.ts';
import { transfersOf } from './transfers.cases.ts';

const LABELS: Readonly<Record<string, 'stolen_coins' | 'exchange_licensed'>> = {
  thief: 'stolen_coins',
  ex: 'exchange_licensed',
};

const QUESTION = {
  asset: 'USDT',
  address: 's',
  cutOff: 1_800_000_000,
  prices: { decimals: 0, usdOn: () => 1 },
  reviewedList: { version: '1', has: () => true },
};

const read = (account: string, transfers: readonly string[], change: Partial<PartialHistory> = {}): PartialHistory => ({
  account,
  transfers: transfersOf(...transfers).filter(({ from, to }) => from === account || to === account),
  ...{ from: null, until: null, opening: 0n, counterparties: null, isContract: false, isWhole: true },
  unread: { received: 0n, sent: 0n },
  ...change,
});

const storeOf = (...histories: readonly PartialHistory[]) =>
  partialFlows({
    ...{ network: 'ETH', asset: 'USDT', subject: 's', histories },
    labelsOf: async (addresses) =>
      addresses.map((address) => {
        const category = LABELS[address];
        return category === undefined ? [] : [labelOf({ category, entity: address })];
      }),
  });

describe('flows that were read for one check', () => {
  it('count what is bad, since no transaction was read whole, and explain nothing', async () => {
    const good = await assessWallet(await storeOf(read('s', ['USDT ex 1000 s'])), QUESTION);
    expect(good.rating).toMatchObject({ kind: 'finding', finding: 'too_little' });
    expect(good.mixtures[0]).toMatchObject({ notFollowed: 1, rows: [] });
    const bad = await assessWallet(await storeOf(read('s', ['USDT thief 1000 s'])), QUESTION);
    expect(bad.rating).toMatchObject({ kind: 'stars', stars: 1 });
  });

  it('follow what an account paid that was read too, and nothing of one that was not', async () => {
    const all = ['USDT thief 1000 mule', 'USDT mule 1000 s'];
    const followed = await assessWallet(await storeOf(read('s', all), read('mule', all)), QUESTION);
    expect(followed.mixtures[0]?.rows).toMatchObject([{ category: 'stolen_coins', owners: 2, share: 1 }]);
    expect(followed.mixtures[0]?.rows[0]?.paths[0]?.steps.map(({ from, to }) => [from, to])).toEqual([
      ['thief', 'mule'],
      ['mule', 's'],
    ]);
    const alone = await assessWallet(await storeOf(read('s', all)), QUESTION);
    expect(alone.mixtures[0]).toMatchObject({ notFollowed: 1, rows: [] });
  });

  it('are a sample where older records of the address were not read, and less than whole where some may lack', async () => {
    const all = ['USDT thief 1000 s'];
    const older = { from: 1_700_000_000, opening: 10n, unread: { received: 10n, sent: 0n } };
    const sample = await assessWallet(await storeOf(read('s', all, older)), QUESTION);
    expect(sample).toMatchObject({ history: 'sample', rating: { stars: 3 } });
    const lacking = await assessWallet(await storeOf(read('s', all, { isWhole: false })), QUESTION);
    expect(lacking).toMatchObject({ history: 'incomplete', rating: { stars: 1, confidence: 'medium' } });
  });

  it('leave what is before the stretch of an account to a party that nobody can read', async () => {
    const all = ['USDT thief 1000 mule', 'USDT mule 1000 s'];
    const stretch = { from: 1_700_000_000 + 2 * 3600, opening: 1000n };
    const store = await storeOf(read('s', all), read('mule', all, stretch));
    const found = await assessWallet(store, QUESTION);
    expect(found.mixtures[0]).toMatchObject({ notFollowed: 1, rows: [] });
  });
});
