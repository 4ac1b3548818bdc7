import type { ScoreCase } from './case.ts';

const bad = (one: Omit<ScoreCase, 'kind'>): ScoreCase => ({ kind: 'bad', ...one });

/** Thieves, scammers, mixers and markets, those they deal with, and those who launder for them. */
export const ILLICIT_CASES: readonly ScoreCase[] = [
  bad({
    name: 'mixer',
    expected: 'one star; what its users bought at an exchange says nothing bad',
    subject: 'tumbler',
    own: { category: 'mixer' },
    stars: [1, 1],
    leftOut: [4, 5],
    moves: [
      ['licensed-exchange', 'user', 1000],
      ['user', 'tumbler', 900],
    ],
  }),
  bad({
    name: 'user of a mixer, money out of it',
    expected: 'most money straight from a mixer: one star',
    subject: 'user',
    stars: [1, 1],
    moves: [
      ['mixer', 'user', 8000],
      ['licensed-exchange', 'user', 2000],
    ],
  }),
  bad({
    name: 'user of a mixer, money into it',
    expected: 'half of it straight into a mixer: one star',
    subject: 'user',
    stars: [1, 1],
    moves: [
      ['licensed-exchange', 'user', 10_000],
      ['user', 'mixer', 5000],
      ['user', 'licensed-exchange', 5000],
    ],
  }),
  bad({
    name: 'user of a mixer through a fresh wallet',
    expected: 'one hop more does not clean it: two stars',
    subject: 'user',
    stars: [2, 2],
    moves: [
      ['mixer', 'fresh', 8000],
      ['fresh', 'user', 8000],
      ['licensed-exchange', 'user', 2000],
    ],
  }),
  bad({
    name: 'user of a mixer that had left the sanctions list',
    expected: 'no sanction any more, but 5% straight from a mixer: two stars',
    subject: 'user',
    stars: [2, 2],
    labels: { 'delisted-mixer': [{ category: 'sanctions', toDay: 0 }, { category: 'mixer' }] },
    moves: [
      ['licensed-exchange', 'user', 9500],
      ['delisted-mixer', 'user', 500],
    ],
  }),
  bad({
    name: 'scammer',
    expected: 'one star; without the label the victims look ordinary',
    subject: 'collector',
    own: { category: 'scam' },
    stars: [1, 1],
    leftOut: [4, 5],
    moves: [
      ['licensed-exchange', 'victim-1', 1000],
      ['victim-1', 'collector', 900],
      ['exchange', 'victim-2', 1000],
      ['victim-2', 'collector', 900],
      ['collector', 'exchange', 1500],
    ],
  }),
  bad({
    name: 'scammer by word of the community',
    expected: 'a weak label counts a band lower: two stars; without it the victims look ordinary',
    subject: 'collector',
    own: { category: 'scam', confidence: 40 },
    stars: [2, 2],
    leftOut: [4, 5],
    moves: [
      ['licensed-exchange', 'victim', 1000],
      ['victim', 'collector', 900],
    ],
  }),
  bad({
    name: 'cash-out wallet of a scammer',
    expected: 'all of it scam money: one star',
    subject: 'cash-out',
    stars: [1, 1],
    moves: [
      ['scammer', 'cash-out', 9000],
      ['cash-out', 'exchange', 8900],
    ],
  }),
  bad({
    name: 'victim who paid a scammer a third of his money',
    expected: 'the flow does not distinguish a victim from an accomplice: high risk, a known limit',
    subject: 'victim',
    stars: [1, 2],
    moves: [
      ['licensed-exchange', 'victim', 3000],
      ['victim', 'scammer', 1000],
      ['victim', 'licensed-exchange', 2000],
    ],
  }),
  bad({
    name: 'fence of stolen coins',
    expected: '5% straight from a theft: two stars',
    subject: 'fence',
    stars: [2, 2],
    moves: [
      ['thief', 'fence', 500],
      ['licensed-exchange', 'fence', 9500],
    ],
  }),
  bad({
    name: 'end of a peel chain from a theft',
    expected: 'five hops do not clean stolen coins: two stars',
    subject: 'end',
    stars: [2, 2],
    moves: [
      ['thief', 'peel-1', 10_000],
      ['peel-1', 'peel-2', 9000],
      ['peel-2', 'peel-3', 8000],
      ['peel-3', 'peel-4', 7000],
      ['peel-4', 'end', 6000],
    ],
  }),
  bad({
    name: 'wallet behind a ransom gang',
    expected: 'one star',
    subject: 'wallet',
    stars: [1, 1],
    moves: [
      ['ransom-gang', 'wallet', 90_000],
      ['wallet', 'mixer', 80_000],
    ],
  }),
  bad({
    name: 'company that paid a ransom',
    expected: 'all it ever sent is ransom: one star, a known limit',
    subject: 'company',
    stars: [1, 1],
    moves: [
      ['licensed-exchange', 'company', 50_000],
      ['company', 'ransom-gang', 50_000],
    ],
  }),
  bad({
    name: 'vendor on a dark market',
    expected: 'one star',
    subject: 'vendor',
    stars: [1, 1],
    moves: [
      ['dark-market', 'vendor', 4000],
      ['vendor', 'exchange', 3900],
    ],
  }),
  bad({
    name: 'buyer on a dark market',
    expected: 'an eighth straight to a dark market: one star',
    subject: 'buyer',
    stars: [1, 1],
    moves: [
      ['licensed-exchange', 'buyer', 1000],
      ['buyer', 'dark-market', 120],
      ['buyer', 'licensed-exchange', 880],
    ],
  }),
  bad({
    name: 'a third from a dark market at two hops',
    expected: 'two stars',
    subject: 'wallet',
    stars: [2, 2],
    moves: [
      ['dark-market', 'vendor', 3000],
      ['vendor', 'wallet', 3000],
      ['licensed-exchange', 'wallet', 6000],
    ],
  }),
  bad({
    name: 'customer of a fraudulent exchange',
    expected: 'one star',
    subject: 'customer',
    stars: [1, 1],
    moves: [['fraudulent-exchange', 'customer', 900]],
  }),
  bad({
    name: 'scam money by word of the community',
    expected: 'a fifth straight from a weakly labelled scam counts one step lower: two stars',
    subject: 'wallet',
    stars: [2, 2],
    labels: { 'said-scammer': [{ category: 'scam', confidence: 40 }] },
    moves: [
      ['said-scammer', 'wallet', 200],
      ['licensed-exchange', 'wallet', 800],
    ],
  }),
  bad({
    name: 'receiver of malware money on a UTXO network',
    expected: 'half of the inputs are malware money: one star',
    subject: 'wallet',
    stars: [1, 1],
    coins: [
      { id: 'block-1', spends: [], pays: [['malware-operator', 50]] },
      { id: 'block-2', spends: [], pays: [['licensed-exchange', 50]] },
      { id: 'joint', spends: ['block-1:0', 'block-2:0'], pays: [['wallet', 100]] },
    ],
  }),
];
