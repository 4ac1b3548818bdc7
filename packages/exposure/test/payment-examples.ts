import { buildLabel } from '@assay/testkit';
import { assessPayment, type Label } from '../src/index.ts';
import type { RawTransaction, RawTransfer } from '../src/records/raw-records.ts';
import type { Direction } from '../src/records/record.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import type { Assessment } from '../src/score/assessment.ts';
import type { ExposureStore } from '../src/walk/store.ts';
import { walk } from '../src/walk/walk.ts';

/** An example of docs/method/transactions, section 6: what the page says of it, and how it is computed. */
export interface PaymentExample {
  readonly name: string;
  /** Stars, the total in brackets, a word. */
  readonly stars: string;
  readonly assess: () => Promise<Assessment>;
}

const LABELS: ReadonlyMap<string, readonly Label[]> = new Map(
  (
    [
      ['exchange', 'exchange_licensed'],
      ['theft', 'stolen_coins'],
      ['listed', 'sanctions'],
      ['mixer', 'mixer'],
      ['casino', 'gambling'],
      ['pool', 'liquidity_pools'],
    ] as const
  ).map(([address, category]) => [address, [buildLabel({ category, entity: address })]]),
);

/** Base units of a dollar. */
const CENTS = 100;
type Move = readonly [transaction: string, from: string, to: string, dollars: number, kind?: RawTransfer['kind']];

interface Asked {
  readonly transaction: string;
  readonly side: string;
  readonly direction?: Direction;
  readonly complete?: boolean;
}

function ofMoves(moves: readonly Move[], asked: Asked): () => Promise<Assessment> {
  const transactions = [...new Set(moves.map(([transaction]) => transaction))];
  const transfers = moves.map(([transactionId, from, to, dollars, kind = 'token'], index): RawTransfer => {
    const block = transactions.indexOf(transactionId);
    const amount = BigInt(Math.round(dollars * CENTS));
    const place = { block, transactionIndex: 0, transactionId, kind, index, ordinal: 0 };
    return { ...place, from, to, amount, time: 1_700_000_000 + block };
  });
  const store = new MemoryAccountStore({ network: 'ETH', transfers, labels: LABELS, derive: false });
  return () => {
    const ids = transfers.filter(({ transactionId }) => transactionId === asked.transaction);
    const isOwn = (record: { readonly from: number; readonly to: number; readonly time: number }) => {
      const own = asked.direction === 'fwd' ? record.from : record.to;
      return record.time === ids[0]?.time && own === store.nodeOf(asked.side);
    };
    return assessed(
      store,
      store.records.filter(isOwn).map(({ position }) => position),
      asked,
    );
  };
}

type Coin = readonly [transaction: string, index: number];
type Paid = readonly [owner: string, dollars: number];

function ofCoins(
  made: readonly (readonly [transaction: string, spends: readonly Coin[], pays: readonly Paid[]])[],
  asked: Asked,
): () => Promise<Assessment> {
  const transactions = made.map(
    ([transactionId, spends, pays], block): RawTransaction => ({
      ...{ transactionId, block, transactionIndex: 0, time: 1_700_000_000 + block, coinbase: spends.length === 0 },
      inputs: spends.map(([of, index]) => ({ transactionId: of, index, owner: null, amount: null })),
      outputs: pays.map(([owner, dollars], index) => ({ index, owner, amount: BigInt(dollars * CENTS) })),
    }),
  );
  const store = new MemoryUtxoStore({ network: 'BTC', transactions, labels: LABELS, derive: false });
  return () => {
    const at = transactions.findIndex(({ transactionId }) => transactionId === asked.transaction);
    const node = store.records[at]?.node;
    if (node === undefined) throw new Error(`no transaction ${asked.transaction}`);
    return assessed(store, [node], asked);
  };
}

async function assessed(store: ExposureStore, only: readonly number[], asked: Asked): Promise<Assessment> {
  const { side: address, direction = 'bwd', complete = true } = asked;
  const side = await store.subject(address);
  if (side === null) throw new Error(`no record of ${address}`);
  const exposure = await walk(store, side, direction, { only });
  return assessPayment({
    ...{ side, exposure, complete, usd: Number(exposure.amount) / CENTS, usdBounds: null },
    ...{ now: 1_800_000_000, withdrawals: [], withoutDerivedLabels: false },
  });
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
