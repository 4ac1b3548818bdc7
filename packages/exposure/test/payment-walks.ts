import { buildLabel } from '@assay/testkit';
import { assessPayment, type Label } from '../src/index.ts';
import type { RawTransaction, RawTransfer } from '../src/records/raw-records.ts';
import type { Direction } from '../src/records/record.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import type { Assessment } from '../src/score/assessment.ts';
import type { ExposureStore } from '../src/walk/store.ts';
import { walk } from '../src/walk/walk.ts';

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
export type Move = readonly [
  transaction: string,
  from: string,
  to: string,
  dollars: number,
  kind?: RawTransfer['kind'],
];

interface Asked {
  readonly transaction: string;
  readonly side: string;
  readonly direction?: Direction;
  readonly complete?: boolean;
}

/** A payment among transfers, assessed; each has one unit a cent. */
export function ofMoves(moves: readonly Move[], asked: Asked): () => Promise<Assessment> {
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

/** The same among transactions of coins. */
export function ofCoins(
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
