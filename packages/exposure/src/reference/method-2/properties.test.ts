import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess } from './assess.ts';
import { type Movement, meetsService } from './derive.ts';
import { fraction, ONE, type plus, sum, ZERO } from './fraction.ts';
import type { AccountQuestion, Derivation, DirectionExposure, Transfer } from './input.ts';
import { DOLLAR, label, question, START } from './question.cases.ts';

const seed = process.env['FC_SEED'];
const { REFERENCE_RUNS = '60' } = process.env;
const RUNS = { numRuns: Number(REFERENCE_RUNS), ...(seed === undefined ? {} : { seed: Number(seed) }) };
const DAY = 86_400_000;
const NONE: Derivation = { kind: 'fixed', set: { deposits: new Map(), services: new Set(), clusters: new Map() } };

/** Accounts of the random graphs; `subject` and those named by a number carry no label. */
const LABELLED = ['exchange_licensed', 'bridge', 'gambling', 'stolen_coins', 'ransom', 'mixer', 'sanctions'] as const;
const PLAIN = ['subject', '1', '2', '3', '4'];
const LABELS = LABELLED.map((category, index) => label(category, category, { confidence: index % 3 === 2 ? 40 : 70 }));

const amount = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 5_000_000 }));

interface Drawn {
  readonly from: string;
  readonly to: string;
  readonly cents: number;
}

const drawn = (from: readonly string[], to: readonly string[]): fc.Arbitrary<Drawn> =>
  fc.record({ from: fc.constantFrom(...from), to: fc.constantFrom(...to), cents: amount });

const anyTransfers = fc.array(drawn([...PLAIN, ...LABELLED], [...PLAIN, ...LABELLED]), { minLength: 1, maxLength: 14 });

/** As any transfers, but what leaves the subject cannot come back, and nothing sanctioned reaches it directly. */
const withoutCircles = fc.array(
  fc.oneof(
    drawn(['1', '2', ...LABELLED], ['1', '2']),
    drawn(['1', '2', ...LABELLED.filter((name) => name !== 'sanctions')], ['subject']),
    drawn(['subject', '3', '4'], ['3', '4', ...LABELLED]),
  ),
  { minLength: 1, maxLength: 14 },
);

function transfersOf(list: readonly Drawn[]): Transfer[] {
  return list.map(({ from, to, cents }, index) => ({
    position: (index + 1) * 10,
    transaction: `t${index}`,
    time: START + index * DAY,
    from,
    to,
    amount: BigInt(cents),
    money: DOLLAR,
  }));
}

/** Half of the accounts have something to begin with; the rest pay more than they are known to hold. */
function asked(transfers: readonly Transfer[], more: Partial<AccountQuestion> = {}): AccountQuestion {
  const accounts = ['1', '3', 'subject'].map((address) => ({
    address,
    opening: 1_000_000n,
    unreadBefore: address === '3',
    unreadAfter: false,
  }));
  return { ...question(transfers), accounts, labels: LABELS, derivation: NONE, ...more };
}

const total = (one: DirectionExposure): ReturnType<typeof plus> =>
  sum([...one.rows.map((row) => row.share), one.unknownOrigin, one.notFollowed, one.stillHeld, one.fee]);

/** Shares alone: what is no matter of dollars. */
function shares(one: DirectionExposure): string[] {
  const text = ({ n, d }: { n: bigint; d: bigint }): string => `${n}/${d}`;
  const rows = one.rows.map((row) => `${row.layer} ${row.category} ${text(row.share)}`).toSorted();
  return [...rows, text(one.unknownOrigin), text(one.notFollowed), text(one.stillHeld), text(one.fee)];
}

/** Shares before anything is set aside: with dollars so many that no sum is small. */
function allShares(transfers: readonly Transfer[]): string[][] {
  const rich = transfers.map((one) => ({ ...one, money: { kind: 'price', usd: '1000000000' } as const }));
  const found = assess(asked(rich));
  return [shares(found.incoming), shares(found.outgoing)];
}

