import { NOW, type Question, type Scene } from './scene-input.ts';

/** A way to wash money that somebody found, and what it gives: by the page as it was at first, and by the page now. */
export interface WashingScene {
  readonly name: string;
  readonly scene: Scene;
  readonly questions: readonly WashingQuestion[];
}

export interface WashingQuestion {
  readonly question: Question;
  /** Stars before the rule that closes it; 0 without stars. */
  readonly before: number;
  readonly stars: number;
  readonly finding: string | null;
}

type Move = readonly [
  from: string,
  to: string,
  dollars: number,
  more?: { readonly day?: number; readonly tx?: string },
];

const START = 1_700_000_000;
const DAY = 86_400;
const ASSET = 'USDT';
const LABELS = [
  { address: 'thief', category: 'stolen coins', entity: 'thief', confidence: 100 },
  { address: 'listed', category: 'sanctions', entity: 'listed', confidence: 100 },
  { address: 'ex', category: 'exchange licensed', entity: 'ex', confidence: 100 },
] as const;

/** Moves an hour apart, each a transaction, unless they say otherwise; one unit is a dollar. */
export function sceneOf(name: string, moves: readonly Move[], part: Partial<Scene> = {}): Scene {
  return {
    name,
    decimals: 0,
    prices: { [ASSET]: '1' },
    labels: LABELS,
    records: moves.map(([from, to, dollars, { day, tx } = {}], index) => ({
      asset: ASSET,
      from,
      to,
      amount: String(dollars),
      time: START + (day === undefined ? index * 3600 : day * DAY),
      n: index + 1,
      tx: tx ?? `x${index + 1}`,
    })),
    questions: [],
    expected: [],
    ...part,
  };
}

const wallet: Question = { kind: 'wallet', address: 's', asset: ASSET };

/** What is asked of the wallet, with its stars before and now. */
const asked = (before: number, stars: number, finding: string | null = null): WashingQuestion => ({
  question: wallet,
  before,
  stars,
  finding,
});

const ROUND: readonly Move[] = [
  ['thief', 'm', 100_000],
  ['m', 's', 100_000],
  ['s', 'shop', 100_000],
  ['ex', 'm', 100_000],
  ['m', 's', 100_000],
  ['s', 'm', 100_000],
  ['m', 'kept', 100_000],
];

const RETURNED: readonly WashingScene[] = [
  {
    name: 'stolen money is spent, and clean money of the same payer is sent back to him, six times',
    scene: sceneOf('returned by other money', Array.from({ length: 6 }, () => ROUND).flat()),
    questions: [asked(5, 2)],
  },
  {
    name: 'half of it is spent, what is left is sent back, then other money of the same payer',
    scene: sceneOf('returned in part by other money', [
      ['ex', 's', 100_000],
      ['thief', 'm', 100_000],
      ['m', 's', 100_000],
      ['s', 'shop', 150_000],
      ['s', 'm', 50_000],
      ['m', 'kept', 50_000],
      ['ex', 'm', 50_000],
      ['m', 's', 50_000],
      ['s', 'm', 50_000],
    ]),
    questions: [asked(5, 2)],
  },
  {
    name: 'stolen money that was held until it was sent back, after a payment of own money',
    scene: sceneOf('returned while it was held', [
      ['ex', 's', 100_000],
      ['thief', 'm', 100_000],
      ['m', 's', 100_000],
      ['s', 'shop', 100_000],
      ['s', 'm', 100_000],
    ]),
    questions: [asked(5, 5)],
  },
];

