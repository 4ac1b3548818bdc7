import { describe, expect, it } from 'vitest';
import { assess } from './assess.ts';
import { FEE_SINK, type Question } from './input.ts';
import { label, type Payment, payments, question, received } from './question.cases.ts';

const THIEF_LABELS = [label('victim', 'stolen_coins'), label('exchange', 'exchange_licensed')];

/** A thief who sends 95% to an exchange in two payments, and the rest on. */
const WASHING: readonly Payment[] = [
  { from: 'victim', to: 'thief', usd: 9000 },
  { from: 'thief', to: 'exchange', usd: 4275 },
  { from: 'thief', to: 'exchange', usd: 4275 },
];

function manyOutputs(): Question {
  const outputs = Array.from({ length: 1000 }, (_, index) => ({
    from: 'thief',
    to: `output${index}`,
    usd: 5,
    transaction: 'one',
  }));
  const paid = [
    { from: 'victim', to: 'thief', usd: 9000 },
    ...outputs,
    { from: 'thief', to: 'subject', usd: 450, transaction: 'one' },
  ];
  return question(payments(paid), { labels: THIEF_LABELS });
}

const throughContract = question(
  payments([
    { from: 'victim', to: 'contract', usd: 9000 },
    { from: 'contract', to: 'subject', usd: 450 },
  ]),
  { labels: THIEF_LABELS, contracts: [{ network: 'ETH', address: 'contract', code: '0x6080' }] },
);

const paidOut = (amounts: readonly Payment[], labels: Question['labels']): Question =>
  question(payments(amounts), { labels });

const six = (dollars: number): Question =>
  received({
    stolen_coins: 0.004 * dollars,
    ransom: 0.004 * dollars,
    scam: 0.004 * dollars,
    dark_market: 0.004 * dollars,
    dark_service: 0.004 * dollars,
    malware: 0.004 * dollars,
    exchange_licensed: 0.976 * dollars,
  });

const OFAC = { category: 'sanctions', entity: 'listed' } as const;
const ELSEWHERE = '0x00000000000000000000000000000000000000aa';
const BURN = '0x0000000000000000000000000000000000000000';

/** The first records are not held. */
const CUT_OFF = {
  fromFirstRecord: false,
  toTip: true,
  bothDirections: true,
  tracesAndReceipts: null,
  countHeld: 1,
  countByProvider: null,
} as const;

