import { failed, proven, unknown } from '../findings.ts';
import type { Finding, FindingId } from '../report.ts';
import type { KeySet, PublishedAuthority, PublishedKey } from './key-set.ts';

/** `active`: signs now. `retired`: what it signed in its time counts. `compromised`: somebody else may hold it. */
export type KeyState = 'active' | 'retired' | 'compromised';

/** State of a key or root, from its times. */
export function keyStateOf({
  valid_to: validTo,
  compromised_from: from,
}: Pick<PublishedKey, 'valid_to' | 'compromised_from'>): KeyState {
  if (from !== undefined) return 'compromised';
  return validTo === null ? 'active' : 'retired';
}

/** A key set whose keys and roots say their state. */
export interface PublishedKeySet extends KeySet {
  readonly keys: readonly (PublishedKey & { readonly state: KeyState })[];
  readonly authorities: readonly (PublishedAuthority & { readonly state: KeyState })[];
}

/** The key set as it is published: every key and root with its state written out for people who read it. */
export function withKeyStates(keys: KeySet): PublishedKeySet {
  return {
    ...keys,
    keys: keys.keys.map((key) => ({ ...key, state: keyStateOf(key) })),
    authorities: keys.authorities.map((authority) => ({ ...authority, state: keyStateOf(authority) })),
  };
}

/**
 * From when a certificate that signs pages may be in other hands: its own mark or that of its root, the earlier one;
 * null without any.
 *
 * @param sha256 of the certificate's DER, lower-case hexadecimal
 */
export function compromiseOfSigner(authority: PublishedAuthority, sha256: string): string | null {
  const own = authority.compromised_signers?.find((signer) => signer.sha256 === sha256)?.compromised_from;
  const moments = [own, authority.compromised_from].filter((moment) => moment !== undefined);
  return moments.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}

/** What shows when something was signed. All times in milliseconds since 1970; null where nothing shows it. */
export interface SigningTimes {
  /** What the signer wrote. Any holder of the key can write any time. */
  readonly claimedAt: number | null;
  /** Of a time stamp by a trusted authority. */
  readonly stampedAt: number | null;
  /** Of the issuer's own record of what it issued. */
  readonly issuedAt: number | null;
}

/**
 * Judges a signature of a key that is marked compromised. A thief can state any time, so a claimed time only ever speaks
 * against the file; what speaks for it has to come from somebody who does not hold the key.
 *
 * @param from ISO 8601: from this moment on the key may be in other hands
 */
export function judgeCompromise(id: FindingId, who: string, from: string, times: SigningTimes): Finding {
  const moment = Date.parse(from);
  const marked = `${who} is marked compromised from ${from}`;
  const { claimedAt, stampedAt, issuedAt } = times;
  if (claimedAt !== null && claimedAt >= moment) {
    return failed(id, `${marked}, and this was signed at or after that moment. Ask the issuer for the report again.`);
  }
  if (stampedAt !== null && stampedAt < moment) {
    return proven(id, `${marked}. A time stamp proves that this was signed before, at ${isoOf(stampedAt)}.`);
  }
  if (issuedAt !== null && issuedAt < moment) {
    return proven(id, `${marked}. The issuer’s own record says that this was issued before, at ${isoOf(issuedAt)}.`);
  }
  return unknown(
    id,
    `${marked}. This claims an earlier time, but any holder of the key can write any time. It cannot be decided whether it is genuine; ask the issuer for the report again.`,
  );
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
