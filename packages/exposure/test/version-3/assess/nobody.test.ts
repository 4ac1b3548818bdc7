import { describe, expect, it } from 'vitest';
import { ISSUER } from '../../../src/records/raw-records.ts';
import {
  assessPayment,
  assessPlanned,
  assessWallet,
  NobodysAddressError,
} from '../../../src/version-3/assess/assess.ts';
import { sketch } from '../account-sketch.ts';

const QUESTION = {
  asset: 'USDT',
  cutOff: 1_800_000_000,
  prices: { decimals: 6, usdOn: () => 1 },
  reviewedList: { version: 'none', has: () => false },
};

describe('a mint or burn address', () => {
  it('is nobody’s wallet: no question about it has an answer', async () => {
    const store = sketch('USDT', [`USDT ${ISSUER} 5 s`, `USDT s 2 ${ISSUER}`]);
    const question = { ...QUESTION, address: ISSUER };
    await expect(assessWallet(store, question)).rejects.toThrow(NobodysAddressError);
    await expect(assessPayment(store, { ...question, transaction: 1 })).rejects.toThrow(NobodysAddressError);
    await expect(assessPlanned(store, { ...question, amount: 1n, earlier: 0n })).rejects.toThrow(NobodysAddressError);
    const unrecorded = { role: 'issuer', labels: [] } as const;
    const other = { ...QUESTION, address: 'z', unrecorded };
    await expect(assessWallet(store, other)).rejects.toThrow(NobodysAddressError);
  });

  it('leaves the wallets that it paid as they are', async () => {
    const store = sketch('USDT', [`USDT ${ISSUER} 5 s`, `USDT s 2 ${ISSUER}`]);
    const { rating } = await assessWallet(store, { ...QUESTION, address: 's' });
    expect(rating).toMatchObject({ kind: 'finding', finding: 'too_little' });
  });
});