const EXAMPLES: readonly [name: string, asked: Question, stars: number, total: number | null][] = [
  [
    'stolen coins, 95% to an exchange in two payments, the rest to the subject',
    question(payments([...WASHING, { from: 'thief', to: 'subject', usd: 450 }]), { labels: THIEF_LABELS }),
    2,
    65,
  ],
  ['the same through one transaction with 1,001 outputs', manyOutputs(), 2, 65],
  ["the same through the thief's own contract", throughContract, 2, 65],
  [
    '$10.01 from a sanctioned sender in $10 million',
    received({ sanctions: 10.01, exchange_licensed: 9_999_989.99 }),
    5,
    0,
  ],
  [
    '$900 from a sanctioned sender beside 0.45% stolen',
    received({ sanctions: 900, stolen_coins: 4500, exchange_licensed: 994_600 }),
    5,
    null,
  ],
  [
    '$1,500 from a sanctioned sender in $10 million',
    received({ sanctions: 1500, exchange_licensed: 9_998_500 }),
    2,
    70,
  ],
  [
    '$40 to a sanctioned address out of $20,000',
    paidOut(
      [
        { from: 'subject', to: 'sanctioned', usd: 40 },
        { from: 'subject', to: 'exchange', usd: 19_960 },
      ],
      [label('sanctioned', 'sanctions'), label('exchange', 'exchange_licensed')],
    ),
    2,
    70,
  ],
  ['$40 from a sanctioned address in $20,000', received({ sanctions: 40, exchange_licensed: 19_960 }), 2, 70],
  ['six categories of A, 0.4% each, below $10,000 in sum', six(10_000), 3, 45],
  ['the same in a wallet of $5 million', six(5_000_000), 2, 70],
  ['$100,000 stolen among $3.5 million', received({ stolen_coins: 100_000, exchange_licensed: 3_400_000 }), 2, 70],
  ['2% direct scam', received({ scam: 200, exchange_licensed: 5000, unknown: 4800 }), 3, 45],
  ['at confidence 40: 3% direct stolen', received({ stolen_coins: 300, exchange_licensed: 9700 }, 40), 3, 45],
  ['29.7% direct gambling, 70.3% unknown', received({ gambling: 297, unknown: 703 }), 3, 42],
  ['60% direct gambling', received({ gambling: 600, exchange_licensed: 400 }), 3, 55],
  [
    'a licensed exchange with 4% mixer',
    received({ mixer: 400, exchange_licensed: 9600 }, 100, { labels: [label('subject', 'exchange_licensed')] }),
    5,
    0,
  ],
  [
    'an exchange, licence unknown, with 60% ransom direct',
    received({ ransom: 6000, unknown: 4000 }, 100, { labels: [label('subject', 'exchange_licence_unknown')] }),
    1,
    80,
  ],
  [
    'the same exchange, history incomplete',
    received({ ransom: 6000, unknown: 4000 }, 100, {
      labels: [label('subject', 'exchange_licence_unknown')],
      history: CUT_OFF,
    }),
    4,
    20,
  ],
  [
    'a hacked service with 30% outgoing to the thief',
    paidOut(
      [
        { from: 'subject', to: 'thief', usd: 3000 },
        { from: 'subject', to: 'stranger', usd: 7000 },
      ],
      [label('subject', 'exchange_licence_unknown'), label('thief', 'stolen_coins')],
    ),
    5,
    15,
  ],
  [
    'an OFAC-listed account of Ethereum, asked on BSC, without records',
    question([], { network: 'BSC', subject: ELSEWHERE, labels: [label(ELSEWHERE, 'sanctions')] }),
    1,
    80,
  ],
  [
    'listed by two authorities at 100, one ended',
    question([], {
      labels: [
        label('subject', 'sanctions', { ...OFAC, authority: 'EU', validFrom: '2023-01-01', validTo: '2024-01-01' }),
        label('subject', 'sanctions', { ...OFAC, authority: 'OFAC', validFrom: '2023-01-01' }),
      ],
    }),
    1,
    100,
  ],
  ['0x0', question([], { subject: BURN, labels: [label(BURN, 'sanctions')] }), 0, 0],
  [
    'all known money from a licensed exchange, history incomplete',
    received({ exchange_licensed: 1000 }, 100, {
      history: CUT_OFF,
    }),
    4,
    0,
  ],
  ['$0.50 sanctioned as the only inflow', received({ sanctions: 0.5 }), 4, 25],
];

describe('worked examples of method version 2, by the reference', () => {
  it.each(EXAMPLES)('%s', (_, asked, stars, total) => {
    const found = assess(asked);
    expect(found.stars).toBe(stars);
    if (total !== null) expect(found.total).toBe(total);
  });

  it('lists what it sets aside', () => {
    const found = assess(received({ sanctions: 10.01, exchange_licensed: 9_999_989.99 }));
    expect(found.setAside.map((row) => row.category)).toEqual(['sanctions']);
    expect(found.incoming.rows.map((row) => row.category)).toEqual(['exchange_licensed']);
  });

  it('says limited data of four stars from an incomplete history, and why there are none at 0x0', () => {
    const named = new Map(EXAMPLES.map(([name, asked]) => [name, asked]));
    const asked = (name: string): Question => named.get(name) ?? question([]);
    const incomplete = assess(asked('all known money from a licensed exchange, history incomplete'));
    expect(incomplete.word).toBe('limited data');
    expect(assess(asked('0x0')).notRated).toBe('money sent here is destroyed');
  });

  it('keeps fees out of a direction that is otherwise explained', () => {
    const found = assess(
      paidOut(
        [
          { from: 'subject', to: FEE_SINK, usd: 1 },
          { from: 'subject', to: 'exchange', usd: 99 },
        ],
        [label('exchange', 'exchange_licensed')],
      ),
    );
    expect(found.coverage.attributed).toEqual({ n: 1n, d: 1n });
    expect(found.stars).toBe(5);
  });
});
