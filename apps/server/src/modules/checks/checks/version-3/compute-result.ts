import { createHash } from 'node:crypto';
import { canonicalBytes } from '@assay/certificate';
import type { IssuerFreeze } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { type ExposureStore, findLookalikes, findNotes, METHOD_REVISION, TEXT_SET_OF_METHOD_2 } from '@assay/exposure';
import { type AssessmentOf3, assessWallet, type NoAnswer, type ReviewedList } from '@assay/exposure/version-3';
import { dayOf, type FreezesService, type Gathering, withFreezeOf } from '../../../chains/index.ts';
import type { CheckSnapshot, SnapshotOrigin, WithSnapshot } from '../checks.ports.ts';
import { askFreeze, type Prepared } from '../compute/compute-check.ts';
import { type CheckRecords, recordsOf } from '../compute/on-demand-reading.ts';
import { isBurnAddress, networkOf } from '../compute/read-check.ts';
import { readFlows } from '../flows/own-flows.ts';
import { readOwnHistory } from '../flows/own-history.ts';
import { type CheckPrices, pricingOf } from '../flows/value-flows.ts';
import { noteOtherNetworks, sharesKeys } from '../other-networks.ts';
import { type ComputedResult, presentNoAnswer, presentResult, type ResultFacts } from './present-result.ts';
import { type PricesRead, pricesOf } from './read-prices.ts';
import { type FollowedStore, followedStore } from './stores.ts';

export interface ResultPorts {
  /** With the labels of the method: imported, carried and of clusters. */
  readonly withSnapshot: WithSnapshot;
  readonly prices?: CheckPrices | undefined;
  readonly freezes?: FreezesService | undefined;
  readonly reviewedList: () => Promise<ReviewedList>;
}

export interface ResultOutcome {
  readonly computed: ComputedResult;
  readonly basis: BasisOf3;
}

/** What a certificate states beside the result: digests of what the result was made from. */
export interface BasisOf3 {
  readonly version: 3;
  readonly labelSet: SnapshotOrigin['labelSet'];
  readonly records: SnapshotOrigin['records'];
  /** SHA-256 over what was rated, in hexadecimal; null where the method was not asked. */
  readonly inputs: string | null;
}

interface Asked {
  readonly asset: Asset;
  readonly address: string;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: number) => void;
}

/**
 * The result of a wallet by version 3 of the method (docs/method/3), without balance or storage. No provider is asked
 * while a snapshot of the database is open: prices are read between the days of the address's records and its walk.
 */
export async function computeResult(
  ports: ResultPorts,
  asked: Asked,
  { gathering = null, freeze: asking }: Prepared = {},
): Promise<ResultOutcome> {
  const { asset, address, now, signal } = asked;
  const freeze = await (asking ?? askFreeze(ports, asset, address, now, signal));
  const reviewedList = await ports.reviewedList();
  const isByDay = (await pricingOf(ports.prices, asset)) === 'by_day';
  const days = isByDay ? await ports.withSnapshot(asset, (snapshot) => daysOf(snapshot, asked, gathering)) : [];
  const prices = await pricesOf(ports.prices, asset, [...days, dayOf(secondsOf(now))], signal);
  const about = sharesKeys(address) ? address : undefined;
  return ports.withSnapshot(
    asset,
    (snapshot) => answer(snapshot, asked, { gathering, freeze, prices, reviewedList }),
    about,
  );
}

