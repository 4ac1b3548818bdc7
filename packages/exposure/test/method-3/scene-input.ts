import { type AccountWorld, accountHistory } from './account-walk.ts';
import { clustersOf, labelWithCluster } from './clusters.ts';
import { coinHistory } from './coin-walk.ts';
import type { PriceAt } from './dollars.ts';
import { divide, type Fraction, fraction, fractionOf } from './fraction.ts';
import { ISSUER, type Label, type OnReviewedList, whichCounts } from './labels.ts';
import type { AccountRecord, CoinTransaction, History } from './model.ts';
import { type PlannedPayment, ratePlannedPayment } from './payments.ts';
import { type Circumstances, type Result, rateWallet } from './result.ts';

/** The time of every question (Unix seconds). */
export const NOW = 1_800_000_000;

const MINT = '0x0000000000000000000000000000000000000000';

/** One scene as its file has it: amounts in base units, prices in dollars of one whole unit. */
export interface Scene {
  readonly name: string;
  readonly sample?: boolean;
  readonly not_on_reviewed_list?: readonly string[];
  readonly reviewed_list?: readonly ListedService[];
  readonly transactions_not_read_whole?: readonly string[];
  readonly decimals?: number;
  readonly prices: Readonly<Record<string, string | null | Readonly<Record<string, string>>>>;
  readonly labels: ReadonlyArray<Omit<Label, 'beforeDesignation'> & { readonly address: string }>;
  readonly records?: readonly SceneRecord[];
  readonly transactions?: readonly SceneTransaction[];
  readonly questions: readonly Question[];
  readonly expected: readonly Expected[];
}

interface ListedService {
  readonly entity: string;
  readonly since: string | null;
  readonly until: string | null;
  readonly excluded: readonly string[];
}

interface SceneRecord {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly time: number;
  readonly n: number;
  readonly tx: string;
}

interface SceneTransaction {
  readonly id: string;
  readonly n: number;
  readonly inputs: ReadonlyArray<{ prev: string; vout: number; owner: string; value: number }>;
  readonly outputs: ReadonlyArray<{ owner: string; value: number }>;
}

export interface Question {
  readonly kind: 'wallet' | 'payment';
  readonly address: string;
  readonly asset: string;
  readonly usd?: string;
  readonly earlier_usd?: string;
  readonly amount?: string;
  readonly earlier_amount?: string;
  readonly received_in_all?: string;
}

export interface Expected {
  readonly stars: number | null;
  readonly riskscore: number;
  readonly finding: string | null;
  readonly confidence: string;
  readonly exchanged_not_followed: number;
  readonly reason: string | null;
  readonly set_aside: readonly string[];
}

const dayOf = (time: number): string => new Date(time * 1000).toISOString().slice(0, 10);

/** 'exchange, licence unknown' is the category `exchange_licence_unknown`. */
const categoryOf = (words: string): string => words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

/** Labels by address as the scene gives them. */
function givenLabels(scene: Scene): (address: string) => readonly Label[] {
  const labels = Map.groupBy(scene.labels, ({ address }) => address);
  return (address) =>
    (labels.get(address) ?? []).map(({ category, entity, confidence }) => ({
      category: categoryOf(category),
      entity,
      confidence,
      beforeDesignation: false,
    }));
}

/** All named services are listed at any time, unless the scene says otherwise. */
function reviewedList(scene: Scene): OnReviewedList {
  return (entity, time) => {
    if (scene.not_on_reviewed_list?.includes(entity)) return false;
    const row = scene.reviewed_list?.find((listed) => listed.entity === entity);
    if (row === undefined) return true;
    const day = dayOf(time);
    return (row.since ?? day) <= day && day <= (row.until ?? day) && !row.excluded.includes(day);
  };
}

/** Dollars of one base unit of an asset, by day. */
function pricesOf(scene: Scene, asset: string): PriceAt {
  const given = scene.prices[asset] ?? null;
  const unit = fraction(10n ** BigInt(scene.decimals ?? 8));
  return (time) => {
    const price = typeof given === 'object' ? given?.[dayOf(time)] : given;
    return price === undefined ? null : divide(fractionOf(price), unit);
  };
}

