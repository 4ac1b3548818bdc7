import { type Asset, currencyOf } from '@assay/domain';
import type { AssessmentInput, Direction, DirectionExposure, Note, SubjectFacts } from '@assay/exposure';
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

  async function withoutExposure(tip: RecordsSnapshot['tip'], sources: AssessmentInput['sources']) {
    const [labels = []] = await ports.labels.labelsOf(network ?? currencyOf(asset), [address]);
    const subject = { node: null, address, labels, inflows: 0, outflows: 0, complete: false } as const;
    const input = inputOf(asset, { subject, incoming: empty('bwd'), outgoing: empty('fwd'), now: nowSeconds, sources });
    return presentCheck({ ...facts, tip, input, assessment: ports.engine.assess(input) });
  }

  // Nothing to follow: the address's own labels may still speak.
  if (network === null) return withoutExposure(null, 'not_traceable');
  return ports.records.withSnapshot({ network, ticker: asset.ticker }, async (snapshot) => {
    const subject = (await snapshot?.store.subject(address)) ?? null;
    if (snapshot === null || subject === null) return withoutExposure(snapshot?.tip ?? null, 'ok');
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
