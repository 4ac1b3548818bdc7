import type { SignedResult } from './canonical/canonical-result-3.ts';

/** One fact the verifier looked at. `unknown`: it could not be decided with what is at hand. */
export interface Finding {
  readonly id: FindingId;
  readonly outcome: 'proven' | 'failed' | 'unknown';
  /** One plain sentence. */
  readonly text: string;
}

export type FindingId =
  | 'readable'
  | 'layout'
  | 'schema'
  | 'result_key'
  | 'result_signature'
  | 'result_time'
  | 'result_compromise'
  | 'pdf_signature_present'
  | 'pdf_whole_file'
  | 'pdf_unchanged'
  | 'pdf_signature'
  | 'pdf_certificate'
  | 'pdf_chain'
  | 'pdf_compromise'
  | 'pdf_time_stamp'
  | 'pdf_result_attached';

/**
 * What a verification came to. `valid`: everything that has to hold was proven. `not_valid`: something was changed or
 * is forged. `not_proven`: nothing speaks against it, but a key or root needed to prove it is not at hand.
 */
export type VerificationVerdict = 'valid' | 'not_valid' | 'not_proven';

export interface VerificationReport {
  readonly kind: 'certificate' | 'pdf';
  readonly verdict: VerificationVerdict;
  /** One sentence that sums it up. */
  readonly summary: string;
  readonly findings: readonly Finding[];
  /** What no signature can prove, for the reader. */
  readonly notProven: readonly string[];
  /** Who signed, as far as proven. */
  readonly signers: readonly ProvenSigner[];
  /** The signed result; null unless its signature was proven with a key of the key set. */
  readonly result: SignedResult | null;
  /** SHA-256 of files whose record of issue would decide what is open: their key was stolen. */
  readonly recordsWanted: readonly string[];
}

export interface ProvenSigner {
  readonly what: 'result' | 'pdf' | 'time_stamp';
  /** Key id, or the subject of the certificate. */
  readonly name: string;
  /** ISO 8601: a time stamp's own time, else the signer's claim; null where none is stated. */
  readonly time: string | null;
  /** Whether somebody other than the issuer vouches for the time. */
  readonly isTimeVouched: boolean;
}
