import fc from 'fast-check';
import {
  type Composition,
  compose,
  fromLabel,
  merge,
  NOTHING,
  R,
  type Row,
  scale,
  shares,
  UNKNOWN_ORIGIN,
} from '../method-3/composition.ts';
import { divide, fraction, smaller, subtract, sum } from '../method-3/fraction.ts';
import type { Label } from '../method-3/labels.ts';
import type { History, Inflow, Payer, Payment } from '../method-3/model.ts';
import type { Circumstances } from '../method-3/result.ts';
import { DAY, labelArb, labelOf, labelsArb, onReviewedList, priceArb, priceAt, START } from './random-labels.ts';

/** A history that no records were walked for: rows of any kind, so that the rules of rating meet often. */
export interface RatedHistory {
  readonly history: History;
  readonly of: Circumstances;
  readonly stated: bigint | null;
}

const ACCOUNTS = ['a', 'b', 'c', 'd'];

/** Of many sizes. */
const sizeArb = fc
  .tuple(fc.integer({ min: 1, max: 997 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, zeros]) => BigInt(digits) * 10n ** BigInt(zeros));

const good: Label = { category: 'exchange_licensed', entity: 'one', confidence: 100, beforeDesignation: false };

/** A row of what an account without a label paid: mostly explained, unknown, or bad. */
const rowArb: fc.Arbitrary<Row> = fc
  .record({
    kind: fc.constantFrom('good', 'good', 'good', 'label', 'label', 'unknown', 'R'),
    label: labelArb,
    owners: fc.integer({ min: 2, max: 6 }),
    size: sizeArb,
  })
  .map(({ kind, label, owners, size }) => {
    const amount = fraction(size);
    if (kind === 'unknown') return { source: UNKNOWN_ORIGIN, size: amount };
    if (kind === 'R') return { source: R, size: amount };
    const from = fromLabel(kind === 'good' ? good : label, START, onReviewedList);
    return { source: { ...from, owners: kind === 'good' ? Math.min(owners, 3) : owners }, size: amount };
  });

const partArb = fc.record({
  payer: fc.constantFrom(...ACCOUNTS),
  rows: fc.array(rowArb, { minLength: 1, maxLength: 3 }),
  isSmall: fc.boolean(),
});

const moveArb = fc.record({
  after: fc.integer({ min: 3600, max: 20 * DAY }),
  parts: fc.array(partArb, { minLength: 1, maxLength: 2 }),
  /** What an account that passed money on took of the part. */
  passed: fc.option(fc.tuple(sizeArb, labelArb), { nil: null, freq: 2 }),
  /** Pays instead: to whom, and how much of what was received last from there, or another amount. */
  payment: fc.option(
    fc.record({
      payee: fc.constantFrom(...ACCOUNTS),
      amount: sizeArb,
      sendsBack: fc.constantFrom(0n, 5n, 10n, 10n, 12n),
    }),
    { nil: null, freq: 3 },
  ),
});

type Move = typeof moveArb extends fc.Arbitrary<infer M> ? M : never;
type LabelAt = Circumstances['labelAt'];

const PASSING = 'passing';

/** What came in, with what each payer paid of it. */
function inflowOf({ parts, passed }: Move, at: number, time: number, labelAt: LabelAt): Inflow {
  const payers = new Map<string, Payer>();
  for (const { payer, rows, isSmall } of parts) {
    if (payers.has(payer)) continue;
    const factor = fraction(isSmall ? 1n : 1000n);
    const label = labelAt(payer, time);
    const came =
      label === null
        ? scale(compose(rows), factor)
        : compose([{ source: fromLabel(label, time, onReviewedList), size: rows[0]?.size ?? fraction(1n) }]);
    payers.set(payer, { paid: sizeOfAll(came), came, own: came });
  }
  const [first] = payers;
  const passing = passed === null ? null : { ...passed[1], category: 'stolen_coins' };
  if (passed !== null && passing !== null && first !== undefined && labelAt(first[0], time) === null) {
    const [payer, { paid, came }] = first;
    const taken = smaller(fraction(passed[0]), divide(paid, fraction(2n)));
    const left = scale(came, divide(subtract(paid, taken), paid));
    payers.set(payer, { paid, came: left, own: left });
    const source = fromLabel(passing, time, onReviewedList);
    payers.set(PASSING, { paid: fraction(0n), came: compose([{ source, size: taken }]), own: NOTHING });
  }
  const came = merge(...[...payers.values()].map((payer) => payer.came));
  return { at, time, transaction: `x${at}`, amount: sizeOfAll(came), came, payers, unspent: null };
}

