import type { Asset } from '@assay/domain';
import type { Direction, DirectionExposure, Note, SubjectFacts, SubjectWithoutRecords } from '@assay/exposure';
import type { EnginePort, LabelsPort, RecordsPort, RecordsSnapshot } from './checks.ports.ts';
import { readOwnHistory } from './own-history.ts';
import { type ComputedCheck, presentCheck } from './present-check.ts';
import { usdOf } from './usd.ts';

export interface ComputePorts {
  readonly records: RecordsPort;
  readonly labels: LabelsPort;
  readonly engine: EnginePort;
}

/**
 * One check from records and labels to the result, without balance and without storage. `onProgress` hears 0..1.
 * The same records, labels and method give the same bytes.
 */
export async function computeCheck(
  ports: ComputePorts,
  asset: Asset,
  address: string,
  now: Date,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<ComputedCheck> {
  const labelSetVersion = await ports.labels.labelSetVersion();
  const recordsHeld = await ports.records.describe(asset);
  const { network } = asset;
  const facts = { asset, address, labelSetVersion, recordsHeld };
  const nowSeconds = Math.floor(now.getTime() / 1000);
  if (network === null) return presentCheck({ ...facts, tip: null, ...untraceable(ports, address, nowSeconds) });

  return ports.records.withSnapshot({ network, ticker: asset.ticker }, async (snapshot) => {
    const subject = (await snapshot?.store.subject(address)) ?? null;
    if (snapshot === null || subject === null) {
      const [labels = []] = await ports.labels.labelsOf(network, [address]);
      const input = inputOf(asset, withoutRecords(address, labels), empty('bwd'), empty('fwd'), nowSeconds, 'ok', []);
      return presentCheck({ ...facts, tip: snapshot?.tip ?? null, input, assessment: ports.engine.assess(input) });
    }
    const input = await readExposure(ports, snapshot, asset, subject, nowSeconds, signal, onProgress);
    return presentCheck({ ...facts, tip: snapshot.tip, input, assessment: ports.engine.assess(input) });
  });
}

async function readExposure(
  { engine }: ComputePorts,
  { store }: RecordsSnapshot,
  asset: Asset,
  subject: SubjectFacts,
  nowSeconds: number,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
) {
  onProgress(0.05);
  const incoming = await engine.exposureOf(store, subject, 'bwd', signal);
  onProgress(0.5);
  const outgoing = await engine.exposureOf(store, subject, 'fwd', signal);
  onProgress(0.9);
  const notes = engine.findNotes({ ...(await readOwnHistory(store, subject, asset)), now: nowSeconds });
  return inputOf(asset, subject, incoming, outgoing, nowSeconds, 'ok', notes);
}

function untraceable({ engine }: ComputePorts, address: string, nowSeconds: number) {
  const subject = withoutRecords(address, []);
  const input = {
    subject,
    incoming: empty('bwd'),
    outgoing: empty('fwd'),
    incomingUsd: null,
    outgoingUsd: null,
    now: nowSeconds,
    sources: 'not_traceable',
    notes: [],
  } as const;
  return { input, assessment: engine.assess(input) };
}

function inputOf(
  asset: Asset,
  subject: SubjectFacts | SubjectWithoutRecords,
  incoming: DirectionExposure,
  outgoing: DirectionExposure,
  now: number,
  sources: 'ok',
  notes: readonly Note[],
) {
  return {
    subject,
    incoming,
    outgoing,
    incomingUsd: usdOf(asset.ticker, incoming.amount, asset.decimals),
    outgoingUsd: usdOf(asset.ticker, outgoing.amount, asset.decimals),
    now,
    sources,
    notes,
  };
}

function withoutRecords(address: string, labels: SubjectWithoutRecords['labels']): SubjectWithoutRecords {
  return { node: null, address, labels, inflows: 0, outflows: 0, complete: false };
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
