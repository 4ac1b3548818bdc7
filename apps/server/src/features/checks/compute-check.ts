import type { IssuerFreeze } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { findLookalikes, type NoteRecord } from '@assay/exposure';
import { type FreezesService, unasked } from '../freezes/index.ts';
import type { Gathering } from '../sources/index.ts';
import { basisOf, type CheckBasis } from './check-basis.ts';
import type { EnginePort, WithSnapshot } from './checks.ports.ts';
import { type ComputedCheck, presentCheck } from './present-check.ts';
import { type CheckQuestion, type ReadCheck, readCheck } from './read-check.ts';
import { type CheckPrices, pricingOf, type ValuedFlows, valueFlows } from './value-flows.ts';

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
 * The same records, labels and method give the same bytes. Nobody else is asked while a state of the database is held.
 */
export async function computeCheck(
  ports: ComputePorts,
  asset: Asset,
  address: string,
  now: Date,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
  { gathering = null, freeze: asking = askFreeze(ports, asset, address, now, signal) }: Prepared = {},
): Promise<CheckOutcome> {
  const freeze = await asking;
  const pricing = await pricingOf(ports.prices, asset);
  const question = { asset, address, now, freeze, pricing, gathering, signal, onProgress };
  const read = await ports.withSnapshot(asset, (snapshot) => readCheck(ports.engine, snapshot, question));
  return concludeCheck(ports, question, read);
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

/** Prices what was read, and judges it. */
export async function concludeCheck(
  { engine, prices }: { readonly engine: EnginePort; readonly prices?: CheckPrices | undefined },
  { asset, address, now, freeze, signal }: CheckQuestion,
  read: ReadCheck,
): Promise<CheckOutcome> {
  const { labelSetVersion, origin, tip, recordsHeld, reading, subject, sources, incoming, outgoing, own } = read;
  const amounts = { bwd: incoming.amount, fwd: outgoing.amount };
  const valued = await valueFlows(prices, asset, own?.flows ?? null, amounts, signal);
  const { incomingUsd, outgoingUsd } = valued;
  const seconds = Math.floor(now.getTime() / 1000);
  const records = own === null ? [] : noteRecordsOf(own.history.records, valued);
  const notes = own === null ? [] : engine.findNotes({ records, complete: own.history.complete, now: seconds });
  const input = { subject, incoming, outgoing, incomingUsd, outgoingUsd, now: seconds, sources, notes };
  const assessment = engine.assess(input);
  const lookalikes = findLookalikes(records);
  const facts = {
    asset,
    address,
    labelSetVersion,
    recordsHeld,
    tip,
    freeze,
    reading,
    prices: valued.facts,
    lookalikes,
  };
  return { computed: presentCheck({ ...facts, input, assessment }), basis: basisOf(input, assessment, origin) };
}

/** Nothing is worth nothing, whatever a price is. */
function noteRecordsOf(records: readonly Omit<NoteRecord, 'usd'>[], { usdAt }: ValuedFlows): NoteRecord[] {
  return records.map((record) => ({ ...record, usd: record.amount === 0n ? 0 : usdAt(record.amount, record.time) }));
}