const sizeOfAll = (composition: Composition) => sum([...composition.values()].map(({ size }) => size));

const arb = fc.record({
  moves: fc.array(moveArb, { minLength: 1, maxLength: 6 }),
  labels: labelsArb(ACCOUNTS),
  ownLabel: fc.option(labelArb, { nil: null, freq: 2 }),
  price: priceArb,
  kind: fc.constantFrom('whole', 'whole', 'whole', 'sample', 'incomplete'),
  /** Percents of what was received; unspent percents of the inflows on a coin network. */
  stated: fc.option(fc.integer({ min: 90, max: 400 }), { nil: null, freq: 3 }),
  unspent: fc.option(fc.array(fc.constantFrom(0n, 30n, 100n), { minLength: 6, maxLength: 6 }), { nil: null, freq: 2 }),
  cutOffAfter: fc.integer({ min: 0, max: 40 }),
});

export const historyArb: fc.Arbitrary<RatedHistory> = arb.map(
  ({ moves, labels, ownLabel, price, kind, stated, unspent, cutOffAfter }): RatedHistory => {
    const labelAt = labelOf(labels);
    const inflows: Inflow[] = [];
    const payments: Payment[] = [];
    const balances: { at: number; balance: typeof ZERO }[] = [];
    let held = { balance: ZERO, composition: compose([]) };
    let afterLastInflow: History['afterLastInflow'] = null;
    let time = START;
    for (const [at, move] of moves.entries()) {
      time += move.after;
      if (move.payment === null) {
        const inflow = inflowOf(move, at, time, labelAt);
        const composition = shares(merge(scale(held.composition, held.balance), inflow.came));
        held = { balance: sum([held.balance, inflow.amount]), composition };
        afterLastInflow = held;
        inflows.push(inflow);
      } else {
        const { payee, amount, sendsBack } = move.payment;
        const last = inflows.findLast(({ payers }) => payers.has(payee))?.payers.get(payee)?.paid;
        const asked =
          last === undefined || sendsBack === 0n ? fraction(amount) : divide(fraction(last.n * sendsBack, last.d), TEN);
        const paid = smaller(asked, held.balance);
        if (paid.n === 0n) continue;
        payments.push({ at, time, payee, amount: paid });
        held = { ...held, balance: subtract(held.balance, paid) };
      }
      balances.push({ at, balance: held.balance });
    }
    const received = sum(inflows.map(({ amount }) => amount));
    return {
      history: {
        inflows: inflows.map((inflow, index) => ({
          ...inflow,
          unspent: unspent === null ? null : fraction(inflow.amount.n * (unspent[index] ?? 0n), inflow.amount.d * 100n),
        })),
        payments,
        afterLastInflow,
        atCutOff: held,
        balances: unspent === null ? balances : [],
        shortfalls: kind === 'incomplete' ? [0] : [],
        hasRecords: true,
      },
      of: {
        labelAt,
        ownLabel,
        onReviewedList,
        priceAt: (of) => priceAt(price, of),
        cutOff: time + cutOffAfter * DAY,
        isSample: kind === 'sample',
      },
      stated: stated === null ? null : (received.n * BigInt(stated)) / (received.d * 100n),
    };
  },
);

const ZERO = fraction(0n);
const TEN = fraction(10n);
