import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type CanonicalResult, type KeySet, signCertificate } from '@assay/certificate';
import type { PdfSigner } from '@assay/report/signing';
import { afterAll, beforeAll } from 'vitest';
import { folderKeys } from '../key-home.ts';
import { p12Signer } from '../p12-signer.ts';
import { authorityOf, openPdfCredentials } from '../pdf-credentials.ts';
import { openResultKeys, type ResultKeyFolder } from '../result-keys.ts';

export const run = promisify(execFile);

/** What a signer needs: the smallest thing that carries the schema. */
export const SMALL_RESULT = {
  schema: 'assay-result/1',
  sub_id: 'a'.repeat(32),
  note: 'é',
} as unknown as CanonicalResult;

export const randomOf = (length: number): Uint8Array => new Uint8Array(randomBytes(length));

export interface SigningFixture {
  readonly folder: string;
  readonly keys: ResultKeyFolder;
  readonly keySet: KeySet;
  readonly signer: PdfSigner;
  readonly certificate: Uint8Array;
}

/** Keys as a first start makes them, in a folder of their own, for all tests of the block that calls it. */
export function useSigning(): { readonly get: () => SigningFixture } {
  let made: SigningFixture | undefined;
  beforeAll(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-signing-'));
    const now = new Date();
    const keys = await openResultKeys(folderKeys(folder), 'https://assay.example.test', now);
    const content = await openPdfCredentials({ home: folderKeys(folder), p12: null, productName: 'Assay' }, now);
    await keys.addAuthority(authorityOf(content, now, true));
    const certificate = signCertificate(SMALL_RESULT, await keys.signer(), new Date());
    made = { folder, keys, keySet: await keys.keySet(), signer: p12Signer(content), certificate };
  });
  afterAll(async () => {
    if (made !== undefined) await rm(made.folder, { recursive: true, force: true });
  });
  return {
    get: () => {
      if (made === undefined) throw new Error('The keys of this block are not made yet');
      return made;
    },
  };
}
