import type { Assessment } from '../src/score/assessment.ts';
import { type Move, ofCoins, ofMoves } from './payment-walks.ts';

/** An example of docs/method/transactions, section 6: what the page says of it, and how it is computed. */
export interface PaymentExample {
  readonly name: string;
  /** Stars, the total in brackets, a word. */
  readonly stars: string;
  readonly assess: () => Promise<Assessment>;
}

/** A sender that mixes: 9,000 from an exchange, then 1,000 stolen. */
const MIXED: readonly Move[] = [
  ['t1', 'exchange', 'sender', 9_000],
  ['t2', 'sender', 'me', 500],
  ['t3', 'theft', 'sender', 500],
  ['t4', 'sender', 'me', 900],
  ['t5', 'theft', 'sender', 9_000],
];

const COINS = [
  [
    'mined',
    [],
    [
      ['exchange', 700],
      ['theft', 300],
      ['sender', 100],
    ],
  ],
  ['clean', [['mined', 0]], [['sender', 700]]],
  ['dirty', [['mined', 1]], [['sender', 300]]],
] as const;

/** Five stars, for its sentences; the page does not list it. */
export const WITHDRAWAL_TO_EXCHANGE = ofMoves([['t', 'me', 'exchange', 10]], {
  ...{ transaction: 't', side: 'me' },
  direction: 'fwd',
});

export const PAYMENT_EXAMPLES: readonly PaymentExample[] = [
  {
    name: 'A deposit of $1,000 straight from a licensed exchange',
    stars: '5 (0)',
    assess: ofMoves([['t', 'exchange', 'me', 1_000]], { transaction: 't', side: 'me' }),
  },
  {
    name: 'A deposit of $500 from a wallet that held $9,000 from an exchange',
    stars: '5 (0)',
    assess: ofMoves(MIXED, { transaction: 't2', side: 'me' }),
  },
  {
    name: 'A deposit of $900 from the same wallet, after $500 of stolen coins arrived there',
    stars: '4 (35)',
    assess: ofMoves(MIXED, { transaction: 't4', side: 'me' }),
  },
  {
    name: 'A deposit of $1,000 from a wallet that is known to have held $600, from an exchange',
    stars: '4 (3.6), limited data',
    assess: ofMoves(
      [
        ['t1', 'exchange', 'sender', 600],
        ['t2', 'sender', 'me', 1_000],
      ],
      { transaction: 't2', side: 'me', complete: false },
    ),
  },
  {
    name: 'A deposit of $20 straight from a sanctioned address',
    stars: '1 (100)',
    assess: ofMoves([['t', 'listed', 'me', 20]], { transaction: 't', side: 'me' }),
  },
  {
    name: 'A deposit of $5 straight from a sanctioned address',
    stars: '4 (25), low risk',
    assess: ofMoves([['t', 'listed', 'me', 5]], { transaction: 't', side: 'me' }),
  },
  {
    name: 'A contract call that pays in $600 from a pool and $400 from a mixer',
    stars: '1 (80)',
    assess: ofMoves(
      [
        ['t', 'pool', 'me', 600, 'internal'],
        ['t', 'mixer', 'me', 250, 'internal'],
        ['t', 'mixer', 'me', 150, 'internal'],
      ],
      { transaction: 't', side: 'me' },
    ),
  },
  {
    name: 'One of 200 payments that an exchange makes in one transaction',
    stars: '5 (0)',
    assess: ofMoves(
      Array.from({ length: 200 }, (_, index) => ['t', 'exchange', index === 7 ? 'me' : `other-${index}`, 50] as const),
      { transaction: 't', side: 'me' },
    ),
  },
  {
    name: 'A withdrawal of $1,000 straight to gambling',
    stars: '3 (55)',
    assess: ofMoves(
      [
        ['t1', 'exchange', 'me', 1_000],
        ['t2', 'me', 'casino', 1_000],
      ],
      { transaction: 't2', side: 'me', direction: 'fwd' },
    ),
  },
  {
    name: 'A withdrawal of $1,000 to a wallet that still holds it',
    stars: 'N/A',
    assess: ofMoves(
      [
        ['t1', 'exchange', 'me', 1_000],
        ['t2', 'me', 'receiver', 1_000],
      ],
      { transaction: 't2', side: 'me', direction: 'fwd' },
    ),
  },
  {
    name: 'The same, after that wallet sent half of it to a mixer',
    stars: '2 (65)',
    assess: ofMoves(
      [
        ['t1', 'exchange', 'me', 1_000],
        ['t2', 'me', 'receiver', 1_000],
        ['t3', 'receiver', 'mixer', 500],
      ],
      { transaction: 't2', side: 'me', direction: 'fwd' },
    ),
  },
  {
    name: 'A transaction that moved nothing but a fee, as a withdrawal',
    stars: 'N/A',
    assess: ofMoves(
      [
        ['t1', 'exchange', 'me', 10],
        ['t2', 'me', 'fee', 1, 'fee'],
      ],
      { transaction: 't2', side: 'me', direction: 'fwd' },
    ),
  },
  {
    name: 'Coins: a deposit from a wallet that owns $700 from an exchange and $300 stolen, paid with the former',
    stars: '5 (0)',
    assess: ofCoins(
      [
        ...COINS,
        [
          'pay',
          [['clean', 0]],
          [
            ['me', 600],
            ['sender', 100],
          ],
        ],
      ],
      {
        transaction: 'pay',
        side: 'me',
      },
    ),
  },
  {
    name: 'Coins: the same, paid with both',
    stars: '2 (65)',
    assess: ofCoins(
      [
        ...COINS,
        [
          'pay',
          [
            ['clean', 0],
            ['dirty', 0],
          ],
          [
            ['me', 500],
            ['sender', 500],
          ],
        ],
      ],
      {
        transaction: 'pay',
        side: 'me',
      },
    ),
  },
  {
    name: 'Coins: a deposit of newly mined coins',
    stars: '5 (0)',
    assess: ofCoins([['mined', [], [['me', 625]]]], { transaction: 'mined', side: 'me' }),
  },
  {
    name: 'Coins: an input of $100 is one of my own, my output is $800, and the other input is stolen',
    stars: '1 (90)',
    assess: ofCoins(
      [
        [
          'mined',
          [],
          [
            ['theft', 700],
            ['me', 100],
          ],
        ],
        [
          'pay',
          [
            ['mined', 0],
            ['mined', 1],
          ],
          [['me', 800]],
        ],
      ],
      { transaction: 'pay', side: 'me' },
    ),
  },
];
