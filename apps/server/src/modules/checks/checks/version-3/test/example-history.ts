import { createHash } from 'node:crypto';
import type { Category } from '@assay/domain';
import type { Label } from '@assay/exposure';
import {
  type AssessmentOf3,
  type AssetTransfer,
  assessPayment,
  assessPlanned,
  assessWallet,
  MemoryFlows,
  type QuestionOf3,
} from '@assay/exposure/version-3';

/** 2026-11-20T00:00:00Z. */
export const CUT_OFF = 1_795_132_800;
const DAY = 86_400;

/** Who is named in the examples: an entity, what it is, and whose list says so. */
const LABELLED: Readonly<Record<string, readonly [entity: string, Category, source: string, confidence: number]>> = {
  kraken: ['Kraken', 'exchange_licensed', 'exchange-reserves', 70],
  bitstamp: ['Bitstamp', 'exchange_licensed', 'exchange-reserves', 70],
  bridge: ['Example Bridge', 'bridge', 'tagpack', 50],
  thief: ['Example Exchange hack', 'stolen_coins', 'hack-reports', 50],
  listed: ['LAZARUS GROUP', 'sanctions', 'ofac-sdn', 100],
  mixer: ['Example Mixer', 'mixer', 'tagpack', 50],
  scam: ['Example Investment Scam', 'scam', 'scam-reports', 50],
  casino: ['Example Casino', 'gambling', 'tagpack', 50],
};

/** One transaction of an example: who paid whom how many whole units, so many days before the cut-off. */
export type Moved = readonly [from: string, to: string, units: number, daysBefore: number];

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An address that is always the same for a name. */
export const addressOf = (name: string): string => `0x${hashed(name).slice(0, 40)}`;
const transactionIdOf = (number: number): string => `0x${hashed(`transaction ${number}`)}`;

const NAMES = new Map(Object.keys(LABELLED).map((name) => [addressOf(name), name]));

function labelsOf(address: string): readonly Label[] {
  const known = LABELLED[NAMES.get(address) ?? ''];
  if (known === undefined) return [];
  const [entity, category, source, confidence] = known;
  const sourceUrl = `https://lists.example/${source}`;
  const common = { sourceUrl, sourceDate: '2026-08-20', validFrom: null, validTo: null, origin: 'given' } as const;
  return [{ entity, category, confidence, source, ...common }];
}

const transferOf = ([from, to, units, daysBefore]: Moved, index: number): AssetTransfer => ({
  block: 20_000_000 + index,
  transactionIndex: 0,
  transactionId: transactionIdOf(index),
  kind: 'token',
  index: 0,
  ordinal: 0,
  from: addressOf(from),
  to: addressOf(to),
  amount: BigInt(units) * 1_000_000n,
  asset: 'USDT',
  time: CUT_OFF - daysBefore * DAY + 3600,
});

interface Asked {
  /** Addresses whose records are known to be unread. */
  readonly samples?: readonly string[];
  readonly statedTotal?: bigint;
}

const questionOf = (name: string): QuestionOf3 => ({
  asset: 'USDT',
  address: addressOf(name),
  cutOff: CUT_OFF,
  prices: { decimals: 6, usdOn: () => 1 },
  reviewedList: { version: '0d4f6c1b7a2e9358', has: (entity) => ['Kraken', 'Bitstamp'].includes(entity) },
  unrecorded: { role: 'account', labels: labelsOf(addressOf(name)) },
});

function storeOf(history: readonly Moved[], samples: readonly string[] = []): MemoryFlows {
  const transfers = history.map(transferOf);
  return new MemoryFlows({
    network: 'ETH',
    asset: 'USDT',
    transfers,
    labelsOf,
    samples: new Set(samples.map(addressOf)),
  });
}

export const walletOf = (name: string, history: readonly Moved[], asked: Asked = {}): Promise<AssessmentOf3> =>
  assessWallet(storeOf(history, asked.samples), { ...questionOf(name), statedTotal: asked.statedTotal ?? null });

/** The payment that the transaction of an index made to somebody. */
export async function paymentTo(name: string, history: readonly Moved[], index: number): Promise<AssessmentOf3> {
  const store = storeOf(history);
  const ids = await store.transactionIds(store.flows.map(({ transaction }) => transaction));
  const flow = store.flows[ids.indexOf(transactionIdOf(index))];
  if (flow === undefined) throw new Error(`no transaction ${index}`);
  return assessPayment(store, { ...questionOf(name), transaction: flow.transaction });
}

export const plannedBy = (name: string, history: readonly Moved[], units: number): Promise<AssessmentOf3> =>
  assessPlanned(storeOf(history), { ...questionOf(name), amount: BigInt(units) * 1_000_000n, earlier: 0n });
