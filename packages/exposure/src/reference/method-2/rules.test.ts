import { describe, expect, it } from 'vitest';
import { assess } from './assess.ts';
import type { AccountQuestion, RecordMoney } from './input.ts';
import { label, type Payment, payments, question, received, START } from './question.cases.ts';

const UNPRICED: RecordMoney = { kind: 'none' };
const BOUNDED: RecordMoney = { kind: 'bounds', low: '0.1', high: '10' };

/** $9,000-like amounts of which a part comes from a sanctioned sender, at the money named. */
function sanctionedPart(part: number, whole: number, money: RecordMoney): AccountQuestion {
  const asked = received({ sanctions: part, exchange_licensed: whole - part });
  return { ...asked, transfers: asked.transfers.map((one) => ({ ...one, money })) };
}

const DEPOSIT: readonly Payment[] = [
  { from: 'thief', to: 'deposit', usd: 5000 },
  { from: 'deposit', to: 'exchange', usd: 5000 },
  { from: 'subject', to: 'deposit', usd: 3000 },
  { from: 'deposit', to: 'exchange', usd: 3000 },
];

const DEPOSIT_LABELS = [label('thief', 'stolen_coins'), label('exchange', 'exchange_licensed')];

describe('rules of method version 2, by the reference', () => {
  it('lets a deposit address absorb what is sent to it and not what comes from it', () => {
    const sent = assess(question(payments(DEPOSIT), { labels: DEPOSIT_LABELS }));
    expect(sent.outgoing.rows).toMatchObject([{ category: 'exchange_licensed', layer: 'direct', confidence: 40 }]);
    const back = [...DEPOSIT, { from: 'thief', to: 'deposit', usd: 1 }, { from: 'deposit', to: 'friend', usd: 1 }];
    const asked = question(payments(back), { labels: DEPOSIT_LABELS, subject: 'friend' });
    expect(assess(asked).incoming.rows).toMatchObject([{ category: 'stolen_coins', layer: 'indirect' }]);
  });

  it('takes nobody for a deposit address who keeps the money for days', () => {
    const slow = payments(DEPOSIT).map((one) => ({ ...one, time: START + one.position * 3 * 86_400_000 }));
    const found = assess(question(slow, { labels: DEPOSIT_LABELS }));
    expect(found.outgoing.rows).toMatchObject([{ category: 'exchange_licensed', layer: 'indirect' }]);
  });

  it('carries a label of tier S to the same address of another EVM network, and not to a contract', () => {
    const address = '0x00000000000000000000000000000000000000aa';
    const listed = [label(address, 'sanctions')];
    const asked = question([], { network: 'BSC', subject: address, labels: listed });
    expect(assess(asked)).toMatchObject({ stars: 1, total: 80, governedBy: { confidence: 40 } });
    const code = (text: string): AccountQuestion => ({
      ...asked,
      contracts: [{ network: 'ETH', address, code: text }],
    });
    expect(assess(code('0x6080')).notRated).toBe('no confirmed record');
    expect(assess(code('0xef0100ab'))).toMatchObject({ stars: 1, total: 80 });
  });

  it('includes the whole last day of a listing, UTC', () => {
    const at = (asOf: string): AccountQuestion =>
      question([], {
        asOf: Date.parse(asOf),
        labels: [label('subject', 'sanctions', { validFrom: '2024-01-01', validTo: '2024-06-30' })],
      });
    expect(assess(at('2024-06-30T23:59:59Z')).total).toBe(100);
    expect(assess(at('2024-07-01T00:00:00Z')).notRated).toBe('no confirmed record');
  });

  it('lets bounds decide a dollar condition, and one percent between them', () => {
    expect(assess(sanctionedPart(200, 20_000, BOUNDED)).total).toBe(90);
    expect(assess(sanctionedPart(30, 20_000, BOUNDED)).setAside).toEqual([]);
    expect(assess(sanctionedPart(30, 20_000, BOUNDED)).total).toBeLessThan(20);
    expect(assess(sanctionedPart(101, 20_000, BOUNDED)).total).toBe(70);
  });

  it('meets $10 from one percent without bounds, and larger sums never', () => {
    expect(assess(sanctionedPart(200, 20_000, UNPRICED)).total).toBe(90);
    expect(assess(sanctionedPart(190, 20_000, UNPRICED)).total).toBeLessThan(20);
    expect(assess(sanctionedPart(2000, 20_000_000, UNPRICED)).setAside).toHaveLength(1);
  });

  it('keeps five stars from a wallet whose own history is not complete in any one way', () => {
    const asked = received({ exchange_licensed: 1000 });
    expect(assess(asked)).toMatchObject({ stars: 5, word: 'low risk', confidence: 'high' });
    for (const history of [
      { ...asked.history, fromFirstRecord: false },
      { ...asked.history, toTip: false },
      { ...asked.history, bothDirections: false },
      { ...asked.history, tracesAndReceipts: false },
      { ...asked.history, countByProvider: 2 },
    ])
      expect(assess({ ...asked, history })).toMatchObject({ stars: 4, word: 'limited data', confidence: 'low' });
  });

  it('counts what was not fetched as not followed', () => {
    const asked = question(payments([{ from: 'stranger', to: 'subject', usd: 100 }]));
    const accounts = asked.accounts.map((one) => ({ ...one, opening: 0n, unreadBefore: true }));
    const found = assess({ ...asked, accounts });
    expect(found.incoming.notFollowed).toEqual({ n: 1n, d: 1n });
    expect(found.notRated).toBe('attributed below 10%');
  });

  it('rates a thinly known wallet where a floor holds', () => {
    expect(assess(received({ gambling: 60, unknown: 940 }))).toMatchObject({ stars: 4, total: 22, notRated: null });
    expect(assess(received({ gambling: 40, unknown: 960 })).notRated).toBe('attributed below 10%');
  });

  it('gives what an account paid beyond its known balance to unknown origin', () => {
    const list = payments([
      { from: 'thief', to: 'hop', usd: 50 },
      { from: 'hop', to: 'subject', usd: 100 },
    ]);
    const accounts = [{ address: 'thief', opening: 5000n, unreadBefore: false, unreadAfter: false }];
    const { incoming } = assess(question(list, { labels: [label('thief', 'stolen_coins')], accounts }));
    expect(incoming.rows).toMatchObject([{ category: 'stolen_coins', share: { n: 1n, d: 2n } }]);
    expect(incoming.unknownOrigin).toEqual({ n: 1n, d: 2n });
  });

  it('sums a tier with those above it', () => {
    const illicit = received({ sanctions: 30, stolen_coins: 280, exchange_licensed: 9690 }, 40);
    expect(assess(illicit).floors).toContainEqual({ direction: 'incoming', layer: 'direct', tier: 'A', value: 45 });
    expect(assess(received({ gambling: 1970, scam: 40, exchange_licensed: 7990 })).total).toBe(42);
    expect(assess(received({ gambling: 1970, exchange_licensed: 8030 })).total).toBe(22);
  });

  it('looks behind the label of a service for what came in, from 10% and $1,000', () => {
    const service = (stolen: number, whole: number): number =>
      assess(
        received({ stolen_coins: stolen, unknown: whole - stolen }, 100, {
          labels: [label('subject', 'exchange_licence_unknown')],
        }),
      ).total;
    expect(service(999, 10_000)).toBe(15);
    expect(service(1000, 10_000)).toBe(50);
    expect(service(2500, 10_000)).toBe(65);
    expect(service(5000, 10_000)).toBe(80);
    expect(service(900, 1000)).toBe(15);
  });

  it('wants a tenth of a percent beside an outgoing dollar condition of a subject that is a service', () => {
    const parties = Array.from({ length: 1200 }, (_, index) => index);
    const list = payments([
      ...parties.map((index) => ({ from: `in${index}`, to: 'subject', usd: 100 })),
      ...parties.slice(0, 1100).map((index) => ({ from: 'subject', to: `out${index}`, usd: 50 })),
      { from: 'subject', to: 'sanctioned', usd: 40 },
    ]);
    const labels = [label('sanctioned', 'sanctions')];
    const asked = { labels };
    expect(assess(question(list, asked)).floors).toEqual([]);
    expect(assess(question(list.slice(1200 - 50), asked)).floors).toMatchObject([{ tier: 'S', value: 70 }]);
  });
});
