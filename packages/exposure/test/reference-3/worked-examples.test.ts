/** The worked examples of docs/method/2 (its section 7), computed by the reading of this folder. */
import { describe, expect, it } from 'vitest';
import {
  accounts,
  addLabel,
  answer,
  label,
  MILLION,
  pay,
  received,
  sixCrimes,
  sprayed,
  stolen,
  throughContract,
  washed,
} from './examples.ts';
import { fraction } from './fraction.ts';
import type { Question } from './question.ts';

type Example = readonly [name: string, question: Partial<Question>, stars: number, total: number, verdict?: string];

const EXAMPLES: readonly Example[] = [
  ['Stolen coins, 95% to an exchange in two payments', washed(), 2, 65],
  ['The same through one transaction with 1,001 outputs', sprayed(), 2, 65],
  ["The same through the thief's own contract", throughContract(), 2, 65],
  [
    '$10.01 from a sanctioned sender in $10 million',
    received([
      ['sanctions', 10.01],
      ['exchange_licensed', 10 * MILLION - 10.01],
    ]),
    5,
    0,
  ],
  [
    '$900 from a sanctioned sender beside 0.45% stolen',
    received([
      ['sanctions', 900],
      ['stolen_coins', 4500],
      ['exchange_licensed', MILLION - 5400],
    ]),
    5,
    0.405365,
  ],
  [
    '$1,500 from a sanctioned sender in $10 million',
    received([
      ['sanctions', 1500],
      ['exchange_licensed', 10 * MILLION - 1500],
    ]),
    2,
    70,
  ],
  [
    '$40 to a sanctioned address out of $20,000',
    {
      ...accounts([pay('subject', 'listed', 40), pay('subject', 'exchange', 19_960)]),
      labels: [label('listed', 'sanctions'), label('exchange', 'exchange_licensed')],
    },
    2,
    70,
  ],
  [
    '$40 from a sanctioned address in $20,000',
    received([
      ['sanctions', 40],
      ['exchange_licensed', 19_960],
    ]),
    2,
    70,
  ],
  ['Six categories of tier A, 0.4% each', sixCrimes(100_000), 3, 45],
  ['The same in a wallet of $5 million', sixCrimes(5 * MILLION), 2, 70],
  [
    '$100,000 stolen among $3.5 million',
    received([
      ['stolen_coins', 100_000],
      ['exchange_licensed', 3.4 * MILLION],
    ]),
    2,
    70,
  ],
  [
    '2% scam below $10,000',
    received([
      ['scam', 2000],
      ['exchange_licensed', 50_000],
      ['unknown', 48_000],
    ]),
    3,
    45,
  ],
  [
    '3% stolen at confidence 40',
    received([
      ['stolen_coins', 3000, 40],
      ['exchange_licensed', 97_000],
    ]),
    3,
    45,
  ],
  [
    '29.7% gambling, 70.3% unknown',
    received([
      ['gambling', 297],
      ['unknown', 703],
    ]),
    3,
    42,
  ],
  [
    '60% gambling, rest licensed exchange',
    received([
      ['gambling', 600],
      ['exchange_licensed', 400],
    ]),
    3,
    55,
  ],
  [
    "A licensed exchange's own wallet with 4% mixer",
    addLabel(
      received([
        ['mixer', 4000],
        ['exchange_licensed', 96_000],
      ]),
      label('subject', 'exchange_licensed'),
    ),
    5,
    0,
  ],
  [
    'An exchange, licence unknown, 60% ransom',
    addLabel(
      received([
        ['ransom', 6000],
        ['exchange_licensed', 4000],
      ]),
      label('subject', 'exchange_licence_unknown'),
    ),
    1,
    80,
  ],
  [
    'The same exchange, history incomplete',
    {
      ...addLabel(
        received([
          ['ransom', 6000],
          ['exchange_licensed', 4000],
        ]),
        label('subject', 'exchange_licence_unknown'),
      ),
      sourceComplete: false,
    },
    4,
    20,
  ],
  [
    'A hacked licensed exchange with 30% outgoing to the thief',
    {
      ...accounts([pay('subject', 'thief', 3000), pay('subject', 'other', 7000)]),
      labels: [...stolen, label('subject', 'exchange_licensed')],
    },
    5,
    0,
  ],
  [
    'An OFAC-listed account of Ethereum, asked on BNB Smart Chain',
    { network: 'bsc', labels: [label('subject', 'sanctions')] },
    1,
    80,
  ],
  [
    'Listed by two authorities at 100, one listing ended',
    {
      labels: [
        label('subject', 'sanctions', { source: 'one', to: '2024-05-01' }),
        label('subject', 'sanctions', { source: 'two' }),
      ],
    },
    1,
    100,
  ],
  [
    'All known money from a licensed exchange, history incomplete',
    { ...received([['exchange_licensed', 1000]]), sourceComplete: false },
    4,
    0,
    'limited data',
  ],
  ['$0.50 from a sanctioned address as the only inflow', received([['sanctions', 0.5]]), 4, 25, 'low risk'],
];

/** By stars, where an example names no words. */
const WORDS = ['n/a', 'high risk', 'high risk', 'medium risk', 'low risk', 'low risk'];

describe('the worked examples of version 2, read from the page alone', () => {
  for (const [name, question, stars, total, verdict = WORDS[stars]] of EXAMPLES) {
    it(name, () => {
      expect(answer(question)).toMatchObject({ stars, total, verdict, notRated: undefined });
    });
  }

  it('a mint or burn address is not rated', () => {
    expect(answer({ subject: '0x0', labels: [label('0x0', 'sanctions')] }).notRated).toBe('protected_address');
  });

  it('97% unknown both ways, 3% licensed exchange is not rated', () => {
    const transfers = [
      pay('exchange', 'subject', 300, 1),
      pay('somebody', 'subject', 9700, 2),
      pay('subject', 'exchange', 300, 3),
      pay('subject', 'other', 9700, 4),
    ];
    expect(answer({ ...accounts(transfers), labels: stolen })).toMatchObject({
      notRated: 'too_little_attributed',
      stars: 0,
    });
  });

  it('what is set aside is listed with its share', () => {
    const { counted } = answer(
      received([
        ['sanctions', 900],
        ['exchange_licensed', MILLION - 900],
      ]),
    );
    expect(counted.incoming.setAside).toMatchObject([{ category: 'sanctions', share: fraction(9n, 10_000n) }]);
  });

  it('the ten-thousandth of a share below a bound of section 6 does not meet it', () => {
    const { floors } = answer(
      received([
        ['scam', 49.99],
        ['exchange_licensed', 9950.01],
      ]),
    );
    expect(floors).toEqual([]);
  });
});
