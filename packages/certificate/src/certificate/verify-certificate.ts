import { ed25519 } from '@noble/curves/ed25519.js';
import { completeReport } from '../complete-report.ts';
import { judgeCompromise } from '../keys/compromise.ts';
import { fileDigestOf, type IssuedRecord, issuedAtOf } from '../keys/issued-record.ts';
import { type KeySet, publicKeyOf } from '../keys/key-set.ts';
import type { Finding, ProvenSigner, VerificationReport } from '../report.ts';
import { readCertificate } from './read-certificate.ts';
import { type FramedStatement, signedBytesOf } from './statement.ts';

/** What others than the holder of the key say about when a certificate was signed. */
export interface IssueEvidence {
  /** The issuer's records of what it issued. */
  readonly issued?: readonly IssuedRecord[];
  /** When a trusted time stamp saw the certificate, in milliseconds since 1970; null without one. */
  readonly stampedAt?: number | null;
}

/**
 * Verifies the bytes of a `certificate.json` against the published keys. Never throws on untrusted input: damage is
 * reported as such. Ed25519 is checked strictly (RFC 8032, section 5.1.7).
 *
 * The file must be as it was issued, byte for byte: a text that JSON reads in two ways (a member written twice) proves
 * nothing, and OpenSSL could not check a file that was formatted again.
 *
 * @example
 * const report = verifyCertificate(bytes, parseKeySet(keysText));
 * report.verdict; // 'valid'
 */
export function verifyCertificate(bytes: Uint8Array, keys: KeySet, evidence: IssueEvidence = {}): VerificationReport {
  const findings: Finding[] = [];
  const read = readCertificate(bytes);
  if (read === null) {
    findings.push({
      id: 'readable',
      outcome: 'failed',
      text: 'This is not a certificate of this kind, or it is damaged.',
    });
    return completeReport('certificate', findings, [], null);
  }
  const { statement, result, signature, isOriginal } = read;
  findings.push(
    isOriginal
      ? { id: 'layout', outcome: 'proven', text: 'The file is laid out as it was issued.' }
      : {
          id: 'layout',
          outcome: 'failed',
          text: 'The file is not as it was issued: it was laid out again or changed.',
        },
  );
  const { key_id: keyId, signed_at: signedAt } = statement;
  const key = keys.keys.find(({ kid }) => kid === keyId);
  if (key === undefined) {
    findings.push({
      id: 'result_key',
      outcome: 'unknown',
      text: `The keys at hand do not hold the key ${keyId} that the certificate names.`,
    });
    return completeReport('certificate', findings, [], null);
  }
  findings.push({
    id: 'result_key',
    outcome: 'proven',
    text: `The certificate names the key ${keyId}, published by ${keys.issuer}.`,
  });
  if (!isSignatureGood(signature, statement, publicKeyOf(key))) {
    findings.push({
      id: 'result_signature',
      outcome: 'failed',
      text: 'The signature does not fit: the result was changed after it was signed, or was never signed by this key.',
    });
    return completeReport('certificate', findings, [], null);
  }
  findings.push({
    id: 'result_signature',
    outcome: 'proven',
    text: `Every byte of the result was signed by the key ${keyId}.`,
  });
  findings.push(judgeTime(signedAt, key.valid_from, key.valid_to));
  if (result === null) {
    findings.push({
      id: 'schema',
      outcome: 'unknown',
      text: `Its result is of a newer schema, ${statement.result.schema}, which this version of the program cannot read: update the program, and verify it again.`,
    });
  }
  if (key.compromised_from !== undefined) {
    const digest = fileDigestOf(bytes);
    const finding = judgeCompromise('result_compromise', `The key ${keyId}`, key.compromised_from, {
      claimedAt: Date.parse(signedAt),
      stampedAt: evidence.stampedAt ?? null,
      issuedAt: issuedAtOf(digest, evidence.issued ?? []),
    });
    findings.push(finding);
    // Nobody knows who signed it: neither a signer nor a result is handed on.
    if (finding.outcome !== 'proven') {
      return completeReport('certificate', findings, [], null, finding.outcome === 'unknown' ? [digest] : []);
    }
  }
  const signer: ProvenSigner = { what: 'result', name: keyId, time: signedAt, isTimeVouched: false };
  return completeReport('certificate', findings, [signer], isOriginal ? result : null);
}

/** A key that was replaced may be in the wrong hands later: what it signs after its time is not believed. */
function judgeTime(signedAt: string, validFrom: string, validTo: string | null): Finding {
  const at = Date.parse(signedAt);
  const isInTime = at >= Date.parse(validFrom) && (validTo === null || at <= Date.parse(validTo));
  return isInTime
    ? {
        id: 'result_time',
        outcome: 'proven',
        text: `The time it states for its signature, ${signedAt}, is within the key’s validity.`,
      }
    : {
        id: 'result_time',
        outcome: 'failed',
        text: `It states ${signedAt} as the time of its signature, when the key was not valid.`,
      };
}

function isSignatureGood(signature: Uint8Array, statement: FramedStatement, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, signedBytesOf(statement), publicKey, { zip215: false });
  } catch {
    // A signature or key that is no point of the curve signs nothing.
    return false;
  }
}
