import { Secret, TOTP } from 'otpauth';

/** Bytes of a new secret: RFC 4226 section 4 recommends 160 bits. */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Steps before and after the present one, for clocks that differ (RFC 6238 section 5.2). */
const WINDOW = 1;

export function newTotpSecret(): Uint8Array {
  return new Secret({ size: SECRET_BYTES }).bytes;
}

/** The secret as apps take it: base32, and the `otpauth://` address that a QR code holds. */
export function describeTotp(
  secret: Uint8Array,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): { readonly base32: string; readonly uri: string } {
  const totp = totpOf(secret, { issuer, label });
  return { base32: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step whose code this is (RFC 6238: SHA-1, 6 digits, 30 s); null for a wrong code, and for one of a step that
 * was accepted before or is older than that, so that a code that was watched cannot be used again.
 */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { readonly now: Date; readonly lastStep: number | null },
): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}

function totpOf(secret: Uint8Array, named: { issuer?: string; label?: string } = {}): TOTP {
  const { buffer, byteOffset, byteLength } = Uint8Array.from(secret);
  return new TOTP({
    ...named,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) }),
  });
}
