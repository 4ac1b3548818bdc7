import type { IssuerFreeze, ResultReading } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import {
  type AssessmentInput,
  bothWays,
  type Direction,
  type DirectionExposure,
  type ExposureStore,
  type SubjectFacts,
} from '@assay/exposure';
import { labelsOfFreeze } from '../freezes/index.ts';
import type { PricingMode } from '../prices/index.ts';
import type { Gathering } from '../sources/index.ts';
import type { CheckSnapshot, EnginePort, SnapshotOrigin } from './checks.ports.ts';
import { recordsOf } from './live-reading.ts';
import { type Flows, readFlows } from './own-flows.ts';
import { type OwnHistory, readOwnHistory } from './own-history.ts';

/** What is asked of the records, with everything that others had to say known before. */
export interface CheckQuestion {
  readonly asset: Asset;
  readonly address: string;
  readonly now: Date;
  readonly freeze: IssuerFreeze;
  /** Whether the days of the address's own transfers are needed. */
  readonly pricing: PricingMode;
  /** What was read live; null where imported records answer. */
  readonly gathering: Gathering | null;
  readonly signal: AbortSignal;
  /** Hears 0..1. */
  readonly onProgress: (progress: number) => void;
}

/** What the address itself moved; null where no record of it is held. */
export interface OwnMoves {
  /** Null where no price changes from day to day. */
  readonly flows: Readonly<Record<Direction, Flows>> | null;
  readonly history: OwnHistory;
}

/** Everything a check takes from one state of the database. The rest needs neither records nor a connection. */
export interface ReadCheck {
  readonly labelSetVersion: string;
  readonly origin: SnapshotOrigin;
  readonly tip: CheckSnapshot['tip'];
  readonly recordsHeld: string;
  readonly reading: ResultReading | null;
  readonly subject: AssessmentInput['subject'];
  readonly sources: AssessmentInput['sources'];
  readonly incoming: DirectionExposure;
  readonly outgoing: DirectionExposure;
  readonly own: OwnMoves | null;
}

/** Reads and walks what a snapshot holds of an address, both ways. */
export async function readCheck(
  engine: EnginePort,
  snapshot: CheckSnapshot,
  question: CheckQuestion,
): Promise<ReadCheck> {
  const { asset, address, freeze, gathering } = question;
  const { store, tip, recordsHeld, records, sources, reading } = await recordsOf(snapshot, asset, address, gathering);
  const { labelSetVersion, origin } = snapshot;
  const subject = withFreeze((await store?.subject(address)) ?? null, freeze);
  const found =
    store === null || subject === null
      ? await readLabelsAlone(snapshot, question, sources)
      : await readExposure(engine, store, subject, question);
  return { labelSetVersion, origin: { ...origin, records }, tip, recordsHeld, reading, ...found };
}

type Found = Pick<ReadCheck, 'subject' | 'sources' | 'incoming' | 'outgoing' | 'own'>;

/** A freeze is one more label of the address itself. */
function withFreeze(subject: SubjectFacts | null, freeze: IssuerFreeze): SubjectFacts | null {
  return subject === null ? null : { ...subject, labels: [...subject.labels, ...labelsOfFreeze(freeze)] };
}

/** Nothing to follow: the address's own labels may still speak. */
async function readLabelsAlone(
  snapshot: CheckSnapshot,
  { asset, address, freeze }: CheckQuestion,
  answered: 'ok' | 'failed',
): Promise<Found> {
  const [listed = []] = await snapshot.labelsOf(asset.network ?? currencyOf(asset), [address]);
  const labels = [...listed, ...labelsOfFreeze(freeze)];
  return {
    subject: { node: null, address, labels, inflows: 0, outflows: 0, complete: false },
    sources: asset.network === null ? 'not_traceable' : answered,
    incoming: empty('bwd'),
    outgoing: empty('fwd'),
    own: null,
  };
}

async function readExposure(
  engine: EnginePort,
  store: ExposureStore,
  subject: SubjectFacts,
  { pricing, signal, onProgress }: CheckQuestion,
): Promise<Found> {
  const done = { bwd: 0, fwd: 0 };
  const { incoming, outgoing } = await bothWays(store, (direction) =>
    engine.exposureOf(store, subject, direction, {
      signal,
      onProgress: (progress) => {
        done[direction] = progress;
        onProgress(0.05 + 0.45 * (done.bwd + done.fwd));
      },
    }),
  );
  const flows =
    pricing === 'by_day'
      ? {
          bwd: await readFlows(store, subject, 'bwd', signal),
          fwd: await readFlows(store, subject, 'fwd', signal),
        }
      : null;
  return { subject, sources: 'ok', incoming, outgoing, own: { flows, history: await readOwnHistory(store, subject) } };
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
