import type { IssuerFreeze, ResultPrices } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import {
  type AssessmentInput,
  bothWays,
  type Direction,
  type DirectionExposure,
  type ExposureStore,
  findLookalikes,
  type Lookalike,
  type SubjectFacts,
} from '@assay/exposure';
import { type FreezesService, labelsOfFreeze, unasked } from '../freezes/index.ts';
import type { Gathering } from '../sources/index.ts';
import { basisOf, type CheckBasis } from './check-basis.ts';
import type { CheckSnapshot, EnginePort, WithSnapshot } from './checks.ports.ts';
import { type CheckRecords, recordsOf } from './live-reading.ts';
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

/** What was begun before the check had its turn. */
export interface Prepared {
  /** What was read live; null where imported records answer. */
  readonly gathering?: Gathering | null;
  readonly freeze?: Promise<IssuerFreeze>;
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
export async function computeCheck(
  given: ComputePorts,
  asset: Asset,
  address: string,
  now: Date,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
  { gathering = null, freeze: asking = askFreeze(given, asset, address, now, signal) }: Prepared = {},
): Promise<CheckOutcome> {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  // Nothing waits for others, or for a second connection, while it holds one.
  const freeze = await asking;
  const ports = { ...given, ...(await pricedAlike(given.prices, asset)) };
  return ports.withSnapshot(asset, async (snapshot) => {
    const { labelSetVersion, origin } = snapshot;
    const { store, tip, recordsHeld, records, sources, reading } = await recordsOf(snapshot, asset, address, gathering);
    const subject = withFreeze((await store?.subject(address)) ?? null, freeze);
    const { input, ...grounds } =
      store === null || subject === null
        ? await readLabelsAlone(ports, snapshot, asset, address, freeze, nowSeconds, sources, signal)
        : await readExposure(ports, store, asset, subject, nowSeconds, signal, onProgress);
    const assessment = ports.engine.assess(input);
    return {
      computed: presentCheck({
        asset,
        address,
        labelSetVersion,
        recordsHeld,
        tip,
        freeze,
        reading,
        ...grounds,
        input,
        assessment,
      }),
      basis: basisOf(input, assessment, { ...origin, records }),
    };
  });
}

/** Prices whose way of pricing is known already: most assets need no more of them. */
async function pricedAlike(prices: CheckPrices | undefined, asset: Asset): Promise<Pick<ComputePorts, 'prices'>> {
  if (prices === undefined) return {};
  const mode = await prices.modeOf(asset);
  return { prices: { modeOf: async () => mode, pricesOf: (...asked) => prices.pricesOf(...asked) } };
}

/** Asked at once. A failure waits for whoever awaits it. */
export function askFreeze(
  { freezes }: Pick<ComputePorts, 'freezes'>,
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
  readonly lookalikes: readonly Lookalike[];
}

/** Nothing to follow: the address's own labels may still speak. */
async function readLabelsAlone(
  { prices }: ComputePorts,
  snapshot: CheckSnapshot,
  asset: Asset,
  address: string,
  freeze: IssuerFreeze,
  now: number,
  answered: CheckRecords['sources'],
  signal: AbortSignal,
): Promise<Ready> {
  const [listed = []] = await snapshot.labelsOf(asset.network ?? currencyOf(asset), [address]);
  const labels = [...listed, ...labelsOfFreeze(freeze)];
  const subject = { node: null, address, labels, inflows: 0, outflows: 0, complete: false } as const;
  const sources = asset.network === null ? 'not_traceable' : answered;
  const valued = await valueFlows(prices, asset, null, signal);
  const { incomingUsd, outgoingUsd } = valued;
  const sides = { incoming: empty('bwd'), outgoing: empty('fwd'), incomingUsd, outgoingUsd };
  return { input: { subject, ...sides, now, sources, notes: [] }, prices: valued.facts, lookalikes: [] };
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
  const amounts = { bwd: incoming.amount, fwd: outgoing.amount };
  const valued = await valueFlows(prices, asset, { store, facts: subject, amounts }, signal);
  const { incomingUsd, outgoingUsd } = valued;
  const history = await readOwnHistory(store, subject, valued.usdAt);
  const notes = engine.findNotes({ ...history, now });
  return {
    input: { subject, incoming, outgoing, incomingUsd, outgoingUsd, now, sources: 'ok', notes },
    prices: valued.facts,
    lookalikes: findLookalikes(history.records),
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
