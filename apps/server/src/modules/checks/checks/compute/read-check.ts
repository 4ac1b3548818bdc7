import type { IssuerFreeze, ResultReading } from '@assay/contracts';
import { type Asset, currencyOf, isProtectedAddress, type RecordsRead } from '@assay/domain';
import {
  type AssessmentInput,
  bothDirections,
  type Direction,
  type DirectionExposure,
  type ExposureStore,
  type SubjectFacts,
  type Withdrawal,
} from '@assay/exposure';
import { allEnded } from '../../../../platform/kernel/time/timing.ts';
import { inSpan } from '../../../../platform/kernel/tracing.ts';
import { type Gathering, type PricingMode, withFreezeOf } from '../../../chains/index.ts';
import type { CheckSnapshot, CheckWalks, EnginePort, SnapshotOrigin } from '../checks.ports.ts';
import { type OwnConduct, readConduct } from '../flows/own-conduct.ts';
import { type Flows, readFlows } from '../flows/own-flows.ts';
import { type OwnHistory, readOwnHistory } from '../flows/own-history.ts';
import { isBounded } from '../flows/usd-bounds.ts';
import { type LabelsOnNetwork, sharesKeys } from '../other-networks.ts';
import { recordsOf } from './on-demand-reading.ts';
import { walkWithdrawn } from './withdrawn-walks.ts';

/** The inputs of a read, including all data from providers, which is fetched before. */
export interface CheckQuestion {
  readonly asset: Asset;
  readonly address: string;
  readonly now: Date;
  readonly freeze: IssuerFreeze;
  /** Whether daily amounts of the address's own transfers are needed. */
  readonly pricing: PricingMode;
  /** The on-demand read; null where imported records are used. */
  readonly gathering: Gathering | null;
  readonly signal: AbortSignal;
  /** Receives 0..1. */
  readonly onProgress: (progress: number) => void;
  /** Everything by default. */
  readonly detail?: CheckDetail;
}

/**
 * How much of a result is computed. `summary`: stars, shares, coverage and headline, without what only evidence, notes and
 * 'what would change the stars' need; the values of both are equal.
 */
export type CheckDetail = 'everything' | 'summary';

/** The address's own transfers; null where no record of it is stored. */
export interface OwnMoves {
  /** Null where the price is constant. */
  readonly flows: Readonly<Record<Direction, Flows>> | null;
  /** What moved by day, where the version of the method bounds what has no price; null where it was not read. */
  readonly daily: Readonly<Record<Direction, Flows>> | null;
  readonly history: OwnHistory;
  /** Null where the version of the method asks for none. */
  readonly conduct: OwnConduct | null;
}

/** Everything a check reads from one database snapshot. The rest needs neither records nor a connection. */
export interface ReadCheck {
  readonly labelSetVersion: string;
  readonly origin: SnapshotOrigin;
  readonly tip: CheckSnapshot['tip'];
  readonly recordsHeld: string;
  readonly recordsRead: RecordsRead;
  readonly reading: ResultReading | null;
  readonly subject: AssessmentInput['subject'];
  readonly sources: AssessmentInput['sources'];
  readonly incoming: DirectionExposure;
  readonly outgoing: DirectionExposure;
  readonly own: OwnMoves | null;
  /** The walks without each of the claims that weigh most; empty where the version of the method asks for none. */
  readonly withdrawals: readonly Withdrawal[];
  readonly elsewhere: readonly LabelsOnNetwork[];
  /** Whether labels derived from records were at hand: never where a chain was read for the check. */
  readonly hasDerivedLabels: boolean;
}

/** Reads and walks the records of an address in a snapshot, in both directions. */
export async function readCheck(
  engine: EnginePort,
  snapshot: CheckSnapshot,
  question: CheckQuestion,
): Promise<ReadCheck> {
  const { asset, address, gathering } = question;
  const held = await recordsOf(snapshot, asset, address, gathering, engine.version);
  const { store, tip, recordsHeld, recordsRead, records, sources, reading } = held;
  const { labelSetVersion, origin } = snapshot;
  const subject = withFreeze((await store?.subject(address)) ?? null, question);
  const isNoted = question.detail !== 'summary' && sharesKeys(address);
  const labelledElsewhere = async () => (isNoted ? snapshot.labelsElsewhere(networkOf(asset), address) : []);
  const [found, elsewhere] =
    store === null || subject === null
      ? await allEnded([readLabelsAlone(snapshot, question, sources), labelledElsewhere()])
      : [await readExposure(engine, store, subject, question), await labelledElsewhere()];
  const hasDerivedLabels = snapshot.hasDerivedLabels && reading === null;
  const facts = {
    ...{ labelSetVersion, origin: { ...origin, records }, tip, recordsHeld, recordsRead, reading },
    hasDerivedLabels,
  };
  return { ...facts, elsewhere, ...found };
}

