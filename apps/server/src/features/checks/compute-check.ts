import type { IssuerFreeze, ResultPrices } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import type { AssessmentInput, Direction, DirectionExposure, ExposureStore, SubjectFacts } from '@assay/exposure';
import { type FreezesService, labelsOfFreeze, unasked } from '../freezes/index.ts';
import { basisOf, type CheckBasis } from './check-basis.ts';
import type { CheckSnapshot, EnginePort, WithSnapshot } from './checks.ports.ts';
import { readOwnHistory } from './own-history.ts';
import { type ComputedCheck, presentCheck } from './present-check.ts';
import { type CheckPrices, valueFlows } from './value-flows.ts';

export interface ComputePorts {
  readonly withSnapshot: WithSnapshot;
  readonly engine: EnginePort;
  /** Without them only stablecoins at par have dollars. */
  readonly prices?: CheckPrices;
  /** Without it nobody is asked, and the result says so. */
  readonly freezes?: FreezesService;
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
  ports: ComputePorts,
  asset: Asset,
  address: string,
  now: Date,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<CheckOutcome> {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const asking = askFreeze(ports, asset, address, now, signal);
  return ports.withSnapshot(asset, async (snapshot) => {
    const { store, tip, recordsHeld, labelSetVersion, origin } = snapshot;
    const freeze = await asking;
    const subject = withFreeze((await store?.subject(address)) ?? null, freeze);
    const { input, prices } =
      store === null || subject === null
        ? await readLabelsAlone(ports, snapshot, asset, address, freeze, nowSeconds, signal)
        : await readExposure(ports, store, asset, subject, nowSeconds, signal, onProgress);
    const assessment = ports.engine.assess(input);
    return {
      computed: presentCheck({ asset, address, labelSetVersion, recordsHeld, tip, freeze, prices, input, assessment }),
      basis: basisOf(input, assessment, origin),
    };
  });
}

/** Asked while the database is opened and read. A failure waits for whoever awaits it. */
function askFreeze(
  { freezes }: ComputePorts,
  asset: Asset,
  address: string,
  now: Date,
  signal: AbortSignal,
): Promise<IssuerFreeze> {
  const asking = freezes?.ask(asset, address, now, signal) ?? Promise.resolve(unasked(asset));
  asking.catch(() => undefined);
  return asking;
}

/** A freeze is one more label of the address itself. */
function withFreeze(subject: SubjectFacts | null, freeze: IssuerFreeze): SubjectFacts | null {
  return subject === null ? null : { ...subject, labels: [...subject.labels, ...labelsOfFreeze(freeze)] };
}

interface Ready {
  readonly input: AssessmentInput;
  readonly prices: ResultPrices;
}

/** Nothing to follow: the address's own labels may still speak. */
async function readLabelsAlone(
  { prices }: ComputePorts,
  snapshot: CheckSnapshot,
  asset: Asset,
  address: string,
  freeze: IssuerFreeze,
  now: number,
  signal: AbortSignal,
): Promise<Ready> {
  const [listed = []] = await snapshot.labelsOf(asset.network ?? currencyOf(asset), [address]);
  const labels = [...listed, ...labelsOfFreeze(freeze)];
  const subject = { node: null, address, labels, inflows: 0, outflows: 0, complete: false } as const;
  const sources = asset.network === null ? 'not_traceable' : 'ok';
  const valued = await valueFlows(prices, asset, null, signal);
  const { incomingUsd, outgoingUsd } = valued;
  const sides = { incoming: empty('bwd'), outgoing: empty('fwd'), incomingUsd, outgoingUsd };
  return { input: { subject, ...sides, now, sources, notes: [] }, prices: valued.facts };
}

async function readExposure(
  { engine, prices }: ComputePorts,
  store: ExposureStore,
  asset: Asset,
  subject: SubjectFacts,
  now: number,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<Ready> {
  const walk = (direction: Direction, from: number, to: number) =>
    engine.exposureOf(store, subject, direction, {
      signal,
      onProgress: (progress) => onProgress(from + (to - from) * progress),
    });
  const incoming = await walk('bwd', 0.05, 0.5);
  const outgoing = await walk('fwd', 0.5, 0.95);
  const amounts = { bwd: incoming.amount, fwd: outgoing.amount };
  const valued = await valueFlows(prices, asset, { store, facts: subject, amounts }, signal);
  const { incomingUsd, outgoingUsd } = valued;
  const notes = engine.findNotes({ ...(await readOwnHistory(store, subject, valued.usdAt)), now });
  return {
    input: { subject, incoming, outgoing, incomingUsd, outgoingUsd, now, sources: 'ok', notes },
    prices: valued.facts,
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
