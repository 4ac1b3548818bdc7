import {
  type AskedBy,
  CheckAsset,
  type CheckChanges,
  type CheckData,
  type CheckDone,
  type CheckPhase,
  type CheckState,
  ERRORS,
  type ErrorName,
  type FormerResult,
  isErrorName,
  type User,
  type WithdrawnLabel,
} from '@assay/contracts';
import { adviceLine, headlineOf } from '@assay/wording';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { StoredCheck } from './stored/checks.store.ts';

/** What is said beside a result; all but `withdrawn` to its owner alone. */
export interface BesideResult {
  readonly changes: CheckChanges | null;
  readonly withdrawn: readonly WithdrawnLabel[];
  readonly askedBy: AskedBy | null;
}

/** GET /monitor/check/{sub_id}. Contains stars only when the check is done. */
export function presentState(check: StoredCheck, { changes, withdrawn, askedBy }: BesideResult): CheckState {
  const { subId, ticker, parent, address, status } = check;
  switch (status) {
    case 'done':
      return {
        status,
        asset: shownAssetOf(check),
        changes,
        ...presentWithdrawn(withdrawn),
        ...presentAskedBy(askedBy),
      };
    case 'running':
      return {
        ...{ status, sub_id: subId, ticker, parent, address, ...paymentNameOf(check) },
        ...{ progress: check.progress, ...phaseOf(check) },
      };
    case 'failed':
      return { status, sub_id: subId, message: ERRORS[failureOf(check)].message };
  }
}

/** Left out where there are none, which is nearly always. */
export function presentWithdrawn(withdrawn: readonly WithdrawnLabel[]): Pick<CheckDone, 'withdrawn'> {
  return withdrawn.length === 0 ? {} : { withdrawn: [...withdrawn] };
}

/** Left out where nobody is named. */
export function presentAskedBy(askedBy: AskedBy | null): Pick<CheckDone, 'asked_by'> {
  return askedBy === null ? {} : { asked_by: askedBy };
}

/** Which payment a check is of; empty for a check of an address. */
function paymentNameOf({ transactionId, paymentDirection }: StoredCheck) {
  return transactionId === null || paymentDirection === null
    ? {}
    : { payment: { transaction_id: transactionId, direction: paymentDirection } };
}

/** The phase of a check that runs in this process; empty for any other. */
export function phaseOf({ phase }: Pick<StoredCheck, 'phase'>): { readonly phase?: CheckPhase } {
  return phase === undefined ? {} : { phase };
}

/** The error code of a check that has no result. */
export function failureOf({ failure }: Pick<StoredCheck, 'failure'>): ErrorName {
  return failure !== null && isErrorName(failure) ? failure : 'CheckFailed';
}

/** POST /monitor/check. */
export function presentStarted(check: StoredCheck, user: User, changes: CheckChanges | null): CheckData {
  const { subId, ticker, parent, subticker, name, address } = check;
  return {
    user,
    asset: {
      sub_id: subId,
      ticker,
      parent,
      subticker,
      name,
      address,
      created_at: check.createdAt.toISOString(),
      riskscore: check.riskscore,
      ...paymentNameOf(check),
    },
    status: check.status === 'done' ? 'done' : 'running',
    charged: check.charged,
    changes,
  };
}

/**
 * The result as pages show it: before the headlines of text set 1 is what limits them, and advice that they lack. The
 * stored result and its certificate keep their words.
 */
function shownAssetOf(check: StoredCheck): CheckAsset {
  const asset = resultOf(check);
  if (asset.text_set !== undefined) return asset;
  return { ...asset, texts: { ...asset.texts, headline: headlineOf(asset), advice: adviceLine(asset) } };
}

/** The stored bytes with the check's own id and time. Old results are read by their original contract. */
export function resultOf({ result, subId, createdAt }: StoredCheck): CheckAsset {
  if (result === null) throw new Error('A check that is done has no result');
  return CheckAsset.parse({ sub_id: subId, created_at: createdAt.toISOString(), ...JSON.parse(result) });
}

/**
 * The same for what does not know results of version 3 of the method yet.
 *
 * @throws AppError NotFound with a text that says so
 */
export function assetOf(check: StoredCheck): FormerResult {
  const result = resultOf(check);
  if (result.method_version !== '3') return result;
  throw new AppError('NotFound', { publicText: 'This is not there yet for results of version 3 of the method.' });
}
