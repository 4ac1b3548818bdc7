import { type IssuedRecord, IssuedRecordError, parseIssuedRecord } from './keys/issued-record.ts';
import { type KeySet, KeySetError, parseKeySet } from './keys/key-set.ts';
import type { VerificationReport } from './report.ts';
import { verifyFile } from './verify-file.ts';

/** Where an issuer publishes its keys. */
export const KEYS_PATH = '/.well-known/assay-keys.json';

/** Where an issuer answers whether it issued the file with this SHA-256 (hexadecimal). */
export const issuedRecordPath = (digest: string): string => `/.well-known/assay-issued/${digest}.json`;

/** What the issuer publishes could not be read, or is not what it should be. */
export class IssuerFileError extends Error {
  override readonly name = 'IssuerFileError';
  readonly file: 'keys' | 'record';

  constructor(file: 'keys' | 'record', options?: ErrorOptions) {
    super(
      file === 'keys' ? 'The published keys could not be read' : 'The record of this report could not be read',
      options,
    );
    this.file = file;
  }
}

/**
 * Verifies a report by what its issuer publishes: the keys, and, for a file whose key is marked as stolen, the record of
 * its issue, which is asked for by the file's SHA-256. The file itself is not sent.
 *
 * @param read the text at a path of the issuer's site; null where it cannot be read
 * @param now milliseconds since 1970
 * @throws IssuerFileError
 */
export async function verifyWithIssuer(
  bytes: Uint8Array,
  read: (path: string) => Promise<string | null>,
  now: number,
): Promise<VerificationReport> {
  const keys = await readKeySet(read);
  const first = verifyFile(bytes, { keys, now });
  if (first.recordsWanted.length === 0) return first;
  const issued = await Promise.all(first.recordsWanted.map((digest) => readRecord(read, digest)));
  return verifyFile(bytes, { keys, issued, now });
}

async function readKeySet(read: (path: string) => Promise<string | null>): Promise<KeySet> {
  const text = await read(KEYS_PATH);
  if (text === null) throw new IssuerFileError('keys');
  try {
    return parseKeySet(text);
  } catch (error) {
    if (error instanceof KeySetError) throw new IssuerFileError('keys', { cause: error });
    throw error;
  }
}

async function readRecord(read: (path: string) => Promise<string | null>, digest: string): Promise<IssuedRecord> {
  const text = await read(issuedRecordPath(digest));
  if (text === null) throw new IssuerFileError('record');
  try {
    return parseIssuedRecord(text);
  } catch (error) {
    if (error instanceof IssuedRecordError) throw new IssuerFileError('record', { cause: error });
    throw error;
  }
}
