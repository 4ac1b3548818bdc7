import type { ScoreCase } from './case.ts';

const elevated = (one: Omit<ScoreCase, 'kind'>): ScoreCase => ({ kind: 'elevated', ...one });

/** Legal or nearly so, and a reason to ask. */
export const ELEVATED_CASES: readonly ScoreCase[] = [
  elevated({
    name: 'gambler, most money from a casino',
    expected: 'over half straight from gambling: three stars',
    subject: 'player',
    stars: [3, 3],
    moves: [
      ['casino', 'player', 600],
      ['licensed-exchange', 'player', 400],
    ],
  }),
  elevated({
    name: 'gambler now and then',
    expected: 'a quarter from gambling costs one star',
    subject: 'player',
    stars: [4, 4],
    moves: [
      ['casino', 'player', 250],
      ['licensed-exchange', 'player', 750],
    ],
  }),
  elevated({
    name: 'gambler who sends most of his money to a casino',
    expected: 'over half straight to gambling: three stars',
    subject: 'player',
    stars: [3, 3],
    moves: [
      ['licensed-exchange', 'player', 1000],
      ['player', 'casino', 700],
      ['player', 'licensed-exchange', 300],
    ],
  }),
  elevated({
    name: 'friend of a gambler',
    expected: 'gambling at two hops does not stick: low risk',
    subject: 'friend',
    stars: [4, 5],
    moves: [
      ['casino', 'player', 500],
      ['licensed-exchange', 'player', 500],
      ['player', 'friend', 800],
    ],
  }),
  elevated({
    name: 'casino',
    expected: 'two stars by its label; players who bought at an exchange say nothing bad without it',
    subject: 'house',
    own: { category: 'gambling' },
    stars: [2, 2],
    leftOut: [4, 5],
    moves: [
      ['licensed-exchange', 'player', 1000],
      ['player', 'house', 800],
      ['house', 'player', 300],
    ],
  }),
  elevated({
    name: 'casino by word of the community',
    expected: 'a weak label counts a band lower: three stars; without it low risk',
    subject: 'house',
    own: { category: 'gambling', confidence: 40 },
    stars: [3, 3],
    leftOut: [4, 5],
    moves: [
      ['licensed-exchange', 'player', 1000],
      ['player', 'house', 800],
    ],
  }),
  elevated({
    name: 'customer of crypto ATMs',
    expected: 'cash leaves no trace: three stars',
    subject: 'walker',
    stars: [3, 3],
    moves: [['atm-operator', 'walker', 900]],
  }),
  elevated({
    name: 'wallet that came out of coinjoins',
    expected: 'privacy is not crime, but the origin is gone: three stars',
    subject: 'private',
    stars: [3, 3],
    moves: [['coinjoin', 'private', 900]],
  }),
  elevated({
    name: 'customer of an unlicensed exchange',
    expected: 'all of it from there: three stars',
    subject: 'customer',
    stars: [3, 3],
    moves: [
      ['unlicensed-exchange', 'customer', 900],
      ['customer', 'unlicensed-exchange', 400],
    ],
  }),
  elevated({
    name: 'P2P trader, a third unlicensed',
    expected: 'over a fifth straight from an unlicensed P2P exchange costs one star',
    subject: 'p2p-trader',
    stars: [4, 4],
    moves: [
      ['p2p-exchange', 'p2p-trader', 300],
      ['licensed-exchange', 'p2p-trader', 700],
    ],
  }),
  elevated({
    name: 'user of a contract nobody has named',
    expected: 'a service without a name: one star less',
    subject: 'user',
    stars: [4, 4],
    contracts: ['contract'],
    moves: [
      ['licensed-exchange', 'user', 100],
      ['contract', 'user', 9900],
    ],
  }),
  elevated({
    name: 'wallet that got a little scam money',
    expected: '2% straight from a scam: three stars',
    subject: 'shop',
    stars: [3, 3],
    moves: [
      ['scammer', 'shop', 200],
      ['licensed-exchange', 'shop', 5000],
      ['stranger', 'shop', 4800],
    ],
  }),
  elevated({
    name: 'wallet with sanctioned money three hops back',
    expected: '2% indirect from a sanctioned party: three stars',
    subject: 'shop',
    stars: [3, 3],
    moves: [
      ['sanctioned-party', 'a', 200],
      ['licensed-exchange', 'a', 9800],
      ['a', 'b', 10_000],
      ['b', 'shop', 10_000],
    ],
  }),
];