const recordOf = ({ asset, from, to, amount, time, n, tx }: SceneRecord): AccountRecord => ({
  asset,
  sender: from,
  receiver: to,
  amount: BigInt(amount),
  time,
  order: n,
  transaction: tx,
});

const transactionOf = ({ id, n, inputs, outputs }: SceneTransaction): CoinTransaction => ({
  id,
  order: n,
  time: 1_700_000_000 + 1000 * n,
  inputs: inputs.map(({ prev, vout, owner, value }) => ({ previous: `${prev}:${vout}`, owner, value: BigInt(value) })),
  outputs: outputs.map(({ owner, value }) => ({ owner, value: BigInt(value) })),
});

/** Labels of a scene as they count: of coins also those of clusters; mint and burn addresses mean 'issuer'. */
function labelsOf(scene: Scene) {
  const givenTo = givenLabels(scene);
  const given = (address: string): Label | null => (address === MINT ? ISSUER : whichCounts(givenTo(address)));
  if (scene.transactions === undefined) return { given, labelAt: given, clusters: null };
  const clusters = clustersOf(scene.transactions.map(transactionOf), givenTo);
  return { given, labelAt: (address: string) => labelWithCluster(address, clusters, givenTo), clusters };
}

/** The records of a scene; those of the sample are of the address that is asked about. */
export const accountWorld = (scene: Scene, address: string): AccountWorld => ({
  records: (scene.records ?? []).map(recordOf),
  labelAt: labelsOf(scene).labelAt,
  onReviewedList: reviewedList(scene),
  samples: new Set(scene.sample === true ? [address] : []),
  notReadWhole: new Set(scene.transactions_not_read_whole),
  openings: new Map<string, bigint>(),
});

/** What a result needs besides the history of the address. */
export function circumstancesOf(scene: Scene, { address, asset }: Question): Circumstances {
  const { given, labelAt } = labelsOf(scene);
  return {
    labelAt,
    ownLabel: given(address),
    onReviewedList: reviewedList(scene),
    priceAt: pricesOf(scene, asset),
    cutOff: NOW,
    isSample: scene.sample === true,
  };
}

/** What the address of a question received, holds and paid. */
export function historyOf(scene: Scene, { address, asset }: Question): History {
  const { labelAt, clusters } = labelsOf(scene);
  if (clusters === null) return accountHistory(accountWorld(scene, address), asset, address);
  const transactions = (scene.transactions ?? []).map(transactionOf);
  return coinHistory({ transactions, labelAt, onReviewedList: reviewedList(scene), clusters }, address);
}

/** An amount of a question in base units, given as it is or in dollars of the cut-off's day. */
function inBaseUnits(amount: string | undefined, usd: string | undefined, priceAt: PriceAt): Fraction {
  if (usd === undefined) return fraction(BigInt(amount ?? '0'));
  const price = priceAt(NOW);
  if (price === null) throw new Error('a payment in dollars of an asset without a price');
  return divide(fractionOf(usd), price);
}

/** The amount of a payment that is asked about, in base units. */
export const amountAsked = (scene: Scene, { asset, amount, usd }: Question): Fraction =>
  inBaseUnits(amount, usd, pricesOf(scene, asset));

/** What a source states that the address of a question received in all, in base units; null where none does. */
export const statedOf = ({ received_in_all: stated }: Question): bigint | null =>
  stated === undefined ? null : BigInt(stated);

/** The payment that is asked about. */
export const plannedPaymentOf = (scene: Scene, question: Question): PlannedPayment => ({
  amount: amountAsked(scene, question),
  earlier: inBaseUnits(question.earlier_amount, question.earlier_usd, pricesOf(scene, question.asset)),
});

/** Answers one question of a scene. */
export function answer(scene: Scene, question: Question): Result {
  const history = historyOf(scene, question);
  const of = circumstancesOf(scene, question);
  return question.kind === 'wallet'
    ? rateWallet(history, of, statedOf(question))
    : ratePlannedPayment(question.address, history, of, plannedPaymentOf(scene, question));
}
