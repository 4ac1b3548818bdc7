import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { SIGNATURE_BYTES, signPdf } from '@assay/report';
import { p12Signer } from './adapters/signing/p12-signer.ts';
import {
  authorityOf,
  openPdfCredentials,
  type PdfKeySource,
  stampOfPdfKey,
} from './adapters/signing/pdf-credentials.ts';
import type { ResultKeyFolder } from './adapters/signing/result-keys.ts';
import { timeStampClient } from './adapters/signing/time-stamp-client.ts';
import type { ReportSeal } from './features/reports/index.ts';
import type { SigningFacts } from './signing-settings.ts';

export interface SigningPlace {
  readonly dataDir: string;
  readonly productName: string;
  readonly signing: SigningFacts;
}

interface SealLog {
  warn(facts: { readonly err: unknown }, message: string): void;
}

/** The folder of the keys that are made here. */
export function keyFolderOf({ dataDir, signing }: SigningPlace): string {
  return signing.keysDir ?? path.join(dataDir, 'keys');
}

/** Where the key that signs PDF files comes from. */
export function pdfKeySourceOf(place: SigningPlace): PdfKeySource {
  return { folder: keyFolderOf(place), p12: place.signing.p12, productName: place.productName };
}

/**
 * The seal of this installation, opened again when its key file has changed: a renewal reaches a running server. A file
 * that cannot be used then leaves the seal that was there.
 */
export function openSeals(
  place: SigningPlace,
  keys: () => Promise<ResultKeyFolder>,
  clock: { now(): Date },
  log: SealLog,
): () => Promise<ReportSeal> {
  const source = pdfKeySourceOf(place);
  let standing: { readonly stamp: string; readonly seal: Promise<ReportSeal> } | null = null;

  return async () => {
    const stamp = await stampOfPdfKey(source);
    if (standing?.stamp === stamp) return standing.seal;
    const former = standing;
    const seal = keys()
      .then((folder) => openSeal(place, folder, clock.now(), log))
      .catch((err: unknown) => {
        if (former === null) {
          standing = null;
          throw err;
        }
        log.warn({ err }, 'the changed key of PDF files cannot be used; the one before it goes on signing');
        return former.seal;
      });
    standing = { stamp, seal };
    return seal;
  };
}

/** Signs files with the key of this installation, and publishes the root it chains to. */
async function openSeal(place: SigningPlace, keys: ResultKeyFolder, now: Date, log: SealLog): Promise<ReportSeal> {
  const content = await openPdfCredentials(pdfKeySourceOf(place), now);
  await keys.addAuthority(authorityOf(content, now, place.signing.p12 === null));
  const signer = p12Signer(content);
  const [own = new Uint8Array()] = signer.certificates;
  const { timeStampUrls, timeStampTimeoutMs } = place.signing;
  const stampers = timeStampUrls.map((url) => timeStampClient(url, timeStampTimeoutMs));
  // A report with time stamps is another one than without.
  const id = createHash('sha256').update(own).update(timeStampUrls.join(' ')).digest('hex');
  return {
    id,
    roomBytes: SIGNATURE_BYTES,
    async sign(pdf) {
      const signed = await signPdf(pdf, signer, {
        stampers,
        randomBytes: (length) => new Uint8Array(randomBytes(length)),
      });
      for (const { name, reason } of signed.failures) {
        log.warn({ err: reason }, `the time-stamp authority ${name} was asked in vain`);
      }
      return { pdf: signed.pdf, isComplete: stampers.length === 0 || signed.level === 'B-T' };
    },
  };
}
