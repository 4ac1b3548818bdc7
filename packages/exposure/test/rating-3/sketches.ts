import type { Category } from '@assay/domain';
import type { Mixture, MixtureRow } from '../../src/version-3/mixture.ts';
import type { AccountHistory, InflowPart, OwnPayment } from '../../src/version-3/rating/history/own-history.ts';
import { NOTHING_SET_ASIDE } from '../../src/version-3/rating/history/set-aside.ts';
import type { WalletInput } from '../../src/version-3/rating/rate-wallet.ts';

/** Unix seconds of the first moment of a sketch. */
export const START = 1_700_000_000;
export const DAY = 86_400;

/** A row of strong labels, straight from its account, unless it says otherwise. */
export const row = (category: Category, share: number, sketch: Partial<MixtureRow> = {}): MixtureRow => ({
  category,
  share,
  entity: '',
  confidence: 100,
  beforeDesignation: false,
  explained: category === 'exchange_licensed',
  owners: 1,
  ...sketch,
});

/** Rows, and unknown origin for the rest, but for what is R. */
export const mixture = (rows: readonly MixtureRow[], notFollowed = 0): Mixture => ({
  rows,
  unknownOrigin: Math.max(0, 1 - notFollowed - rows.reduce((sum, { share }) => sum + share, 0)),
  notFollowed,
});

/** An inflow of one payer; `bad` is the part of it that is bad. */
interface InflowSketch {
  readonly at: number;
  readonly day?: number;
  readonly payer?: number;
  readonly amount: bigint;
  readonly bad?: number;
  readonly part?: Partial<InflowPart>;
}

interface PaymentSketch {
  readonly at: number;
  readonly day?: number;
  readonly payee?: number;
  readonly amount: bigint;
  readonly category?: Category | null;
  readonly confidence?: number;
  readonly beforeDesignation?: boolean;
}

/** A history of whole transactions, one inflow or payment each, with the balances that they leave. */
export function history(
  inflows: readonly InflowSketch[],
  payments: readonly PaymentSketch[] = [],
  more: { readonly base?: bigint; readonly opening?: bigint } = {},
): AccountHistory {
  const base = more.base ?? inflows.reduce((sum, { amount }) => sum + amount, 0n);
  const moves = [
    ...inflows.map(({ at, amount }) => ({ at, change: amount })),
    ...payments.map(({ at, amount }) => ({ at, change: -amount })),
  ].toSorted((a, b) => a.at - b.at);
  let balance = more.opening ?? 0n;
  return {
    network: 'account',
    base,
    inflows: inflows.map(({ at, day = at, payer = 1, amount, bad = 0, part }) => ({
      at,
      time: START + day * DAY,
      amount,
      share: Number(amount) / Number(base),
      badShare: (bad * Number(amount)) / Number(base),
      parts: [{ payer, amount, isStraightSevere: false, ...part }],
    })),
    payments: payments.map(
      ({
        at,
        day = at,
        payee = 1,
        amount,
        category = null,
        confidence = 100,
        beforeDesignation = false,
      }): OwnPayment => ({
        at,
        time: START + day * DAY,
        payee,
        amount,
        label: category === null ? null : { category, entity: '', confidence, beforeDesignation },
      }),
    ),
    balances: [...Map.groupBy(moves, ({ at }) => at)].map(([at, own]) => {
      for (const { change } of own) balance += change;
      return { at, balance };
    }),
  };
}

/** A wallet that received one inflow of unknown origin, whole, a dollar a unit, unless it says otherwise. */
export const wallet = (sketch: Partial<WalletInput> = {}): WalletInput => ({
  history: history([{ at: 1, amount: 10_000n }]),
  kind: 'whole',
  isTotalStated: false,
  ever: mixture([]),
  now: null,
  setAside: NOTHING_SET_ASIDE,
  setAsideRows: { returned: [], untouched: [] },
  ownLabel: null,
  usdAt: () => 1,
  cutOff: START + 100 * DAY,
  ...sketch,
});
