import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { PublishedAuthority } from '@assay/certificate';
import { ensureKeyFolder, readOrNull, writeSecret } from './key-files.ts';
import { credentialOf, type P12Content, P12Error, readP12, writeP12 } from './p12.ts';
import { createAuthority, createSigningCertificate } from './pdf-authority.ts';

const AUTHORITY_FILE = 'pdf-authority.p12';
const SIGNER_FILE = 'pdf-signer.p12';
const PASSWORD_FILE = 'pdf-password';

/** Where the key that signs PDF files comes from. */
export interface PdfKeySource {
  /** Folder of what is made here. */
  readonly folder: string;
  /** The operator's own P12; null makes and uses one of our own. */
  readonly p12: { readonly file: string; readonly password: string } | null;
  readonly productName: string;
}

/** Opens the key that signs PDF files; makes a local authority and a signing certificate at the first time. */
export async function openPdfCredentials(source: PdfKeySource, now: Date): Promise<P12Content> {
  if (source.p12 !== null) {
    const bytes = await readOrNull(source.p12.file);
    if (bytes === null) throw new P12Error(`There is no P12 file at ${source.p12.file}.`);
    return readP12(bytes, source.p12.password);
  }
  const bytes = await readOrNull(path.join(source.folder, SIGNER_FILE));
  if (bytes !== null) return readP12(bytes, await passwordOf(source.folder));
  return renewSigner(source, now);
}

/** Changes whenever the file of the key does; a file that is not there has one too. */
export async function stampOfPdfKey({ folder, p12 }: PdfKeySource): Promise<string> {
  try {
    const { mtimeMs, ino, size } = await stat(p12?.file ?? path.join(folder, SIGNER_FILE));
    return `${mtimeMs} ${ino} ${size}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'none';
    throw error;
  }
}

/**
 * A new signing certificate under the local authority, which is made when there is none. What was signed before stays
 * valid: it carries its own certificate.
 *
 * @param options `isNewAuthority`: under another authority, which takes the place of the one that was stolen
 */
export async function renewSigner(
  { folder, productName }: PdfKeySource,
  now: Date,
  { isNewAuthority = false } = {},
): Promise<P12Content> {
  await ensureKeyFolder(folder);
  const password = await passwordOf(folder);
  const standing = isNewAuthority ? null : await readOrNull(path.join(folder, AUTHORITY_FILE));
  const authority =
    standing === null ? await createAuthority(productName, now) : credentialOf(readP12(standing, password));
  if (standing === null) await writeSecret(path.join(folder, AUTHORITY_FILE), writeP12(authority, [], password));
  const signer = await createSigningCertificate(authority, productName, now);
  const bytes = writeP12(signer, [authority.certificate], password);
  await writeSecret(path.join(folder, SIGNER_FILE), bytes);
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

async function passwordOf(folder: string): Promise<string> {
  const file = path.join(folder, PASSWORD_FILE);
  const standing = await readOrNull(file);
  if (standing !== null) return standing.toString('utf8').trim();
  const password = randomBytes(24).toString('base64url');
  await writeSecret(file, `${password}\n`);
  return password;
}
