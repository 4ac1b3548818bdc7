import type { ResultReading } from '@assay/contracts';
import type { Asset, NetworkId, RecordsRead } from '@assay/domain';
import {
  type ExposureStore,
  type LabelsOf,
  METHOD_VERSIONS,
  type MethodVersion,
  type SubjectFacts,
} from '@assay/exposure';
import { countRecords, isoMinuteOf, nameRecords } from '@assay/wording';
import type { Pool } from '../../../../platform/db/index.ts';
import {
  type Gathering,
  type GatherPayment,
  type GatherProgress,
  type LookUps,
  type OnDemandSources,
  type ReadGathering,
  SourceError,
} from '../../../chains/index.ts';
import { inLedgerSnapshot } from '../../../records/index.ts';
import type { CheckSnapshot, SnapshotOrigin } from '../checks.ports.ts';
import { describeGap, READ_LIVE, UNANSWERED, UNREADABLE } from './gap-words.ts';
import { type LabelStates, labelStates } from './label-states.ts';

/** On-demand reads of chains, with the labels of this installation. */
export interface OnDemandReader extends LookUps {
  canAsk(asset: Asset): boolean;
  gather(asset: Asset, address: string, options: ReadingOptions): Promise<Gathering>;
  /** `OnDemandSources.gatherOwn`. */
  gatherOwn(asset: Asset, address: string, signal: AbortSignal): Promise<ReadGathering>;
  /** What a payment of the address needs to be walked (`OnDemandSources.gatherPayment`). */
  gatherPayment(asset: Asset, address: string, payment: GatherPayment, options: ReadingOptions): Promise<Gathering>;
}

interface ReadingOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: GatherProgress) => void;
  /** Of the method, by whose labels reading ends. */
  readonly version: MethodVersion;
}

/** The records that a check walks, from imports or from an on-demand read. */
export interface CheckRecords {
  readonly store: ExposureStore | null;
  readonly tip: CheckSnapshot['tip'];
  readonly recordsHeld: string;
  readonly recordsRead: RecordsRead;
  readonly records: SnapshotOrigin['records'];
  readonly sources: 'ok' | 'failed' | 'unreadable';
  /** Null where the chain was not read. */
  readonly reading: ResultReading | null;
}

/** The records of the check: those of the snapshot, or those of a chain with the snapshot's labels. */
export async function recordsOf(
  snapshot: CheckSnapshot,
  asset: Asset,
  address: string,
  gathering: Gathering | null,
  version: MethodVersion,
): Promise<CheckRecords> {
  const { store, tip, recordsHeld, origin } = snapshot;
  const { network } = asset;
  const records = origin.records;
  if (gathering === null || network === null) {
    return { store, tip, recordsHeld, recordsRead: 'imported', records, sources: 'ok', reading: null };
  }
  const place = nameRecords(asset);
  const without = { store: null, tip, records, reading: readingOf(asset, gathering, null) };
  const unreadable = { ...without, recordsHeld: `${recordsHeld} ${place} ${UNREADABLE}`, ...NOT_READABLE };
  if (gathering.kind === 'failed') {
    if (gathering.faults.some(({ kind }) => kind === 'malformed')) return unreadable;
    const said = `${recordsHeld} ${place} ${UNANSWERED}`;
    return { ...without, recordsHeld: said, recordsRead: 'unanswered', sources: 'failed' };
  }
  const { live } = gathering;
  // Version 2 derives labels from complete records alone, which a chain that is read for a check does not give.
  const read = live.open((addresses) => snapshot.labelsOf(network, addresses), { derive: version === '1' });
  const subject = await read.subject(address);
  const hasNone = subject === null || subject.inflows + subject.outflows === 0;
  // Of entries that are there and could not be read, nobody may say that no transfer was found.
  if (hasNone && live.gaps.some(({ kind }) => kind === 'unreadable')) return unreadable;
  const time = new Date(live.tip.time * 1000);
  return {
    store: subject === null ? null : read,
    tip: { block: String(live.tip.block), time },
    recordsHeld: describeReading(place, network, live, time),
    recordsRead: 'on_demand',
    records:
      subject === null || subject.firstTime === null
        ? null
        : { count: live.records, firstTime: subject.firstTime, lastTime: live.tip.time, fromBeginning: false },
    sources: 'ok',
    reading: readingOf(asset, gathering, subject),
  };
}

const NOT_READABLE = { recordsRead: 'unreadable', sources: 'unreadable' } as const;

const NOTHING = { received: '0', sent: '0' };

function readingOf(asset: Asset, gathering: Gathering, subject: SubjectFacts | null): ResultReading {
  const faults = faultsIn(gathering);
  if (gathering.kind === 'failed') {
    return { providers: [], calls: { made: 0, budget: 0 }, history_from: null, unread: NOTHING, faults };
  }
  const { providers, calls, cut, gaps } = gathering.live;
  // Of a payment's side nothing is missing: no other record of it is asked for.
  const isPayment = cut.payment !== undefined;
  const own = isPayment ? undefined : (cut.coins ?? cut.accounts.find(({ address }) => address === cut.subject));
  const isCut = own !== undefined && own.from !== null && (subject?.firstTime ?? null) !== null;
  return {
    providers: [...providers],
    calls,
    history_from: isCut ? new Date((subject?.firstTime ?? 0) * 1000).toISOString() : null,
    unread: own?.unread ?? NOTHING,
    faults,
    ...(gaps.length === 0 ? {} : { gaps: gaps.map((gap) => describeGap(gap, asset)) }),
  };
}

function describeReading(
  place: string,
  network: NetworkId,
  { records, providers, tip }: Extract<Gathering, { kind: 'records' }>['live'],
  time: Date,
): string {
  const from = providers.length === 0 ? '' : ` through ${providers.join(' and ')}`;
  return `${READ_LIVE} ${place}${from}: ${countRecords(records, network)} around this address, up to block ${tip.block} of ${isoMinuteOf(time)}.`;
}

/** The errors of the read, each kind once, without addresses or response bodies. */
export function faultsOf(gathering: Gathering): string {
  return faultsIn(gathering).join('; ');
}

function faultsIn({ faults }: Gathering): string[] {
  return [...new Set(faults.map((fault) => new SourceError(fault).message))];
}

/** On-demand reads with the labels of this installation. */
export function onDemandReader(pool: Pool, sources: OnDemandSources): OnDemandReader {
  const known = new Map<MethodVersion, LabelStates>(
    METHOD_VERSIONS.map((version) => [version, labelStates({ pool, version })]),
  );
  const labelsBy =
    (asset: Asset, version: MethodVersion): LabelsOf =>
    (addresses) =>
      // One state of the labels for each question, without a connection in between.
      inLedgerSnapshot(pool, { network: asset.network ?? '', ticker: asset.ticker }, async (client) => {
        const labels = await known.get(version)?.(client, asset);
        return (await labels?.labelsOf(asset.network ?? asset.ticker, addresses)) ?? [];
      });
  return {
    canAsk: (asset) => sources.canAsk(asset),
    lookUp: (asset, ids, options) => sources.lookUp(asset, ids, options),
    locate: (networks, ids, options) => sources.locate(networks, ids, options),
    gather: (asset, address, { version, ...options }) =>
      sources.gather(asset, address, { ...options, labelsOf: labelsBy(asset, version) }),
    gatherOwn: (asset, address, signal) => sources.gatherOwn(asset, address, signal),
    gatherPayment: (asset, address, payment, { version, ...options }) =>
      sources.gatherPayment(asset, address, payment, { ...options, labelsOf: labelsBy(asset, version) }),
  };
}
