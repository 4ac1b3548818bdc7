import type { ScoreCase } from './case.ts';

const bad = (one: Omit<ScoreCase, 'kind'>): ScoreCase => ({ kind: 'bad', ...one });

/** Parties on sanctions lists or frozen, and those they deal with. */
export const SANCTION_CASES: readonly ScoreCase[] = [
  bad({
    name: 'on a sanctions list, without any transfer',
    expected: 'one star; nothing is known without the label: N/A',
    subject: 'listed',
    own: { category: 'sanctions' },
    stars: [1, 1],
    leftOut: [0, 0],
  }),
  bad({
    name: 'on a sanctions list, with ordinary transfers',
    expected: 'one star; the flows alone look ordinary',
    subject: 'listed',
    own: { category: 'sanctions' },
    stars: [1, 1],
    leftOut: [4, 5],
    moves: [
      ['licensed-exchange', 'listed', 1000],
      ['listed', 'exchange', 500],
    ],
  }),
  bad({
    name: 'second wallet of a sanctioned party',
    expected: 'funded by the listed wallet: one star',
    subject: 'second',
    stars: [1, 1],
    moves: [
      ['sanctioned-party', 'second', 5000],
      ['licensed-exchange', 'second', 5000],
    ],
  }),
  bad({
    name: 'listed wallet whose other wallet is listed too',
    expected: 'one star with the label and without it',
    subject: 'listed',
    own: { category: 'sanctions' },
    stars: [1, 1],
    leftOut: [1, 1],
    moves: [
      ['sanctioned-party', 'listed', 9000],
      ['listed', 'mixer', 8000],
    ],
  }),
  bad({
    name: 'small direct payment from a sanctioned party',
    expected: '$40 in $20,000 are not dust: two stars',
    subject: 'wallet',
    stars: [2, 2],
    moves: [
      ['sanctioned-party', 'wallet', 40],
      ['licensed-exchange', 'wallet', 19_960],
    ],
  }),
  bad({
    name: 'payer of a sanctioned party',
    expected: 'paying them is as bad as being paid: one star',
    subject: 'payer',
    stars: [1, 1],
    moves: [
      ['licensed-exchange', 'payer', 10_000],
      ['payer', 'sanctioned-party', 500],
      ['payer', 'licensed-exchange', 9000],
    ],
  }),
  bad({
    name: 'sanctioned money behind one wallet',
    expected: 'half of it at two hops: high risk',
    subject: 'wallet',
    stars: [1, 2],
    moves: [
      ['sanctioned-party', 'a', 5000],
      ['licensed-exchange', 'a', 5000],
      ['a', 'wallet', 8000],
    ],
  }),
  bad({
    name: 'financier of terrorism, paid directly',
    expected: 'one star',
    subject: 'donor',
    stars: [1, 1],
    moves: [
      ['licensed-exchange', 'donor', 1000],
      ['donor', 'terror-financier', 900],
    ],
  }),
  bad({
    name: 'frozen by the issuer',
    expected: 'one star; without the freeze its flows look ordinary',
    subject: 'frozen',
    own: { category: 'issuer_frozen' },
    stars: [1, 1],
    leftOut: [4, 5],
    moves: [['licensed-exchange', 'frozen', 1000]],
  }),
  bad({
    name: 'receiver of money from an address frozen later',
    expected: 'before the freeze it counts one step lower: two stars',
    subject: 'receiver',
    stars: [2, 2],
    labels: { 'later-frozen': [{ category: 'issuer_frozen', fromDay: 100 }] },
    moves: [
      ['later-frozen', 'receiver', 200],
      ['licensed-exchange', 'receiver', 800],
    ],
  }),
  bad({
    name: 'payer of a sanctioned party on a UTXO network, with change',
    expected: 'the change is still his; all he sent is sanctioned: one star',
    subject: 'payer',
    stars: [1, 1],
    coins: [
      { id: 'block-1', spends: [], pays: [['licensed-exchange', 2000]] },
      { id: 'purchase', spends: ['block-1:0'], pays: [['payer', 2000]] },
      {
        id: 'payment',
        spends: ['purchase:0'],
        pays: [
          ['sanctioned-party', 500],
          ['payer', 1490],
        ],
      },
    ],
  }),
];
