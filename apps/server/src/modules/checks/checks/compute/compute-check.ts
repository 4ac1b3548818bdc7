import type { IssuerFreeze } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { type AssessmentInput, type DirectionExposure, findLookalikes, type NoteRecord } from '@assay/exposure';
import { type FreezesService, type Gathering, unasked } from '../../../chains/index.ts';
import type { EnginePort, WithSnapshot } from '../checks.ports.ts';
import { usdBoundsOf } from '../flows/usd-bounds.ts';
import { type CheckPrices, pricingOf, type ValuedFlows, valueFlows } from '../flows/value-flows.ts';
import { noteOtherNetworks, sharesKeys } from '../other-networks.ts';
import {
  type CheckFacts,
  type CheckSummary,
  type ComputedCheck,
  presentCheck,
  presentSummary,
} from '../present-check.ts';
import { basisOf, type CheckBasis } from '../stored/check-basis.ts';
import { type CheckQuestion, type ReadCheck, readCheck } from './read-check.ts';

export interface ComputePorts {
  readonly withSnapshot: WithSnapshot;
  readonly engine: EnginePort;
  /** Without prices only stablecoins at par have dollar values. */
  readonly prices?: CheckPrices;
  /** Without this service no issuer is asked, and the result states that. */
  readonly freezes?: FreezesService;
}

/** Work that began before the check got its slot. */
export interface Prepared {
  /** The on-demand read; null where imported records are used. */
  readonly gathering?: Gathering | null;
  readonly freeze?: Promise<IssuerFreeze>;
}

export interface CheckOutcome {
  /** What pages show. */
  readonly computed: ComputedCheck;
  /** What its certificate states in addition. */
  readonly basis: CheckBasis;
}

/**
 * Computes one check from records and labels, without balance or storage. `onProgress` receives 0..1.
 * The same records, labels and method give the same bytes. No provider is asked while a database snapshot is open.
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
  const read = await ports.withSnapshot(
    asset,
    (snapshot) => readCheck(ports.engine, snapshot, question),
    sharesKeys(address) ? address : undefined,
  );
  return completeCheck(ports, question, read);
}

/**
 * The summary of the check that {@link computeCheck} would compute, from records and labels that are stored: for many
 * addresses, of which nobody asks for evidence.
 */
export async function summariseCheck(
  ports: Omit<ComputePorts, 'freezes'>,
  asset: Asset,
  address: string,
  now: Date,
  signal: AbortSignal,
): Promise<CheckSummary> {
  const pricing = await pricingOf(ports.prices, asset);
  const question = {
    ...{ asset, address, now, freeze: unasked(asset), pricing, gathering: null, signal },
    ...{ onProgress: () => undefined, detail: 'summary' as const },
  };
  const read = await ports.withSnapshot(asset, (snapshot) => readCheck(ports.engine, snapshot, question));
  return presentSummary(await assessRead(ports, question, read));
}

/** Starts the request immediately. A failure is reported only when the returned promise is awaited. */
export function askFreeze(
  { freezes }: { readonly freezes?: ComputePorts['freezes'] | undefined },
  asset: Asset,
  address: string,
  now: Date,
  signal: AbortSignal,
): Promise<IssuerFreeze> {
  const asking = freezes?.ask(asset, address, now, signal) ?? Promise.resolve(unasked(asset));
  asking.catch(() => undefined);
  return asking;
}

interface AssessPorts {
  readonly engine: EnginePort;
  readonly prices?: CheckPrices | undefined;
}

/** Prices the read transfers, assesses them and presents the result. */
export async function completeCheck(
  ports: AssessPorts,
  question: CheckQuestion,
  read: ReadCheck,
): Promise<CheckOutcome> {
  const facts = await assessRead(ports, question, read);
  return { computed: presentCheck(facts), basis: basisOf(facts.input, facts.assessment, read.origin) };
}

/** Prices the read transfers and assesses them. */
export async function assessRead(
  { engine, prices }: AssessPorts,
  { asset, address, now, freeze, signal, detail }: CheckQuestion,
  read: ReadCheck,
): Promise<CheckFacts> {
  const { labelSetVersion, tip, recordsHeld, recordsRead, reading } = read;
  const { subject, sources, incoming, outgoing, own } = read;
  const amounts = { bwd: incoming.amount, fwd: outgoing.amount };
  const valued = await valueFlows(prices, asset, own?.flows ?? null, amounts, signal);
  const { incomingUsd, outgoingUsd } = valued;
  const seconds = Math.floor(now.getTime() / 1000);
  const records = own === null ? [] : noteRecordsOf(own.history.records, valued);
  const behaviour = own === null ? [] : engine.findNotes({ records, complete: own.history.complete, now: seconds });
  // The first revision has no such warning.
  const warning =
    engine.revision === 1 ? null : noteOtherNetworks(subject.labels, read.elsewhere, seconds, engine.textSet);
  const notes = warning === null ? behaviour : [warning, ...behaviour];
  const known = {
    ...{ subject, incoming, outgoing, incomingUsd, outgoingUsd, now: seconds, sources, notes },
    headlineOnly: detail === 'summary',
  };
  const input =
    engine.version === '1'
      ? known
      : inputOfMethod2(known, read, usdBoundsOf(asset, own?.daily ?? null, amounts, valued));
  const assessment = engine.assess(input);
  const lookalikes = findLookalikes(records, engine.revision);
  return {
    asset,
    address,
    labelSetVersion,
    recordsHeld,
    recordsRead,
    tip,
    freeze,
    reading,
    prices: valued.facts,
    lookalikes,
    input,
    assessment,
  };
}

/** A zero amount is worth zero, with or without a price. */
function noteRecordsOf(records: readonly Omit<NoteRecord, 'usd'>[], { usdAt }: ValuedFlows): NoteRecord[] {
  return records.map((record) => ({ ...record, usd: record.amount === 0n ? 0 : usdAt(record.amount, record.time) }));
}

/**
 * The input of the score as version 2 of the method defines it: a history is complete only where nothing of it is cut
 * off or larger than its balance.
 *
 * @param usdBounds of the dollars of a direction that a record without a price is part of
 */
function inputOfMethod2(
  input: AssessmentInput,
  { own, hasDerivedLabels, withdrawals }: Pick<ReadCheck, 'own' | 'hasDerivedLabels' | 'withdrawals'>,
  usdBounds: NonNullable<AssessmentInput['usdBounds']>,
): AssessmentInput {
  const { subject, incoming, outgoing } = input;
  const withoutDerivedLabels = !hasDerivedLabels;
  if (subject.node === null) return { ...input, withoutDerivedLabels };
  const isCut = ({ cut }: DirectionExposure) => cut.partial.some(({ address }) => address === subject.address);
  const isWhole = subject.unread === undefined && !isCut(incoming) && !isCut(outgoing);
  const complete = subject.complete && isWhole && own?.conduct?.isCovered === true;
  const isService = own?.conduct?.isService === true;
  return { ...input, subject: { ...subject, complete }, usdBounds, withdrawals, isService, withoutDerivedLabels };
}