const NOT_READ: readonly WashingScene[] = [
  {
    name: 'a thief pays a unit to somebody else in the transaction, which was not read whole',
    scene: sceneOf(
      'straight in a transaction that was not read whole',
      [
        ['ex', 's', 6000],
        ['thief', 's', 4000, { tx: 't' }],
        ['thief', 'other', 1, { tx: 't' }],
      ],
      { transactions_not_read_whole: ['t'] },
    ),
    questions: [asked(4, 1)],
  },
  {
    name: 'the same with 9% of all, beside which the rest explains',
    scene: sceneOf(
      'little in a transaction that was not read whole',
      [
        ['ex', 's', 91_000],
        ['thief', 's', 9000, { tx: 't' }],
        ['thief', 'other', 1, { tx: 't' }],
      ],
      { transactions_not_read_whole: ['t'] },
    ),
    questions: [asked(5, 2)],
  },
  {
    name: 'the same through somebody in the middle, who takes as much of another and pays two',
    scene: sceneOf(
      'through the middle in a transaction that was not read whole',
      [
        ['ex', 's', 6000],
        ['thief', 'middle', 4000, { tx: 't' }],
        ['b', 'middle', 4000, { tx: 't' }],
        ['middle', 's', 4000, { tx: 't' }],
        ['middle', 'other', 4000, { tx: 't' }],
      ],
      { transactions_not_read_whole: ['t'] },
    ),
    questions: [asked(4, 1)],
  },
  {
    name: 'the same by a mule, whose loot is not seen: no stars in place of four',
    scene: sceneOf(
      'a mule in a transaction that was not read whole',
      [
        ['ex', 's', 6000],
        ['thief', 'm', 4001],
        ['m', 's', 4000, { tx: 't' }],
        ['m', 'other', 1, { tx: 't' }],
      ],
      { transactions_not_read_whole: ['t'] },
    ),
    questions: [asked(4, 0, 'too_little')],
  },
];

const dayOf = (time: number): string => new Date(time * 1000).toISOString().slice(0, 10);

/** A dollar on the first ten days but the fourth, and at the cut-off. */
const PRICES = {
  [ASSET]: Object.fromEntries([
    ...[0, 1, 2, 4, 5, 6, 7, 8, 9].map((day) => [dayOf(START + day * DAY), '1'] as const),
    [dayOf(NOW), '1'] as const,
  ]),
};

const WITHOUT_PRICE: readonly WashingScene[] = [
  {
    name: '$5,000 of $10 million is paid to a listed address, and a unit on a day without a price',
    scene: sceneOf(
      'paid on a day without a price',
      [
        ['ex', 's', 10_000_000, { day: 0 }],
        ['s', 'listed', 5000, { day: 1 }],
        ['s', 'listed', 1, { day: 3 }],
        ['s', 'friend', 9_994_000, { day: 4 }],
      ],
      { prices: PRICES },
    ),
    questions: [asked(5, 1)],
  },
  {
    name: '$5,000 of $10 million is paid to a listed address, and $1,000 on a day without a price',
    scene: sceneOf(
      'paid more on a day without a price',
      [
        ['ex', 's', 10_000_000, { day: 0 }],
        ['s', 'listed', 5000, { day: 1 }],
        ['s', 'listed', 1000, { day: 3 }],
        ['s', 'friend', 9_994_000, { day: 4 }],
      ],
      { prices: PRICES },
    ),
    questions: [asked(5, 1)],
  },
  {
    name: 'a shop gets $1,001 of a listed address, and a unit on a day without a price',
    scene: sceneOf(
      'received on a day without a price',
      [
        ['ex', 's', 10_000_000, { day: 0 }],
        ['listed', 's', 1001, { day: 1 }],
        ['s', 'friend', 9_000_000, { day: 2 }],
        ['ex', 's', 1, { day: 3 }],
      ],
      { prices: PRICES },
    ),
    questions: [asked(5, 3)],
  },
  {
    name: 'somebody sends a unit on a day without a price to a wallet that once got $50 of a thief',
    scene: sceneOf(
      'dust on a day without a price',
      [
        ['ex', 's', 1000, { day: 0 }],
        ['thief', 's', 50, { day: 1 }],
        ['s', 'friend', 1020, { day: 2 }],
        ['duster', 's', 1, { day: 3 }],
        ['ex', 's', 1000, { day: 4 }],
      ],
      { prices: PRICES },
    ),
    questions: [asked(3, 5)],
  },
];

/** All of them. */
export const WASHING: readonly WashingScene[] = [...RETURNED, ...NOT_READ, ...WITHOUT_PRICE];
