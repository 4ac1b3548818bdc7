import { type Label, type RawTransfer, TEXT_SET_OF_METHOD_2, walk } from '@assay/exposure';
import { MemoryAccountStore } from '@assay/exposure/reference';
import type { StoredTransaction } from '../../../records/index.ts';
import type { EnginePort } from '../checks.ports.ts';
import type { PaymentRules } from '../payment/compute-payment.ts';
import type { PaymentSnapshot } from '../payment/payment.ports.ts';
import { fakeEngine, fakeSnapshot, TRON_ADDRESS } from './check-fakes.ts';

/** A deposit from an exchange, and one of which nothing is known. */
export const PAID = '5a03268cdff958f836075b19dfd60dfeed22b3cb14655223c279a8d573564683';
export const UNRATED = '6a3cff93d5f74284c71725085d427117d9d068c9426358b5cdb678a539e7f07d';
/** The side of both; it also paid in the first. */
export const SIDE = TRON_ADDRESS;

const EXCHANGE: Label = {
  ...{ entity: 'Example Exchange', category: 'exchange_licensed', confidence: 70, source: 'test', sourceUrl: null },
  ...{ sourceDate: '2024-01-01', validFrom: null, validTo: null, origin: 'given' },
};
const MOVES = [
  [PAID, 'exchange', SIDE],
  [PAID, SIDE, 'exchange'],
  [UNRATED, 'somebody', SIDE],
] as const;

const memory = new MemoryAccountStore({
  network: 'TRX',
  labels: new Map([['exchange', [EXCHANGE]]]),
  derive: false,
  transfers: MOVES.map(([transactionId, from, to], index): RawTransfer => {
    const place = { block: index, transactionIndex: 0, transactionId, kind: 'token', index, ordinal: 0 } as const;
    return { ...place, from, to, amount: 1_000_000_000n, time: 1_700_000_000 + index };
  }),
});

function stored(id: string): StoredTransaction {
  const moves = MOVES.flatMap(([of, from, to], at) =>
    of === id ? [{ from, to, amount: 1_000_000_000n, kind: 'token' as const, at: at + 1 }] : [],
  );
  const parties = [...new Set(moves.flatMap(({ from, to }) => [from, to]))].map((address) => {
    const [paid, received] = [moves.filter(({ from }) => from === address), moves.filter(({ to }) => to === address)];
    return {
      ...{ address, role: 'account' as const, paid: BigInt(paid.length), received: BigInt(received.length) },
      ...{ paidIn: paid.map(({ at }) => at), receivedIn: received.map(({ at }) => at) },
    };
  });
  return { id, time: 1_700_000_000, block: 1, isCoinbase: false, isWhole: true, moves, parties };
}

export const paymentSnapshot: PaymentSnapshot = {
  ...fakeSnapshot,
  transactions: {
    store: memory,
    find: async (ids) => {
      const known = [PAID, UNRATED].find((id) => ids.includes(id));
      return known === undefined ? null : stored(known);
    },
    balancesOf: async (addresses) =>
      new Map(addresses.filter((one) => one === SIDE).map((one) => [one, 1_000_000_000n])),
  },
  transactionOnNetwork: async () => ({ tickers: [], hasFailed: false }),
};

const paymentEngine: EnginePort = {
  ...fakeEngine,
  version: '2',
  textSet: TEXT_SET_OF_METHOD_2,
  exposureOf: (store, subject, direction, { signal, onProgress, only }) => {
    onProgress(0.5);
    return walk(store, subject, direction, { signal, ...(only === undefined ? {} : { only }) });
  },
};

/** Payments of two transactions in memory, walked as they are; each part can be overridden. */
export function paymentRules(overrides: Partial<PaymentRules> = {}): PaymentRules {
  return {
    engine: paymentEngine,
    withSnapshot: (_asset, work) => work(paymentSnapshot),
    knownOn: async (networks, ids) =>
      new Map(
        networks.includes('TRX') && [PAID, UNRATED].some((id) => ids.includes(id))
          ? [['TRX', { tickers: ['USDT'], hasFailed: false }]]
          : [],
      ),
    ...overrides,
  };
}

export const DEPOSIT = {
  ...{ transaction: PAID, ticker: 'USDT', parent: 'TRX', address: SIDE },
  direction: 'deposit',
} as const;
