import type { SignedResult } from './canonical/canonical-result-3.ts';
import type { Finding, FindingId, ProvenSigner, VerificationReport, VerificationVerdict } from './report.ts';

const SUMMARIES: Readonly<Record<VerificationVerdict, string>> = {
  valid: 'Genuine and unchanged.',
  not_valid: 'Not genuine, or changed since it was issued.',
  not_proven: 'Nothing speaks against it, but not everything could be proven with what is at hand.',
};

const COMPROMISES: readonly FindingId[] = ['result_compromise', 'pdf_compromise'];
/** A marked key has also ended. */
const OF_A_THEFT: readonly FindingId[] = [...COMPROMISES, 'result_time'];
const UNDECIDED = 'It cannot be decided whether this is genuine: somebody else may hold the key that signed it.';
const SIGNED_AFTER_THEFT = 'Not valid: the key that signed this was stolen, and this states a time after that.';

/** True of every certificate; said every time, so that nobody reads more into it. */
const NEVER_PROVEN = [
  'That the labels and transfers it rests on are right or complete: the report says which they were, not that they were true.',
  'What happened after the time of the check.',
  'Who controls the address.',
];
const UNVOUCHED_TIME = 'The time of signing: it is the issuer’s own word, no independent time stamp vouches for it.';

/** Sums findings up: one that failed makes it not valid, one that is open leaves it unproven. */
export function completeReport(
  kind: VerificationReport['kind'],
  findings: readonly Finding[],
  signers: readonly ProvenSigner[],
  result: SignedResult | null,
  recordsWanted: readonly string[] = [],
): VerificationReport {
  const verdict = verdictOf(findings);
  const isVouched = signers.some(({ isTimeVouched }) => isTimeVouched);
  return {
    kind,
    verdict,
    summary: summaryOf(verdict, findings),
    findings,
    notProven: isVouched ? NEVER_PROVEN : [...NEVER_PROVEN, UNVOUCHED_TIME],
    signers,
    result: verdict === 'not_valid' ? null : result,
    recordsWanted,
  };
}

function summaryOf(verdict: VerificationVerdict, findings: readonly Finding[]): string {
  const has = (outcome: Finding['outcome']) =>
    findings.some((finding) => finding.outcome === outcome && COMPROMISES.includes(finding.id));
  if (verdict === 'not_proven' && has('unknown')) return UNDECIDED;
  // Where something else failed too, the file was changed or forged in another way; that is said first.
  const isOnlyTheft = findings.every(({ id, outcome }) => outcome !== 'failed' || OF_A_THEFT.includes(id));
  return verdict === 'not_valid' && has('failed') && isOnlyTheft ? SIGNED_AFTER_THEFT : SUMMARIES[verdict];
}

function verdictOf(findings: readonly Finding[]): VerificationVerdict {
  if (findings.some(({ outcome }) => outcome === 'failed')) return 'not_valid';
  // A time stamp is more than a report needs: one of an authority that is not known leaves the rest as it is.
  const open = findings.some(({ id, outcome }) => outcome === 'unknown' && id !== 'pdf_time_stamp');
  return open ? 'not_proven' : 'valid';
}
