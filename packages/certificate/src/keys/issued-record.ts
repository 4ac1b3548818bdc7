import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** What the issuer's record says of one file, as `/.well-known/assay-issued/{sha256}.json` answers it. */
export interface IssuedRecord {
  readonly format: 'assay-issued/1';
  /** SHA-256 of the whole file, lower-case hexadecimal. */
  readonly sha256: string;
  /** By the issuer's clock when it signed; ISO 8601. Null where it has no record of such a file. */
  readonly signed_at: string | null;
}

/** The text is no record of an issued file. */
export class IssuedRecordError extends Error {
  override readonly name = 'IssuedRecordError';
}

/**
 * Reads the record of an issued file from its JSON text.
 *
 * @throws IssuedRecordError
 * @example
 * const record = parseIssuedRecord(await response.text());
 */
export function parseIssuedRecord(text: string): IssuedRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new IssuedRecordError('it is not JSON', { cause: error });
  }
  if (typeof value !== 'object' || value === null) throw new IssuedRecordError('it is no object');
  const { format, sha256: digest, signed_at: signedAt } = value as Readonly<Record<string, unknown>>;
  if (format !== 'assay-issued/1') throw new IssuedRecordError('"format" expected assay-issued/1');
  if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) {
    throw new IssuedRecordError('"sha256" expected 64 hexadecimal digits');
  }
  if (signedAt !== null && (typeof signedAt !== 'string' || Number.isNaN(Date.parse(signedAt)))) {
    throw new IssuedRecordError('"signed_at" expected a time or null');
  }
  return { format, sha256: digest, signed_at: signedAt };
}

/** SHA-256 of a file as records name it. */
export function fileDigestOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** When the issuer says it issued the file, in milliseconds since 1970; null where no record speaks of it. */
export function issuedAtOf(digest: string, records: readonly IssuedRecord[]): number | null {
  const signedAt = records.find((one) => one.sha256 === digest)?.signed_at ?? null;
  return signedAt === null ? null : Date.parse(signedAt);
}
