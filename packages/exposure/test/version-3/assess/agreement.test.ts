import { describe, expect, it } from 'vitest';
import { assessPayment, assessPlanned, assessWallet } from '../../../src/version-3/assess/assess.ts';
import { accountHistory } from '../../method-3/account-walk.ts';
import { fraction } from '../../method-3/fraction.ts';
import { rateMadePayment, ratePlannedPayment } from '../../method-3/payments.ts';
import { rateWallet } from '../../method-3/result.ts';
import { asResult } from '../../rating-3/as-input.ts';
import { ASSET, storeOf } from '../histories.ts';
import { ratedHistory } from './rated-histories.ts';
import { askedOf, EXACT, questionOf } from './rated-questions.ts';

const RUNS = Number(process.env['REFERENCE_RUNS'] ?? 400);
const FIRST_SEED = 20_261_201;
const seeds = Array.from({ length: RUNS }, (_, index) => FIRST_SEED + index);

describe('the engine of version 3 and its second implementation', { timeout: 3_600_000 }, () => {
  it('rate wallets alike', async () => {
    for (const seed of seeds) {
      const one = ratedHistory(seed);
      const { world, of } = askedOf(one);
      const question = { ...questionOf(one), statedTotal: one.stated };
      const { rating } = await assessWallet(storeOf(one.history), question, EXACT);
      const expected = rateWallet(accountHistory(world, ASSET, one.address), of, one.stated);
      expect(asResult(rating), one.name).toEqual(expected);
    }
  });

  it('rate planned payments alike', async () => {
    for (const seed of seeds) {
      const one = ratedHistory(seed);
      const { world, of } = askedOf(one);
      const { rating } = await assessPlanned(storeOf(one.history), { ...questionOf(one), ...one.planned }, EXACT);
      const { amount, earlier } = one.planned;
      const planned = { amount: fraction(amount), earlier: fraction(earlier) };
      const expected = ratePlannedPayment(one.address, accountHistory(world, ASSET, one.address), of, planned);
      expect(asResult(rating), one.name).toEqual(expected);
    }
  });

  it('rate payments that were made alike', async () => {
    for (const seed of seeds) {
      const one = ratedHistory(seed);
      const { world, of } = askedOf(one);
      const store = storeOf(one.history);
      const receiver = store.nodeOf(one.address);
      const into = store.flows.filter(({ to }) => to === receiver);
      const transactions = [...new Set(into.map(({ transaction }) => transaction))];
      const ids = await store.transactionIds(transactions);
      for (const [index, transaction] of transactions.entries()) {
        const id = ids[index] ?? '';
        const { rating } = await assessPayment(store, { ...questionOf(one), transaction }, EXACT);
        const expected = rateMadePayment(one.address, ASSET, id, world, of);
        expect(asResult(rating), `${id} of ${one.name}`).toEqual(expected);
      }
    }
  });
});
