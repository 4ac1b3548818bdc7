import { PartialAccountStore, type RawTransfer } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import { planWalk } from './plan-walk.ts';

const SUBJECT = '0xsubject';

const transfers = Array.from(
  { length: 2_000 },
  (_, index): RawTransfer => ({
    from: `0x${index}`,
    to: SUBJECT,
    amount: 1n,
    time: 1_600_000_000 + index,
    block: index,
    transactionIndex: 0,
    transactionId: `0x${index}`,
    kind: 'token',
    index: 0,
    ordinal: 0,
  }),
);

describe('the plan of on-demand reads', () => {
  it('yields the event loop during a long walk', async () => {
    const store = new PartialAccountStore({
      network: 'ETH',
      subject: SUBJECT,
      histories: [
        {
          account: SUBJECT,
          transfers,
          from: null,
          until: null,
          opening: 0n,
          counterparties: null,
          isContract: false,
          isWhole: true,
          unread: { received: 0n, sent: 0n },
        },
      ],
      labelsOf: async (addresses) => addresses.map(() => []),
    });
    const subject = await store.subject(SUBJECT);
    if (subject === null) throw new Error('the store does not hold the subject');
    let yields = 0;
    const { waiting } = await planWalk(
      store,
      subject,
      ({ account }) => account,
      1e-4,
      new AbortController().signal,
      async () => {
        yields += 1;
      },
    );
    expect(waiting.length).toBeGreaterThan(0);
    expect(yields).toBeGreaterThan(2);
  });
});
