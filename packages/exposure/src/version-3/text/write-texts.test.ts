import { describe, expect, it } from 'vitest';
import { history, mixture, row, wallet } from '../../../test/rating-3/sketches.ts';
import { NOTHING_SET_ASIDE } from '../rating/history/set-aside.ts';
import { type PaymentInput, ratePayment } from '../rating/rate-payment.ts';
import { rateWallet, type WalletInput } from '../rating/rate-wallet.ts';
import { factsOfPayment, factsOfWallet } from './facts.cases.ts';
import { originOf, type TextFacts } from './facts.ts';
import { writeTexts8 } from './write-texts.ts';

const joined = (texts: ReturnType<typeof writeTexts8>) => ({
  headline: texts.headline.map(({ text }) => text).join(' '),
  below: texts.belowVerdict.map(({ text }) => text),
  advice: texts.advice.map(({ text }) => text).join(' '),
  text: texts.text.map(({ text }) => text),
  why: texts.why.map(({ text }) => text),
});

const ofWallet = (sketch: Partial<WalletInput>, change: Partial<TextFacts> = {}) => {
  const input = wallet(sketch);
  return joined(writeTexts8(rateWallet(input), factsOfWallet(input, change)));
};

const ofPayment = (sketch: Partial<PaymentInput>, change: Partial<TextFacts> = {}) => {
  const input: PaymentInput = { mixture: mixture([]), usd: 1000, kind: 'whole', hasRecords: true, ...sketch };
  return joined(writeTexts8(ratePayment(input), factsOfPayment(input, change)));
};

const exchange = (share: number, owners: 1 | 2 | 3 = 1) => row('exchange_licensed', share, { owners });
const large = history([{ at: 1, amount: 1_000_000n }]);

