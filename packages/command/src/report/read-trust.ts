import {
  type IssuedRecord,
  IssuedRecordError,
  type KeySet,
  KeySetError,
  type PdfTrust,
  parseIssuedRecord,
  parseKeySet,
} from '@assay/certificate';
import { CommandError, EXIT } from '../exit.ts';
import { readWhole } from '../terminal/read-whole.ts';

/** What a report is judged by: files that the user names. */
export interface TrustOptions {
  readonly keys?: string;
  readonly root?: readonly string[];
  readonly record?: readonly string[];
}

/** @throws CommandError where a file cannot be read or is not what it should be */
export async function readTrust(keys: KeySet, { root = [], record = [] }: TrustOptions): Promise<PdfTrust> {
  const roots = await Promise.all(root.map(readRoot));
  const issued = await Promise.all(record.map(readRecord));
  return { keys, roots: roots.flat(), issued, now: Date.now() };
}

/** @throws CommandError where the file holds no keys */
export async function readKeys(file: string): Promise<KeySet> {
  return parseKeys(file, (await readWhole(file)).toString('utf8'));
}

/** @throws CommandError where the text, named by where it comes from, holds no keys */
export function parseKeys(from: string, text: string): KeySet {
  try {
    return parseKeySet(text);
  } catch (error) {
    if (error instanceof KeySetError) throw new CommandError(`${from} holds no keys: ${error.message}.`, EXIT.usage);
    throw error;
  }
}

async function readRecord(file: string): Promise<IssuedRecord> {
  try {
    return parseIssuedRecord((await readWhole(file)).toString('utf8'));
  } catch (error) {
    if (error instanceof IssuedRecordError)
      throw new CommandError(`${file} holds no record of issue: ${error.message}.`, EXIT.usage);
    throw error;
  }
}

async function readRoot(file: string): Promise<readonly Uint8Array[]> {
  const bytes = await readWhole(file);
  const blocks = bytes
    .toString('latin1')
    .matchAll(/-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g);
  const fromPem = [...blocks].map(([, base64 = '']) => new Uint8Array(Buffer.from(base64, 'base64')));
  return fromPem.length > 0 ? fromPem : [new Uint8Array(bytes)];
}
