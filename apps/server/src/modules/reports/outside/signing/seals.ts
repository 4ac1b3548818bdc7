import { createHash, randomBytes } from 'node:crypto';
import { compromiseOfSigner } from '@assay/certificate';
import { SIGNATURE_BYTES, signPdf } from '@assay/report/signing';
import type { SigningFacts } from '../../../../platform/config/settings/signing-settings.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import type { ReportSeal } from '../../reports/reports.ports.ts';
import type { KeyHome } from './key-home.ts';
import { P12Error } from './p12-error.ts';
import { p12Signer } from './p12-signer.ts';
import { type PdfKeySource, stampOfPdfKey } from './pdf-key-source.ts';
import { refuseToSign } from './refuse-to-sign.ts';
import type { ResultKeyFolder } from './result-keys.ts';
import { timeStampClient } from './time-stamp-client.ts';

export interface SigningSettings {
  readonly productName: string;
  readonly signing: SigningFacts;
}

/** Where the key that signs PDF files comes from. */
export function pdfKeySourceOf(settings: SigningSettings, home: KeyHome): PdfKeySource {
  return { home, p12: settings.signing.p12, productName: settings.productName };
}

/**
 * The seal of this installation, read again when its key file has changed, so that a running server sees a renewal. If
 * the new file cannot be used, the previous seal stays.
 */
export function openSeals(
  settings: SigningSettings,
  home: () => Promise<KeyHome>,
  keys: () => Promise<ResultKeyFolder>,
  clock: Clock,
  log: Pick<Log, 'warn'>,
): () => Promise<ReportSeal> {
  let opened: { readonly stamp: string; readonly seal: Promise<OpenSeal> } | null = null;

  return async () => {
    const seal = await current();
    await assertPublished(await keys(), seal);
    return seal;
  };

  async function current(): Promise<OpenSeal> {
    await keys();
    const source = pdfKeySourceOf(settings, await home());
    const stamp = await readable(stampOfPdfKey(source));
    if (opened?.stamp === stamp) return opened.seal;
    const former = opened;
    const seal = keys()
      .then((folder) => openSeal(settings, source, folder, clock.now(), log))
      .catch((err: unknown) => {
        if (former === null) {
          opened = null;
          throw err;
        }
        log.warn({ err }, 'the changed key of PDF files cannot be used; the one before it goes on signing');
        return former.seal;
      });
    opened = { stamp, seal };
    return seal;
  }
}

/** A seal with the names under which its certificates are published. */
interface OpenSeal extends ReportSeal {
  readonly signerSha256: string;
  readonly rootSha256: string;
}

/** Called before every file, so that a key marked at the command line stops signing on a running server. */
async function assertPublished(keys: ResultKeyFolder, { signerSha256, rootSha256 }: OpenSeal): Promise<void> {
  const root = (await keys.keySet()).authorities.find(({ sha256 }) => sha256 === rootSha256);
  if (root === undefined || (root.signers !== null && !root.signers.includes(signerSha256))) {
    throw refuseToSign('not_published', signerSha256);
  }
  if (compromiseOfSigner(root, signerSha256) !== null) throw refuseToSign('compromised', signerSha256);
}

/** A P12 file that is wrong says so itself; a folder or disk that fails is a refusal. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof P12Error ? error : refuseToSign('unreadable', null, error);
  }
}

/** @throws AppError SigningUnavailable where the root cannot be published: nobody could check what it signs */
async function publishRoot(keys: ResultKeyFolder, authority: Parameters<ResultKeyFolder['addAuthority']>[0]) {
  try {
    await keys.addAuthority(authority);
  } catch (error) {
    throw error instanceof AppError ? error : refuseToSign('not_published', authority.sha256, error);
  }
}

/** Signs files with the key of this installation, and publishes the root it chains to. */
async function openSeal(
  settings: SigningSettings,
  source: PdfKeySource,
  keys: ResultKeyFolder,
  now: Date,
  log: Pick<Log, 'warn'>,
): Promise<OpenSeal> {
  // Loaded here, with what reads P12 files: the server opens its keys after it listens.
  const { authorityOf, openPdfCredentials } = await import('./pdf-credentials.ts');
  const content = await readable(openPdfCredentials(source, now));
  const authority = authorityOf(content, now, settings.signing.p12 === null);
  await publishRoot(keys, authority);
  const signer = p12Signer(content);
  const [own = new Uint8Array()] = signer.certificates;
  const { timeStampUrls, timeStampTimeoutMs } = settings.signing;
  const stampers = timeStampUrls.map((url) => timeStampClient(url, timeStampTimeoutMs));
  // A report with time stamps differs from one without.
  const id = createHash('sha256').update(own).update(timeStampUrls.join(' ')).digest('hex');
  return {
    id,
    signerSha256: createHash('sha256').update(own).digest('hex'),
    rootSha256: authority.sha256,
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
