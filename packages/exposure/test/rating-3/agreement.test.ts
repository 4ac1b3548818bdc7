import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountHistory } from '../method-3/account-walk.ts';
import { ratePlannedPayment } from '../method-3/payments.ts';
import { rateWallet } from '../method-3/result.ts';
import { plannedResult, walletResult } from './as-input.ts';
import { ASKED, ASSET, worldArb } from './random-worlds.ts';

const RUNS = { seed: 20_261_201, numRuns: Number(process.env['RUNS'] ?? 3000) };

describe('the rating of version 3 agrees with its second implementation', () => {
  it('on wallets with random records, labels and prices', () => {
    fc.assert(
      fc.property(worldArb, ({ world, of, stated }) => {
        const history = accountHistory(world, ASSET, ASKED);
        expect(walletResult(history, of, stated)).toEqual(rateWallet(history, of, stated));
      }),
      RUNS,
    );
  });

  it('on payments that they would make', () => {
    fc.assert(
      fc.property(worldArb, ({ world, of, planned }) => {
        const history = accountHistory(world, ASSET, ASKED);
        expect(plannedResult(ASKED, history, of, planned)).toEqual(ratePlannedPayment(ASKED, history, of, planned));
      }),
      RUNS,
    );
  });
});
