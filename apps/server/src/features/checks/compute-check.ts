import { type Asset, currencyOf } from '@assay/domain';
import type { AssessmentInput, Direction, DirectionExposure, ExposureStore, Note, SubjectFacts } from '@assay/exposure';
import { basisOf, type CheckBasis } from './check-basis.ts';
import type { CheckSnapshot, EnginePort, WithSnapshot } from './checks.ports.ts';
import { readOwnHistory } from './own-history.ts';
import { type ComputedCheck, presentCheck } from './present-check.ts';
import { usdOf } from './usd.ts';

export interface ComputePorts {
  readonly withSnapshot: WithSnapshot;
  readonly engine: EnginePort;
}

export interface CheckOutcome {
  /** What pages show. */
  readonly computed: ComputedCheck;
  /** What its certificate says beyond that. */
  readonly basis: CheckBasis;
}

/**
 * One check from records and labels to the result, without balance and without storage. `onProgress` hears 0..1.
 * The same records, labels and method give the same bytes.
 */
export function computeCheck(
  { withSnapshot, engine }: ComputePorts,
  asset: Asset,
  address: string,
  now: Date,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<CheckOutcome> {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  return withSnapshot(asset, async (snapshot) => {
    const { store, tip, recordsHeld, labelSetVersion, origin } = snapshot;
    const subject = (await store?.subject(address)) ?? null;
    const input =
      store === null || subject === null
        ? await readLabelsAlone(snapshot, asset, address, nowSeconds)
        : await readExposure(engine, store, asset, subject, nowSeconds, signal, onProgress);
    const assessment = engine.assess(input);
    return {
      computed: presentCheck({ asset, address, labelSetVersion, recordsHeld, tip, input, assessment }),
      basis: basisOf(input, assessment, origin),
    };
  });
}

/** Nothing to follow: the address's own labels may still speak. */
async function readLabelsAlone(snapshot: CheckSnapshot, asset: Asset, address: string, now: number) {
  const [labels = []] = await snapshot.labelsOf(asset.network ?? currencyOf(asset), [address]);
  const subject = { node: null, address, labels, inflows: 0, outflows: 0, complete: false } as const;
  const sources = asset.network === null ? 'not_traceable' : 'ok';
  return inputOf(asset, { subject, incoming: empty('bwd'), outgoing: empty('fwd'), now, sources });
}

async function readExposure(
  engine: EnginePort,
  store: ExposureStore,
  asset: Asset,
  subject: SubjectFacts,
  nowSeconds: number,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
) {
  const walk = (direction: Direction, from: number, to: number) =>
    engine.exposureOf(store, subject, direction, {
      signal,
      onProgress: (progress) => onProgress(from + (to - from) * progress),
    });
  const incoming = await walk('bwd', 0.05, 0.5);
  const outgoing = await walk('fwd', 0.5, 0.95);
  const notes = engine.findNotes({ ...(await readOwnHistory(store, subject, asset)), now: nowSeconds });
  return inputOf(asset, { subject, incoming, outgoing, now: nowSeconds, sources: 'ok', notes });
}

function inputOf(
  asset: Asset,
  facts: Omit<AssessmentInput, 'incomingUsd' | 'outgoingUsd' | 'notes'> & { readonly notes?: readonly Note[] },
): AssessmentInput {
  return {
    notes: [],
    ...facts,
    incomingUsd: usdOf(asset.ticker, facts.incoming.amount, asset.decimals),
    outgoingUsd: usdOf(asset.ticker, facts.outgoing.amount, asset.decimals),
  };
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