type Found = Pick<ReadCheck, 'subject' | 'sources' | 'incoming' | 'outgoing' | 'withdrawals' | 'own'>;

/** Adds a freeze as one more label of the address itself. */
function withFreeze(subject: SubjectFacts | null, { asset, freeze }: CheckQuestion): SubjectFacts | null {
  return subject === null ? null : { ...subject, labels: [...withFreezeOf(asset, subject.labels, freeze)] };
}

const NOT_READ: OwnHistory = { records: [], complete: false };

/** Without transfers to follow, only the address's own labels are used. */
async function readLabelsAlone(
  snapshot: CheckSnapshot,
  { asset, address, freeze }: CheckQuestion,
  answered: 'ok' | 'failed' | 'unreadable',
): Promise<Found> {
  const [listed = []] = await snapshot.labelsOf(networkOf(asset), [address]);
  const labels = [...withFreezeOf(asset, listed, freeze)];
  return {
    subject: {
      node: null,
      role: isBurnAddress(asset, address) ? 'issuer' : 'account',
      address,
      labels,
      inflows: 0,
      outflows: 0,
      complete: false,
    },
    sources: asset.network === null ? 'not_traceable' : answered,
    incoming: empty('bwd'),
    outgoing: empty('fwd'),
    withdrawals: [],
    own: null,
  };
}

async function readExposure(
  engine: EnginePort,
  store: ExposureStore,
  subject: SubjectFacts,
  { asset, pricing, signal, onProgress, detail }: CheckQuestion,
): Promise<Found> {
  const isSummary = detail === 'summary';
  const done = { bwd: 0, fwd: 0 };
  const { incoming, outgoing, withdrawals } = await walkCheck(engine, store, subject, {
    ...{ isSummary, signal },
    onProgress: (direction, progress) => {
      done[direction] = progress;
      onProgress(0.05 + 0.45 * (done.bwd + done.fwd));
    },
  });
  const isDaily = pricing === 'by_day' || (engine.version !== '1' && isBounded(asset));
  const daily = isDaily
    ? {
        bwd: await readFlows(store, subject, 'bwd', signal),
        fwd: await readFlows(store, subject, 'fwd', signal),
      }
    : null;
  const history = isSummary ? NOT_READ : await readOwnHistory(store, subject);
  const conduct = engine.version === '1' ? null : await readConduct(store, subject, signal);
  const flows = pricing === 'by_day' ? daily : null;
  return { subject, sources: 'ok', incoming, outgoing, withdrawals, own: { flows, daily, history, conduct } };
}

/** The network key of the labels; for an asset that cannot be followed, its currency. */
export function networkOf(asset: Asset): string {
  return asset.network ?? currencyOf(asset);
}

/** Whether the address is a mint or burn address, for which no chain is read. */
export function isBurnAddress(asset: Asset, address: string): boolean {
  return isProtectedAddress(networkOf(asset), address);
}

function empty(direction: Direction): DirectionExposure {
  return {
    direction,
    records: 0,
    amount: 0n,
    rows: [],
    residuals: { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 },
    cut: { threshold: 0, rounds: 0, states: 0, recordsRead: 0, partial: [] },
  };
}

/** Which walks a check needs. */
interface WantedWalks {
  /** Shares alone: no sample paths, and no walks without a claim. */
  readonly isSummary: boolean;
  readonly signal: AbortSignal;
  /** Receives 0..1 of a direction. */
  readonly onProgress: (direction: Direction, progress: number) => void;
}

/** Walks the records of an address in both directions, then without each of the claims that weigh most. */
async function walkCheck(
  engine: Pick<EnginePort, 'version' | 'exposureOf'>,
  store: ExposureStore,
  subject: SubjectFacts,
  { isSummary, signal, onProgress }: WantedWalks,
): Promise<CheckWalks> {
  const { incoming, outgoing } = await bothDirections(store, (direction) =>
    inSpan('walk', { 'assay.direction': direction }, () =>
      engine.exposureOf(store, subject, direction, {
        signal,
        evidence: !isSummary,
        onProgress: (progress) => onProgress(direction, progress),
      }),
    ),
  );
  const withdrawals =
    engine.version === '1' || isSummary
      ? []
      : await walkWithdrawn(engine, store, subject, { incoming, outgoing }, signal);
  return { incoming, outgoing, withdrawals };
}