describe('the texts of a wallet', () => {
  it('of five stars say how much is explained, and that it is enough', () => {
    expect(ofWallet({ ever: mixture([exchange(0.9)]) })).toEqual({
      headline: 'Low risk.',
      below: [],
      advice: 'Fine to accept.',
      text: [
        '90.0% of what came in is explained, at one or two owners.',
        'Of $10,000 received since 15 Nov 2023, all could be read.',
        '90.0% comes from services that identify their customers. The rest is from accounts without a label.',
      ],
      why: [
        'Five stars: 90.0% of what came in is explained at one or two owners, where 75% is needed; all was followed, and the history is whole. The total is 0 of 100.',
      ],
    });
  });

  it('of a trace name it, with the floor that it meets', () => {
    const { headline, advice, why } = ofWallet({ history: large, ever: mixture([row('scam', 0.002), exchange(0.9)]) });
    expect(headline).toBe('Low risk, with a trace of scams.');
    expect(advice).toBe('Fine to accept. Keep the signed report.');
    expect(why.slice(1)).toEqual([
      '0.2% ($2,000) of what came in comes straight from scams.',
      'From $1,000 on, with at least 0.1%, this alone is a total of 22 of 100: four stars.',
    ]);
  });

  it('of more than a trace say how much, since no word may deny the figure below it', () => {
    const part = [row('gambling', 0.35, { owners: 3 })];
    expect(ofWallet({ ever: mixture([...part, exchange(0.6)]) }).headline).toBe(
      'With 35.0% from gambling services; a part is not known.',
    );
    expect(ofWallet({ ever: mixture([row('gambling', 0.06), exchange(0.9)]) }).headline).toBe(
      'Low risk, with 6.0% from gambling services.',
    );
    const paid = history(
      [{ at: 1, amount: 10_000n }],
      [
        { at: 2, payee: 3, amount: 500n, category: 'scam' },
        { at: 3, payee: 4, amount: 9_500n, category: null },
      ],
    );
    expect(ofWallet({ history: paid, ever: mixture([exchange(0.5)]) }).headline).toBe(
      'With 5.0% paid to scams; a part is not known.',
    );
  });

  it('of a warning say the level, how sure it is, and what it is of', () => {
    const ever = mixture([row('stolen_coins', 0.12), exchange(0.5)]);
    const headline = (sketch: Partial<WalletInput>) => ofWallet({ history: large, ever, ...sketch }).headline;
    expect(headline({})).toBe('Very high risk: stolen coins, directly.');
    expect(headline({ kind: 'incomplete' })).toBe('Very high risk, not all is known: stolen coins, directly.');
    expect(headline({ kind: 'sample' })).toBe('Medium risk in what was read: stolen coins, directly.');
    const weak = mixture([row('stolen_coins', 0.12, { confidence: 40 })]);
    expect(headline({ ever: weak })).toBe('High risk, by weaker labels: stolen coins, directly.');
    const far = mixture([row('stolen_coins', 0.3, { owners: 3 })]);
    expect(headline({ ever: far })).toBe('High risk: stolen coins, indirectly.');
  });

  it('of a sample say why there are three stars', () => {
    const { why, text } = ofWallet({ history: large, ever: mixture([row('scam', 0.5)]), kind: 'sample' });
    expect(why).toEqual([
      '50.0% ($500,000) of what came in comes straight from scams.',
      'From 10% on, this alone is a total of 80 of 100: one star.',
      'A part of a history gives three stars at least.',
      'Only a part of the history was read.',
    ]);
    expect(text).toContain('Not all records of this address were read.');
  });

  it('say what it paid, and that a victim would look the same', () => {
    const of = (category: 'mixer' | 'scam') =>
      ofWallet({ history: history([{ at: 1, amount: 10_000n }], [{ at: 2, payee: 3, amount: 5000n, category }]) });
    expect(of('mixer').headline).toBe('Very high risk: paid mixers.');
    expect(of('scam').headline).toBe('Medium risk: paid scams; a victim would look the same.');
    expect(of('scam').why).toEqual([
      '100.0% ($5,000) of what it paid went straight to scams. From 10% and $100 on, that is three stars at most: a victim would look the same.',
    ]);
  });

  it('name no bound in dollars where a price lacks', () => {
    const payments = [
      { at: 2, payee: 3, amount: 900n, category: 'scam' },
      { at: 3, payee: 4, amount: 100n },
    ] as const;
    const own = history([{ at: 1, amount: 10_000n }], payments);
    expect(ofWallet({ history: own, usdAt: () => null }).why).toEqual([
      '90.0% of what it paid went straight to scams. From 10% on, that is three stars at most: a victim would look the same.',
    ]);
    const toListed = [
      { at: 2, payee: 3, amount: 2n, category: 'sanctions' },
      { at: 3, payee: 4, amount: 998n },
    ] as const;
    const listed = history([{ at: 1, amount: 10_000n }], toListed);
    expect(ofWallet({ history: listed, usdAt: () => null }).why[1]).toBe(
      'From 0.1% on, this alone is a total of 70 of 100: two stars.',
    );
  });

  it('say what it is, and by which label', () => {
    const list = { entity: 'LAZARUS GROUP', source: 'ofac-sdn', date: '2026-08-20', confidence: 100 };
    const ownLabel = { category: 'sanctions', confidence: 100 } as const;
    const { headline, advice, text } = ofWallet({ ownLabel }, { ownLabel: { ...list, list: 'OFAC SDN list' } });
    expect(headline).toBe('Very high risk: is on a sanctions list.');
    expect(advice).toBe('Do not send to it or accept from it.');
    expect(text[0]).toBe(
      'The label of this address: OFAC SDN list, Lazarus Group, as of 20 Aug 2026, with confidence 100.',
    );
    expect(() => ofWallet({ ownLabel }, { ownLabel: null })).toThrow('not among the facts');
  });

  it('say that a service received from high-risk sources', () => {
    const { headline, why } = ofWallet({
      history: large,
      ever: mixture([row('scam', 0.3)]),
      ownLabel: { category: 'payment_processor', confidence: 100 },
    });
    expect(headline).toBe('High risk: is a payment processor, and received from high-risk sources.');
    expect(why[0]).toMatch(/^Two stars: 30\.0% of what came in comes straight from high-risk sources\./);
  });

  it('say below the verdict what of tier S was taken out', () => {
    const own = history([
      { at: 1, amount: 5000n, payer: 2 },
      { at: 2, amount: 100n, bad: 1 },
    ]);
    const listed = row('sanctions', 100 / 5100);
    const setAside = { ...NOTHING_SET_ASIDE, untouched: [{ inflow: 1, amount: 100n, fraction: 1 }] };
    const ever = mixture([listed, exchange(5000 / 5100)]);
    const setAsideRows = { returned: [], untouched: [listed] };
    const { headline, below } = ofWallet({ history: own, ever, setAside, setAsideRows });
    expect(headline).toBe('Low risk.');
    expect(below).toEqual([
      'Contact with sanctioned parties is set aside: 2.0% ($100) of what came in, which is little and was never touched since.',
    ]);
  });

  it('show the decimals that a bound needs', () => {
    const rows = [exchange(0.7499), row('bridge', 0.1)];
    expect(ofWallet({ ever: mixture(rows, 0.1) }).why).toEqual([
      'Four stars: 74.99% of what came in is explained at one or two owners, where 40% is needed; 10.0% was not followed, and the total is 0 of 100. To say more takes 75% and a whole history; here the history is whole.',
    ]);
    expect(ofWallet({ ever: mixture(rows, 0.1001) }).why[0]).toBe(
      'No stars: 75.0% of what came in is explained at one or two owners, where four stars need 40% with at most 10% not followed; here 10.01% was not followed, and the total is 0 of 100, where a warning needs 40.',
    );
  });
});