describe('invariants of method version 2, by the reference', { timeout: 1_800_000 }, () => {
  it('sums the shares of a direction to one, exactly', () => {
    fc.assert(
      fc.property(anyTransfers, (list) => {
        const { incoming, outgoing } = assess(asked(transfersOf(list)));
        for (const one of [incoming, outgoing]) expect(total(one)).toEqual(one.weight.n === 0n ? ZERO : ONE);
      }),
      RUNS,
    );
  });

  it('keeps shares where amounts are scaled, transfers split, or nothing moves', () => {
    fc.assert(
      fc.property(anyTransfers, fc.integer({ min: 2, max: 1000 }), (list, factor) => {
        const transfers = transfersOf(list).map((one) => ({ ...one, amount: one.amount * 2n }));
        const found = allShares(transfers);
        const openings = asked([]).accounts.map((one) => ({ ...one, opening: one.opening * BigInt(factor) }));
        const rich = { kind: 'price', usd: '1000000000' } as const;
        const scaled = transfers.map((one) => ({ ...one, amount: one.amount * BigInt(factor), money: rich }));
        const larger = assess(asked(scaled, { accounts: openings }));
        expect([shares(larger.incoming), shares(larger.outgoing)]).toEqual(found);
        const halves = transfers.flatMap((one) => [
          { ...one, amount: one.amount / 2n },
          { ...one, amount: one.amount / 2n, position: one.position + 1 },
        ]);
        expect(allShares(halves)).toEqual(found);
        const idle = transfers.flatMap((one) => [
          { ...one, to: one.from, position: one.position + 2 },
          { ...one, amount: 0n, position: one.position + 3 },
        ]);
        expect(allShares([...transfers, ...idle])).toEqual(found);
      }),
      RUNS,
    );
  });

  it('keeps what came in up to a date when later records are added', () => {
    fc.assert(
      fc.property(anyTransfers, anyTransfers, (list, more) => {
        const later = transfersOf([...list, ...more.filter((one) => one.to !== 'subject')]);
        expect(allShares(later)[0]).toEqual(allShares(transfersOf(list))[0]);
      }),
      RUNS,
    );
  });

  it('gives the same for labels in any order', () => {
    fc.assert(
      fc.property(anyTransfers, fc.shuffledSubarray(LABELS, { minLength: LABELS.length }), (list, labels) => {
        expect(assess(asked(transfersOf(list), { labels }))).toEqual(assess(asked(transfersOf(list))));
      }),
      RUNS,
    );
  });

  it('never raises stars, nor loses them, when a clean account turns out illicit', () => {
    const illicit = fc.constantFrom('stolen_coins', 'mixer', 'seized_assets');
    fc.assert(
      fc.property(anyTransfers, illicit, fc.constantFrom('exchange_licensed', 'bridge'), (list, category, who) => {
        const before = assess(asked(transfersOf(list)));
        const labels = LABELS.map((one) => (one.address === who ? { ...one, category } : one));
        const after = assess(asked(transfersOf(list), { labels }));
        if (before.notRated !== null) return;
        expect(after.notRated).toBe(null);
        expect(after.stars).toBeLessThanOrEqual(before.stars);
      }),
      RUNS,
    );
  });

  it('never changes stars for a little sanctioned money nobody asked for', () => {
    fc.assert(
      fc.property(withoutCircles, fc.nat(), (list, at) => {
        const received = list.filter((one) => one.to === 'subject').reduce((sent, one) => sent + one.cents, 0);
        const cents = Math.min(Math.floor(received / 1001) - 1, 99_999);
        if (cents < 1) return;
        const dust = { from: 'sanctions', to: 'subject', cents };
        const index = at % (list.length + 1);
        const accounts = [...asked([]).accounts.filter((one) => one.address !== 'subject')];
        const subject = { address: 'subject', opening: 10n ** 12n, unreadBefore: false, unreadAfter: false };
        const facts = { accounts: [...accounts, subject] };
        const before = assess(asked(transfersOf(list), facts));
        const after = assess(asked(transfersOf([...list.slice(0, index), dust, ...list.slice(index)]), facts));
        expect([after.stars, after.total]).toEqual([before.stars, before.total]);
        expect(after.setAside).toHaveLength(1);
      }),
      RUNS,
    );
  });

  it('never raises stars when illicit money is split over categories of one tier and weight', () => {
    fc.assert(
      fc.property(anyTransfers, (list) => {
        const one = LABELS.map((given) =>
          given.category === 'ransom' ? { ...given, category: 'stolen_coins' as const } : given,
        );
        const together = assess(asked(transfersOf(list), { labels: one }));
        expect(assess(asked(transfersOf(list))).stars).toBeLessThanOrEqual(together.stars);
      }),
      RUNS,
    );
  });

  it('never lets an outflow to an exchange make its payer absorb in the incoming direction', () => {
    fc.assert(
      fc.property(anyTransfers, fc.constantFrom('1', '2', '3', '4'), (list, payer) => {
        const paid = { from: payer, to: 'exchange_licensed', cents: 5_000_000 };
        const transfers = transfersOf([...list, paid, paid, paid]);
        const derived = assess(asked(transfers, { derivation: { kind: 'from_records' } }));
        expect(shares(derived.incoming)).toEqual(shares(assess(asked(transfers)).incoming));
      }),
      RUNS,
    );
  });

  it('never takes for a service who has under 100 transactions or under seven days', () => {
    const movements = (transactions: number, days: number): Movement[] =>
      Array.from({ length: transactions }, (_, index) => ({
        transaction: `t${index}`,
        time: START + (index % days) * DAY,
        direction: index % 2 === 0 ? ('in' as const) : ('out' as const),
        amount: fraction(index % 2 === 0 ? 100 : 90),
        parties: Array.from({ length: 20 }, (__, party) => ({
          address: `${index}-${party}`,
          amount: fraction(index % 2 === 0 ? 5 : 4),
        })),
      }));
    expect(meetsService(ZERO, movements(100, 7))).toBe(true);
    const few = fc.integer({ min: 1, max: 99 });
    fc.assert(
      fc.property(few, fc.integer({ min: 1, max: 30 }), (transactions, days) => {
        expect(meetsService(ZERO, movements(transactions, days))).toBe(false);
      }),
      RUNS,
    );
    for (const days of [1, 6]) expect(meetsService(ZERO, movements(200, days))).toBe(false);
  });

  it('never raises stars when one authority ends its listing and another covers the same dates', () => {
    const day = fc.integer({ min: 0, max: 20 }).map((days) => new Date(START + days * DAY).toISOString().slice(0, 10));
    const listed = fc.constantFrom('subject', 'sanctions', '1');
    fc.assert(
      fc.property(anyTransfers, listed, fc.integer({ min: 50, max: 100 }), day, (list, address, confidence, end) => {
        const other = label(address, 'sanctions', { authority: 'two', source: 'two', confidence });
        const given = LABELS.filter((one) => one.address !== address);
        const one = label(address, 'sanctions');
        const both = assess(asked(transfersOf(list), { labels: [...given, one, other] }));
        const ended = assess(asked(transfersOf(list), { labels: [...given, { ...one, validTo: end }, other] }));
        if (both.notRated === null) expect(ended.stars).toBeLessThanOrEqual(both.stars);
        expect(ended.notRated).toBe(both.notRated);
      }),
      RUNS,
    );
  });
});
