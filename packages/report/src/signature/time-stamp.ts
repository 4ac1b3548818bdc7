import {
  partsOf,
  readDer,
  smallIntegerOf,
  TAG,
  verifyTimeStampToken,
  writeDer,
  writeInteger,
  writeSequence,
} from '@assay/certificate';
import { SHA_256, sha256 } from './build-cms.ts';
import type { TimeStamper } from './pdf-signer.ts';

const VERSION_1 = Uint8Array.of(TAG.integer, 1, 1);
const TRUE = Uint8Array.of(TAG.boolean, 1, 0xff);
const GRANTED = [0, 1];

/** A time-stamp authority answered something that cannot be used. */
export class TimeStampError extends Error {
  override readonly name = 'TimeStampError';
}

export interface StampFailure {
  readonly name: string;
  readonly reason: string;
}

export interface StampOutcome {
  /** Null when every authority failed. */
  readonly token: Uint8Array | null;
  readonly failures: readonly StampFailure[];
}

/**
 * Asks one authority after the other for a time stamp over a signature value (RFC 3161; CAdES signature-time-stamp,
 * ETSI EN 319 122-1, section 5.3) and takes the first that proves right: of our digest and nonce, with a signature
 * that fits. Never rejects: a report without a time stamp is still signed.
 *
 * @param nonce 8 bytes from a cryptographic source
 */
export async function stampSignature(
  signature: Uint8Array,
  stampers: readonly TimeStamper[],
  nonce: Uint8Array,
): Promise<StampOutcome> {
  const digest = sha256(signature);
  const failures: StampFailure[] = [];
  for (const stamper of stampers) {
    try {
      const token = tokenOf(await stamper.stamp(requestFor(digest, nonce)));
      verifyTimeStampToken(token, { message: signature, nonce });
      return { token, failures };
    } catch (error) {
      failures.push({ name: stamper.name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { token: null, failures };
}

/** TimeStampReq (section 2.4.1); asks for the certificate, so that the token can be verified by itself. */
export function requestFor(digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  return writeSequence(VERSION_1, writeSequence(SHA_256, writeDer(TAG.octets, digest)), writeInteger(nonce), TRUE);
}

/** The token of a TimeStampResp (section 2.4.2). @throws TimeStampError when it was not granted */
function tokenOf(response: Uint8Array): Uint8Array {
  const [status, token, ...rest] = partsOf(readDer(response), TAG.sequence);
  const [code] = partsOf(status, TAG.sequence);
  if (!GRANTED.includes(smallIntegerOf(code)) || token === undefined || rest.length > 0) {
    throw new TimeStampError('the authority refused');
  }
  return token.bytes;
}