interface Read {
  readonly gathering: Gathering | null;
  readonly freeze: IssuerFreeze;
  readonly prices: PricesRead;
  readonly reviewedList: ReviewedList;
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Days of the address's own records. */
async function daysOf(snapshot: CheckSnapshot, { asset, address, signal }: Asked, gathering: Gathering | null) {
  const { store } = await recordsOf(snapshot, asset, address, gathering, LABELS_OF);
  const subject = (await store?.subject(address)) ?? null;
  if (store === null || subject === null) return [];
  const [bwd, fwd] = [await readFlows(store, subject, 'bwd', signal), await readFlows(store, subject, 'fwd', signal)];
  return [...bwd.keys(), ...fwd.keys()];
}

/** By whose rules addresses have labels; the method leaves those aside that are derived from conduct. */
const LABELS_OF = '2';

async function answer(snapshot: CheckSnapshot, asked: Asked, read: Read): Promise<ResultOutcome> {
  const { asset, address, now, signal, onProgress } = asked;
  const { gathering, freeze, prices, reviewedList } = read;
  const cutOff = secondsOf(now);
  const held = await recordsOf(snapshot, asset, address, gathering, LABELS_OF);
  const network = networkOf(asset);
  const [listed = []] = await snapshot.labelsOf(network, [address]);
  const labels = withFreezeOf(asset, listed, freeze);
  const given = labels.filter(({ origin, derivedBy }) => origin === 'given' && derivedBy === undefined);
  const [notes, lookalikes] = await behaviourOf(snapshot, asked, held, labels, prices);
  const facts: ResultFacts = {
    ...{ asset, address, labelSetVersion: snapshot.labelSetVersion, recordsHeld: held.recordsHeld },
    ...{ recordsRead: held.recordsRead, tip: held.tip, freeze, reading: held.reading, prices: prices.facts },
    ...{ priceSourceOf: prices.sourceOf, lookalikes, notes },
  };
  const origin = { labelSet: snapshot.origin.labelSet, records: held.records };
  const silent = (reason: NoAnswer): ResultOutcome => ({
    computed: presentNoAnswer(facts, reason, { cutOff, labels: given, reviewedList: reviewedList.version }),
    basis: { version: 3, ...origin, inputs: null },
  });
  if (isBurnAddress(asset, address)) return silent('burn_address');
  const followed = await followedStore(held.store, { asset, address, gathering, labels, snapshot });
  onProgress(0.1);
  const found = await assessWallet(
    followed.store,
    {
      asset: asset.ticker,
      address,
      cutOff,
      prices: { decimals: asset.decimals, usdOn: prices.usdOn },
      reviewedList,
      unrecorded: { role: 'account', labels },
      statedTotal: followed.statedTotal === null ? null : BigInt(followed.statedTotal.amount),
    },
    { signal, yieldToEventLoop: nextTurn },
  );
  // Only a label of the address itself can speak where nothing was read.
  const reason = found.rating.finding === 'no_records' ? silenceOf(asset, held) : null;
  if (reason !== null) return silent(reason);
  const more = held.recordsRead === 'on_demand' ? 'read_on' : 'upload';
  return {
    computed: presentResult(facts, found, { statedTotal: followed.statedTotal, more }),
    basis: { version: 3, ...origin, inputs: digestOf(found.rated) },
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function silenceOf({ network }: Asset, { sources }: CheckRecords): NoAnswer | null {
  if (network === null) return 'not_traceable';
  switch (sources) {
    case 'ok':
      return null;
    case 'failed':
      return 'sources_failed';
    case 'unreadable':
      return 'unreadable';
  }
}

/** Notes and lookalikes, from the address's own records (section 14). */
async function behaviourOf(
  snapshot: CheckSnapshot,
  { asset, address, now }: Asked,
  { store }: CheckRecords,
  labels: FollowedStore['labels'],
  prices: PricesRead,
): Promise<[ResultFacts['notes'], ResultFacts['lookalikes']]> {
  const seconds = secondsOf(now);
  const elsewhere =
    asset.network !== null && sharesKeys(address) ? await snapshot.labelsElsewhere(asset.network, address) : [];
  const warning = noteOtherNetworks(labels, elsewhere, seconds, TEXT_SET_OF_METHOD_2);
  const { records, complete } = await ownRecords(store, address);
  const valued = records.map((record) => ({
    ...record,
    usd: record.amount === 0n ? 0 : prices.usdAt(record.amount, record.time),
  }));
  const behaviour = findNotes({ records: valued, complete, now: seconds }, METHOD_REVISION, TEXT_SET_OF_METHOD_2);
  return [warning === null ? behaviour : [warning, ...behaviour], findLookalikes(valued, METHOD_REVISION)];
}

async function ownRecords(store: ExposureStore | null, address: string) {
  const subject = (await store?.subject(address)) ?? null;
  return store === null || subject === null ? { records: [], complete: false } : readOwnHistory(store, subject);
}

/** Over what a rating was made from; amounts are written as text. */
function digestOf(rated: AssessmentOf3['rated']): string {
  const text = JSON.stringify(rated, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  return createHash('sha256')
    .update(canonicalBytes(JSON.parse(text)))
    .digest('hex');
}
