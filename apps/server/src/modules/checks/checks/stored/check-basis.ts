import { createHash } from 'node:crypto';
import { canonicalBytes } from '@assay/certificate';
import type { ResultLabel } from '@assay/contracts';
import type { Residual } from '@assay/domain';
import type { Assessment, AssessmentInput, Cause, Direction, FloorScope } from '@assay/exposure';
import type { SnapshotOrigin } from '../checks.ports.ts';
import { presentLabel } from '../present-evidence.ts';

/** Version of the stored format; every change of the format needs a new number. */
const BASIS_VERSION = 1;

/**
 * What a certificate states in addition to the result that pages show. Stored with the result when the check ran, since
 * it cannot be determined later: rules, label sets and records change.
 */
export interface CheckBasis {
  readonly version: typeof BASIS_VERSION;
  /** Time in Unix seconds at which validity and age were evaluated. */
  readonly asOf: number;
  /** The inputs of the deciding rule; null where it does not use one. */
  readonly cause: {
    readonly direction: Direction | null;
    readonly category: string | null;
    readonly layer: 'direct' | 'indirect' | null;
    readonly share: number | null;
    readonly usd: number | null;
    readonly lowered: boolean | null;
    /** What a floor of version 2 sums; not there in version 1, whose floors sum one category. */
    readonly scope?: FloorScope;
    /** The address's own label, where it decided the result. */
    readonly label: ResultLabel | null;
  };
  readonly linear: { readonly incoming: number; readonly outgoing: number };
  /** Parallel to the rows of the evidence, in the same order. */
  readonly strongShares: { readonly incoming: readonly number[]; readonly outgoing: readonly number[] };
  readonly residualPoints: Readonly<Record<Direction, Readonly<Record<Residual, number>>>>;
  readonly labelSet: SnapshotOrigin['labelSet'];
  readonly records: SnapshotOrigin['records'];
  /** SHA-256 of each input of the rules. */
  readonly inputs: InputDigests;
}

interface InputDigests {
  readonly subject: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly notes: string;
}

/** Builds the basis of a check from the inputs and outputs of its rules. */
export function basisOf(input: AssessmentInput, assessment: Assessment, origin: SnapshotOrigin): CheckBasis {
  const strong = (direction: Direction) =>
    assessment.rows.filter((row) => row.direction === direction).map(({ strongShare }) => strongShare);
  return {
    version: BASIS_VERSION,
    asOf: input.now,
    cause: causeOf(assessment.cause),
    linear: assessment.linear,
    strongShares: { incoming: strong('bwd'), outgoing: strong('fwd') },
    residualPoints: assessment.residualPoints,
    labelSet: origin.labelSet,
    records: origin.records,
    inputs: digestInputs(input, assessment),
  };
}

/**
 * Digests of the inputs of the rules. They do not depend on how a store numbers its accounts, so that every
 * installation with equal records and labels gets the same digests.
 */
function digestInputs(
  { subject, incoming, outgoing, notes, ...rest }: AssessmentInput,
  { methodVersion, methodRevision }: Pick<Assessment, 'methodVersion' | 'methodRevision'>,
): InputDigests {
  const { address, labels, inflows, outflows, complete } = subject;
  // The first revision had no role for an address without records.
  const role = subject.node === null && methodRevision === 1 ? 'account' : subject.role;
  const {
    sources,
    incomingUsd,
    outgoingUsd,
    usdBounds,
    withdrawals = [],
    isService = false,
    withoutDerivedLabels = false,
  } = rest;
  // What version 1 does not read is not among its inputs.
  const facts = { is_service: isService, without_derived_labels: withoutDerivedLabels, withdrawals };
  const own = methodVersion === '1' ? {} : facts;
  const bounds = (direction: Direction) =>
    methodVersion === '1' ? {} : { usd_bounds: usdBounds?.[direction] ?? null };
  return {
    subject: digestOf({ address, role, labels, inflows, outflows, complete, sources, ...own }),
    incoming: digestOf({ exposure: incoming, usd: incomingUsd, ...bounds('bwd') }),
    outgoing: digestOf({ exposure: outgoing, usd: outgoingUsd, ...bounds('fwd') }),
    notes: digestOf(notes),
  };
}

function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(canonicalBytes(withTextAmounts(value)))
    .digest('hex');
}

/** Amounts are bigint in the engine, which JSON does not support. */
function withTextAmounts(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(withTextAmounts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withTextAmounts(member)]));
}

function causeOf(cause: Cause): CheckBasis['cause'] {
  const none = { direction: null, category: null, layer: null, share: null, usd: null, lowered: null, label: null };
  switch (cause.rule) {
    case 'floor': {
      const { direction, category, layer, share, usd, lowered, scope } = cause;
      const floor = { ...none, direction, category, layer, share, usd, lowered };
      return scope === undefined ? floor : { ...floor, scope };
    }
    case 'identity':
      return { ...none, label: presentLabel(cause.label) };
    case 'linear':
    case 'limited_coverage':
      return { ...none, direction: cause.direction };
    case 'not_rated':
      return none;
  }
}
