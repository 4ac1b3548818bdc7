import {
  IssuerFileError,
  KEYS_PATH,
  KeySetError,
  MAX_PDF_BYTES,
  parseKeySet,
  type VerificationReport,
  verifyWithIssuer,
} from '@assay/certificate';

/** The verifier, loaded only when somebody has a file. The file itself never leaves the browser. */
export type FileCheck =
  | { readonly kind: 'report'; readonly report: VerificationReport; readonly fileName: string }
  | { readonly kind: 'trouble'; readonly message: string };

/**
 * Checks a file against the keys this site publishes. Nothing else is fetched, unless a key is marked as stolen: then the
 * site is asked by the file's SHA-256 whether it issued this file.
 */
export async function checkFile(file: File): Promise<FileCheck> {
  if (file.size > MAX_PDF_BYTES) return { kind: 'trouble', message: 'This file is too large to be a report.' };
  if (file.size === 0) return { kind: 'trouble', message: 'This file is empty.' };
  try {
    const report = await verifyWithIssuer(new Uint8Array(await file.arrayBuffer()), readPublished, Date.now());
    return { kind: 'report', report, fileName: file.name };
  } catch (error) {
    if (error instanceof IssuerFileError) return { kind: 'trouble', message: TROUBLES[error.file] };
    throw error;
  }
}

const TROUBLES: Readonly<Record<IssuerFileError['file'], string>> = {
  keys: 'The published keys could not be read. Please try again.',
  record: 'The site’s record of this report could not be read. Please try again.',
};

/** What this site publishes at a path; null where it cannot be read. */
async function readPublished(path: string): Promise<string | null> {
  try {
    const answer = await fetch(path, { headers: { accept: 'application/json' } });
    return answer.ok ? await answer.text() : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function readKeys() {
  const text = await readPublished(KEYS_PATH);
  try {
    return text === null ? null : parseKeySet(text);
  } catch (error) {
    if (error instanceof KeySetError) return null;
    throw error;
  }
}

/** The published key as PEM (RFC 8410), for OpenSSL; null where this site does not publish it. */
export async function readKeyPem(keyId: string): Promise<string | null> {
  const keys = await readKeys();
  const key = keys?.keys.find(({ kid }) => kid === keyId);
  if (key === undefined) return null;
  const raw = key.x.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from([...ED25519_PREFIX, ...Array.from(atob(raw), (sign) => sign.charCodeAt(0))]);
  return `-----BEGIN PUBLIC KEY-----\n${btoa(String.fromCharCode(...bytes))}\n-----END PUBLIC KEY-----`;
}

/** SubjectPublicKeyInfo of an Ed25519 key up to its 32 bytes (RFC 8410, section 4). */
const ED25519_PREFIX = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
