import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import type { PublishedAuthority } from '@assay/certificate';
import { readOrNull } from './key-files.ts';
import type { KeyHome } from './key-home.ts';
import { credentialOf, type P12Content, readP12, writeP12 } from './p12.ts';
import { P12Error } from './p12-error.ts';
import { createAuthority, createSigningCertificate } from './pdf-authority.ts';
import { type PdfKeySource, SIGNER_FILE } from './pdf-key-source.ts';

const AUTHORITY_FILE = 'pdf-authority.p12';
const PASSWORD_FILE = 'pdf-password';

/** Opens the key that signs PDF files; makes a local authority and a signing certificate at the first time. */
export async function openPdfCredentials(source: PdfKeySource, now: Date): Promise<P12Content> {
  if (source.p12 !== null) {
    const bytes = await readOrNull(source.p12.file);
    if (bytes === null) throw new P12Error(`There is no P12 file at ${source.p12.file}.`);
    return readP12(bytes, source.p12.password);
  }
  const standing = await standingSigner(source.home);
  if (standing !== null) return standing;
  return source.home.exclusively(async () => (await standingSigner(source.home)) ?? renewSigner(source, now));
}

async function standingSigner(home: KeyHome): Promise<P12Content | null> {
  const bytes = await home.read(SIGNER_FILE);
  return bytes === null ? null : readP12(bytes, await passwordOf(home));
}

/**
 * A new signing certificate under the local authority, which is made when there is none. What was signed before stays
 * valid: it carries its own certificate.
 *
 * @param options `isNewAuthority`: under another authority, which takes the place of the one that was stolen
 */
export async function renewSigner(
  { home, productName }: PdfKeySource,
  now: Date,
  { isNewAuthority = false } = {},
): Promise<P12Content> {
  await home.prepare();
  const password = await passwordOf(home);
  const standing = isNewAuthority ? null : await home.read(AUTHORITY_FILE);
  const authority =
    standing === null ? await createAuthority(productName, now) : credentialOf(readP12(standing, password));
  if (standing === null) await home.writeSecret(AUTHORITY_FILE, writeP12(authority, [], password));
  const signer = await createSigningCertificate(authority, productName, now);
  const bytes = writeP12(signer, [authority.certificate], password);
  await home.writeSecret(SIGNER_FILE, bytes);
  return readP12(bytes, password);
}

/**
 * The highest certificate of a chain, as the key set publishes it: what reports are checked against.
 *
 * @param isOwn whether it is the authority made here, which certifies nobody else
 */
export function authorityOf({ certificates }: P12Content, now: Date, isOwn: boolean): PublishedAuthority {
  const [signer] = certificates;
  const top = certificates.at(-1);
  if (signer === undefined || top === undefined) throw new P12Error('The P12 file holds no certificate.');
  const { subject } = new X509Certificate(top);
  return {
    sha256: digestOf(top),
    subject: subject.split('\n').join(', '),
    certificate: Buffer.from(top).toString('base64'),
    signers: isOwn ? null : [digestOf(signer)],
    valid_from: now.toISOString(),
    valid_to: null,
  };
}

function digestOf(certificate: Uint8Array): string {
  return createHash('sha256').update(certificate).digest('hex');
}

async function passwordOf(home: KeyHome): Promise<string> {
  const standing = await home.read(PASSWORD_FILE);
  if (standing !== null) return standing.toString('utf8').trim();
  const password = randomBytes(24).toString('base64url');
  await home.writeSecret(PASSWORD_FILE, `${password}\n`);
  return password;
}
