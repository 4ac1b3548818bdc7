import type { ScoreCase } from './case.ts';

const good = (one: Omit<ScoreCase, 'kind'>): ScoreCase => ({ kind: 'good', ...one });

/** Customers of ordinary services, and the services. */
export const GOOD_CASES: readonly ScoreCase[] = [
  good({
    name: 'customer of a licensed exchange',
    expected: 'bought there and sold there again: five stars',
    subject: 'alice',
    stars: [5, 5],
    moves: [
      ['licensed-exchange', 'alice', 1000],
      ['alice', 'licensed-exchange', 400],
    ],
  }),
  good({
    name: 'customer of an exchange whose licence is unknown',
    expected: 'the common case; low risk either way',
    subject: 'bob',
    stars: [4, 5],
    moves: [
      ['exchange', 'bob', 1000],
      ['bob', 'exchange', 500],
    ],
  }),
  good({
    name: 'customer with a deposit address of his own',
    expected: 'the deposit address counts as the exchange behind it: five stars',
    subject: 'alice',
    stars: [5, 5],
    moves: [
      ['licensed-exchange', 'alice', 3000],
      ['alice', 'deposit-address', 1000],
      ['deposit-address', 'licensed-exchange', 1000],
      ['alice', 'deposit-address', 500],
      ['deposit-address', 'licensed-exchange', 500],
    ],
  }),
  good({
    name: 'paid by a friend who bought at a licensed exchange',
    expected: 'two hops from a licensed exchange and nothing else: five stars',
    subject: 'carol',
    stars: [5, 5],
    moves: [
      ['licensed-exchange', 'friend', 1000],
      ['friend', 'carol', 700],
    ],
  }),
  good({
    name: 'four hops from a licensed exchange',
    expected: 'distance alone is no risk: five stars',
    subject: 'dave',
    stars: [5, 5],
    moves: [
      ['licensed-exchange', 'a', 1000],
      ['a', 'b', 900],
      ['b', 'c', 800],
      ['c', 'dave', 700],
    ],
  }),
  good({
    name: 'paid before the payer received stolen coins',
    expected: 'later money of the payer is not hers: five stars',
    subject: 'erin',
    stars: [5, 5],
    moves: [
      ['licensed-exchange', 'payer', 1000],
      ['payer', 'erin', 500],
      ['thief', 'payer', 90_000],
    ],
  }),
  good({
    name: 'merchant paid through a payment processor',
    expected: 'five stars',
    subject: 'merchant',
    stars: [5, 5],
    moves: [
      ['payment-processor', 'merchant', 1000],
      ['payment-processor', 'merchant', 2000],
      ['merchant', 'licensed-exchange', 2500],
    ],
  }),
  good({
    name: 'miner paid by a pool',
    expected: 'five stars',
    subject: 'miner',
    stars: [5, 5],
    moves: [
      ['mining-pool', 'miner', 300],
      ['mining-pool', 'miner', 300],
    ],
  }),
  good({
    name: 'staker',
    expected: 'rewards and a licensed exchange: five stars',
    subject: 'staker',
    stars: [5, 5],
    moves: [
      ['licensed-exchange', 'staker', 5000],
      ['staking-service', 'staker', 100],
    ],
  }),
  good({
    name: 'grantee of a foundation',
    expected: 'five stars',
    subject: 'grantee',
    stars: [5, 5],
    moves: [['foundation', 'grantee', 20_000]],
  }),
  good({
    name: 'receiver of freshly issued tokens',
    expected: 'the issuer is no risk: five stars',
    subject: 'treasury',
    stars: [5, 5],
    moves: [['issuer', 'treasury', 1_000_000]],
  }),
  good({
    name: 'user of liquidity pools',
    expected: 'pools are neutral: low risk',
    subject: 'trader',
    stars: [4, 5],
    moves: [
      ['licensed-exchange', 'trader', 1000],
      ['trader', 'pool', 900],
      ['pool', 'trader', 950],
    ],
  }),
  good({
    name: 'user of a bridge',
    expected: 'what crossed cannot be seen, so one star less at most',
    subject: 'crosser',
    stars: [4, 5],
    moves: [['bridge', 'crosser', 1000]],
  }),
  good({
    name: 'seller on a marketplace',
    expected: 'low risk',
    subject: 'seller',
    stars: [4, 5],
    moves: [
      ['marketplace', 'seller', 800],
      ['seller', 'licensed-exchange', 700],
    ],
  }),
  good({
    name: 'user of an online wallet',
    expected: 'five stars',
    subject: 'user',
    stars: [5, 5],
    moves: [['online-wallet', 'user', 100]],
  }),
  good({
    name: 'customer with a sixth of unknown origin',
    expected: 'some unknown money is ordinary: five stars',
    subject: 'frank',
    stars: [5, 5],
    moves: [
      ['licensed-exchange', 'frank', 1000],
      ['stranger', 'frank', 200],
    ],
  }),
  good({
    name: 'P2P trader, mostly licensed',
    expected: '60% licensed, 12% unlicensed, the rest unknown: low risk',
    subject: 'p2p-trader',
    stars: [4, 5],
    moves: [
      ['licensed-exchange', 'p2p-trader', 6000],
      ['unlicensed-exchange', 'p2p-trader', 1200],
      ['stranger', 'p2p-trader', 2800],
    ],
  }),
  good({
    name: 'dusted by a sanctioned party',
    expected: 'fifty cents in $20,000 ruin nobody: five stars',
    subject: 'grace',
    stars: [5, 5],
    moves: [
      ['licensed-exchange', 'grace', 20_000],
      ['sanctioned-party', 'grace', 0.5],
    ],
  }),
  good({
    name: 'dusted by a sanctioned party, without prices',
    expected: 'below 0.1% without a price is dust too: five stars',
    subject: 'grace',
    stars: [5, 5],
    unpriced: true,
    moves: [
      ['licensed-exchange', 'grace', 20_000],
      ['sanctioned-party', 'grace', 10],
    ],
  }),
  good({
    name: 'a trace of a mixer four hops back',
    expected: '0.4% far away is noise: five stars',
    subject: 'heidi',
    stars: [5, 5],
    moves: [
      ['mixer', 'a', 40],
      ['licensed-exchange', 'a', 9960],
      ['a', 'b', 10_000],
      ['b', 'c', 10_000],
      ['c', 'heidi', 10_000],
    ],
  }),
  good({
    name: 'hot wallet of a licensed exchange with mixer inflow',
    expected: 'scored as the exchange it is: five stars; without the label 4% straight from a mixer is high risk',
    subject: 'hot-wallet',
    own: { category: 'exchange_licensed' },
    stars: [5, 5],
    leftOut: [2, 2],
    moves: [
      ['mixer', 'hot-wallet', 400],
      ['other-licensed-exchange', 'hot-wallet', 9600],
    ],
  }),
  good({
    name: 'hot wallet of an exchange whose licence is unknown',
    expected: 'low risk by its label; its customers bought elsewhere, so low risk without it',
    subject: 'hot-wallet',
    own: { category: 'exchange_licence_unknown' },
    stars: [5, 5],
    leftOut: [4, 5],
    moves: [
      ['licensed-exchange', 'customer', 5000],
      ['customer', 'hot-wallet', 4000],
      ['hot-wallet', 'licensed-exchange', 3000],
    ],
  }),
  good({
    name: 'payment processor that a scammer used once',
    expected: 'five stars by its label; 1% straight from a scam costs two stars without it',
    subject: 'processor',
    own: { category: 'payment_processor' },
    stars: [5, 5],
    leftOut: [3, 3],
    moves: [
      ['scammer', 'processor', 100],
      ['licensed-exchange', 'processor', 9900],
    ],
  }),
  good({
    name: 'mining pool',
    expected: 'coinbase money: five stars with and without the label',
    subject: 'pool-address',
    own: { category: 'miner' },
    stars: [5, 5],
    leftOut: [5, 5],
    coins: [
      { id: 'block-1', spends: [], pays: [['pool-address', 50]] },
      { id: 'block-2', spends: [], pays: [['pool-address', 50]] },
    ],
  }),
  good({
    name: 'solo miner, coins moved once to herself and sold',
    expected: 'coinbase money to a licensed exchange: five stars',
    subject: 'solo',
    stars: [5, 5],
    coins: [
      { id: 'block-1', spends: [], pays: [['solo', 50]] },
      {
        id: 'sale',
        spends: ['block-1:0'],
        pays: [
          ['licensed-exchange', 30],
          ['solo', 20],
        ],
      },
    ],
  }),
  good({
    name: 'customer of a licensed exchange on a UTXO network',
    expected: 'five stars, though another customer of the same batch is paid beside her',
    subject: 'ivan',
    stars: [5, 5],
    coins: [
      { id: 'block-1', spends: [], pays: [['licensed-exchange', 50]] },
      {
        id: 'batch',
        spends: ['block-1:0'],
        pays: [
          ['ivan', 10],
          ['scammer', 20],
          ['licensed-exchange', 20],
        ],
      },
    ],
  }),
];
