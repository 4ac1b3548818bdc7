import type { ResultReading } from '@assay/contracts';
import { type Asset, NETWORKS } from '@assay/domain';
import type { ExposureStore, SubjectFacts } from '@assay/exposure';
import { type Gathering, type GatherProgress, SourceError } from '../sources/index.ts';
import type { CheckSnapshot, SnapshotOrigin } from './checks.ports.ts';

/** Chains read live, with the labels of this installation. */
export interface LiveReader {
  canAsk(asset: Asset): boolean;
  gather(
    asset: Asset,
    address: string,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: GatherProgress) => void },
  ): Promise<Gathering>;
}

/** Records a check walks over, wherever they come from. */
export interface CheckRecords {
  readonly store: ExposureStore | null;
  readonly tip: CheckSnapshot['tip'];
  readonly recordsHeld: string;
  readonly records: SnapshotOrigin['records'];
  readonly sources: 'ok' | 'failed';
  /** Null where the chain was not read. */
  readonly reading: ResultReading | null;
}

const READ_LIVE = 'Read live from';
const UNANSWERED = 'could not be read live: no source answered.';

/** How a result came by its records, by what it says of them. */
export function howRead(recordsHeld: string): 'imported' | 'live' | 'unanswered' {
  if (recordsHeld.startsWith(`${READ_LIVE} `)) return 'live';
  return recordsHeld.endsWith(` ${UNANSWERED}`) ? 'unanswered' : 'imported';
}

/** What the check reads: the snapshot's own records, or those of a chain under the snapshot's labels. */
export async function recordsOf(
  snapshot: CheckSnapshot,
  asset: Asset,
  address: string,
  gathering: Gathering | null,
): Promise<CheckRecords> {
  const { store, tip, recordsHeld, origin } = snapshot;
  const { network } = asset;
  if (gathering === null || network === null) {
    return { store, tip, recordsHeld, records: origin.records, sources: 'ok', reading: null };
  }
  const place = nameOf(asset);
  if (gathering.kind === 'failed') {
    const said = `${recordsHeld} ${place} ${UNANSWERED}`;
    return {
      store: null,
      tip,
      recordsHeld: said,
      records: origin.records,
      sources: 'failed',
      reading: readingOf(gathering, null),
    };
  }
  const { live } = gathering;
  const read = live.open((addresses) => snapshot.labelsOf(network, addresses));
  const subject = await read.subject(address);
  const time = new Date(live.tip.time * 1000);
  return {
    store: subject === null ? null : read,
    tip: { block: String(live.tip.block), time },
    recordsHeld: describeReading(place, NETWORKS[network].ledger, live, time),
    records:
      subject === null || subject.firstTime === null
        ? null
        : { count: live.records, firstTime: subject.firstTime, lastTime: live.tip.time, fromBeginning: false },
    sources: 'ok',
    reading: readingOf(gathering, subject),
  };
}

const NOTHING = { received: '0', sent: '0' };

function readingOf(gathering: Gathering, subject: SubjectFacts | null): ResultReading {
  const faults = faultsIn(gathering);
  if (gathering.kind === 'failed') {
    return { providers: [], calls: { made: 0, budget: 0 }, history_from: null, unread: NOTHING, faults };
  }
  const { providers, calls, cut } = gathering.live;
  const own = cut.coins ?? cut.accounts.find(({ address }) => address === cut.subject);
  const isCut = own !== undefined && own.from !== null && (subject?.firstTime ?? null) !== null;
  return {
    providers: [...providers],
    calls,
    history_from: isCut ? new Date((subject?.firstTime ?? 0) * 1000).toISOString() : null,
    unread: own?.unread ?? NOTHING,
    faults,
  };
}

function describeReading(
  place: string,
  ledger: 'account' | 'utxo',
  { records, providers, tip }: Extract<Gathering, { kind: 'records' }>['live'],
  time: Date,
): string {
  const one = ledger === 'utxo' ? 'transaction' : 'transfer';
  const count = `${records.toLocaleString('en-US')} ${one}${records === 1 ? '' : 's'}`;
  const day = `${time.toISOString().slice(0, 10)}, ${time.toISOString().slice(11, 16)} UTC`;
  const from = providers.length === 0 ? '' : ` through ${providers.join(' and ')}`;
  return `${READ_LIVE} ${place}${from}: ${count} around this address, up to block ${tip.block} of ${day}.`;
}

function nameOf({ network, ticker }: Asset): string {
  if (network === null) return ticker;
  return NETWORKS[network].native === ticker ? NETWORKS[network].name : `${ticker} on ${NETWORKS[network].name}`;
}

/** What went wrong while reading, each kind once; without addresses or bodies. */
export function faultsOf(gathering: Gathering): string {
  return faultsIn(gathering).join('; ');
}

function faultsIn({ faults }: Gathering): string[] {
  return [...new Set(faults.map((fault) => new SourceError(fault).message))];
}
