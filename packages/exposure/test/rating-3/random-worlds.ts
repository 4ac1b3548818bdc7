import fc from 'fast-check';
import type { AccountWorld } from '../method-3/account-walk.ts';
import { fraction } from '../method-3/fraction.ts';
import { type AccountRecord, FEE } from '../method-3/model.ts';
import type { PlannedPayment } from '../method-3/payments.ts';
import type { Circumstances } from '../method-3/result.ts';
import { DAY, labelArb, labelOf, labelsArb, onReviewedList, priceArb, priceAt, START } from './random-labels.ts';

/** Records of a few accounts, with labels that change, and what a question about one of them needs. */
export interface World {
  readonly world: AccountWorld;
  readonly of: Circumstances;
  readonly stated: bigint | null;
  readonly planned: PlannedPayment;
}

export const ASKED = 's';
export const ASSET = 'X';
const OTHER_ASSET = 'Y';
const ACCOUNTS = [ASKED, 'a', 'b', 'c', 'd', 'e', 'f'];

/** Amounts over many sizes: most of a transaction is little beside a few. */
const amountArb = fc
  .tuple(fc.integer({ min: 1, max: 997 }), fc.integer({ min: 0, max: 5 }))
  .map(([digits, zeros]) => BigInt(digits) * 10n ** BigInt(zeros));

const accountArb = fc.oneof({ weight: 2, arbitrary: fc.constant(ASKED) }, fc.constantFrom(...ACCOUNTS));

const recordArb = fc.record({
  from: accountArb,
  to: fc.oneof({ weight: 12, arbitrary: accountArb }, { weight: 1, arbitrary: fc.constant(FEE) }),
  amount: amountArb,
  isOther: fc.integer({ min: 0, max: 9 }).map((of) => of === 0),
  /** Joined with the record before it into one transaction. */
  isJoined: fc.integer({ min: 0, max: 4 }).map((of) => of === 0),
  /** Seconds after the transaction before it. */
  after: fc.integer({ min: 60, max: 14 * DAY }),
});

function recordsOf(sketches: readonly RecordSketch[]): AccountRecord[] {
  let transaction = 0;
  let time = START;
  return sketches.map(({ from, to, amount, isOther, isJoined, after }, order) => {
    if (!isJoined) {
      transaction += 1;
      time += after;
    }
    const asset = isOther ? OTHER_ASSET : ASSET;
    return { asset, sender: from, receiver: to, amount, time, order, transaction: `x${transaction}` };
  });
}

interface RecordSketch {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly isOther: boolean;
  readonly isJoined: boolean;
  readonly after: number;
}

const rareArb = fc.integer({ min: 0, max: 5 }).map((of) => of === 0);

export const worldArb: fc.Arbitrary<World> = fc
  .record({
    sketches: fc.array(recordArb, { minLength: 1, maxLength: 14 }),
    labels: labelsArb(ACCOUNTS),
    ownLabel: fc.option(labelArb, { nil: null, freq: 2 }),
    price: priceArb,
    isSample: rareArb,
    stated: fc.option(amountArb, { nil: null, freq: 2 }),
    opening: fc.option(amountArb, { nil: null, freq: 2 }),
    amount: amountArb,
    earlier: amountArb,
    cutOffAfter: fc.integer({ min: 0, max: 20 }),
  })
  .map(({ sketches, labels, ownLabel, price, isSample, stated, opening, amount, earlier, cutOffAfter }): World => {
    const records = recordsOf(sketches);
    const cutOff = (records.at(-1)?.time ?? START) + cutOffAfter * DAY;
    const labelAt = labelOf(labels);
    const ofOthers = (address: string, time: number) => (address === ASKED ? null : labelAt(address, time));
    return {
      world: {
        records,
        labelAt: ofOthers,
        onReviewedList,
        samples: new Set(isSample ? [ASKED] : []),
        notReadWhole: new Set<string>(),
        openings: new Map(opening === null ? [] : [[ASKED, opening]]),
      },
      of: { labelAt: ofOthers, ownLabel, onReviewedList, priceAt: (time) => priceAt(price, time), cutOff, isSample },
      stated: isSample ? stated : null,
      planned: { amount: fraction(amount), earlier: fraction(earlier) },
    };
  });