describe('the texts of a finding', () => {
  it('say what was read, and that nothing listed was in it', () => {
    const ever = mixture([exchange(0.3), row('online_wallet', 0.1), row('liquidity_pools', 0.05)], 0.02);
    expect(ofWallet({ ever }).text).toEqual([
      'Of $10,000 received since 15 Nov 2023, 2.0% could not be read; nothing that was read comes from a listed address within 12 steps.',
      '30.0% comes from services that identify their customers, 10.0% from other named services and 5.0% was exchanged and not followed. The rest is from accounts without a label.',
      'This says nothing about this address, good or bad.',
    ]);
  });

  it('name the gravest contact', () => {
    const { headline, text, advice } = ofWallet({
      ever: mixture([row('sanctions', 0.001, { owners: 3 })]),
      history: large,
    });
    expect(headline).toBe('Something was found, too little is known to rate it.');
    expect(text[0]).toBe('Contact with sanctioned parties: 0.1% of what came in, at three owners.');
    expect(advice).toBe('Ask where it comes from.');
  });

  it('say what it takes to read more', () => {
    const ever = mixture([], 0.4);
    expect(ofWallet({ ever })).toMatchObject({ headline: 'Too little could be read.', advice: 'Wait for the rest.' });
    expect(ofWallet({ ever }, { more: 'upload' })).toMatchObject({ advice: 'Upload its records.' });
    expect(ofWallet({ ever }).why[1]).toBe(
      '40.0% of what came in could not be read; to say that nothing was found, it may be 10% at most.',
    );
    expect(ofWallet({ usdAt: () => 0.000_05 })).toMatchObject({
      headline: 'Too little could be read.',
      advice: 'Ask for a first small payment, then check that.',
      why: ['No stars: what came in is worth less than $1.'],
    });
  });

  it('say that there are no records', () => {
    expect(ofWallet({ ever: null, history: history([]) })).toMatchObject({
      headline: 'No records.',
      text: ['The records hold nothing that this address received.'],
      why: ['No stars: nothing came in.'],
    });
  });
});

describe('the texts of a payment', () => {
  it('speak of the payment, and of the sum that its dollars are of', () => {
    expect(ofPayment({ mixture: mixture([row('scam', 1)]), usd: 5000 })).toEqual({
      headline: 'Very high risk: scams, directly.',
      below: [],
      advice: 'Leave this money where it is, and get advice before you do anything with it.',
      text: [
        '100.0% ($5,000) of the payment comes straight from scams.',
        'Of this payment, all could be read.',
        '100.0% comes from sources of risk.',
        'With this payment, its senders have paid this receiver $5,000 so far; dollars are of that sum.',
      ],
      why: [
        '100.0% ($5,000) of the payment comes straight from scams; weighed by risk, that is a total of 90 of 100: one star.',
      ],
    });
  });

  it('that is planned advise on what to accept', () => {
    const planned = (scams: number) =>
      ofPayment({ mixture: mixture([row('scam', scams)]), usd: 50_000 }, { question: 'planned' }).advice;
    expect(planned(1)).toBe('Do not accept this payment.');
    expect(planned(0.04)).toBe('Do not agree to this payment yet.');
    expect(planned(0.02)).toBe('Ask where the money comes from before you accept it.');
  });
});

describe('the origin of a mixture', () => {
  it('is explained, otherwise named, bad and not read', () => {
    const { isMined, ...shares } = originOf(
      mixture([exchange(0.3, 3), row('miner', 0.1, { explained: true }), row('bridge', 0.1), row('atm', 0.05)], 0.2),
    );
    expect(isMined).toBe(true);
    expect(shares).toEqual({ explained: 0.4, otherNamed: 0, bad: 0.05, notFollowed: 0.2 });
  });
});
