import type { PublishedAuthority, PublishedKey } from '@assay/certificate';
import { KeyFileError } from './key-files.ts';

/** The history with one result key marked. What ended later than the moment ends at it. */
export function markKey(keys: readonly PublishedKey[], kid: string, from: Date, now: Date): readonly PublishedKey[] {
  if (!keys.some((key) => key.kid === kid)) throw new KeyFileError(`No result key here has the id ${kid}.`);
  return keys.map((key) => (key.kid === kid ? markedOf(key, from, now) : key));
}

/** The history with one root marked, and with it whatever it certified. */
export function markAuthority(
  authorities: readonly PublishedAuthority[],
  sha256: string,
  from: Date,
  now: Date,
): readonly PublishedAuthority[] {
  if (!authorities.some((one) => one.sha256 === sha256))
    throw new KeyFileError(`No root here has the SHA-256 ${sha256}.`);
  return authorities.map((one) => (one.sha256 === sha256 ? markedOf(one, from, now) : one));
}

/** The history with one certificate marked that signs PDF files, under whatever root it is; the roots stay. */
export function markSigner(
  authorities: readonly PublishedAuthority[],
  sha256: string,
  from: Date,
  now: Date,
): readonly PublishedAuthority[] {
  return authorities.map((one) => {
    const signers = one.compromised_signers ?? [];
    const before = signers.find((signer) => signer.sha256 === sha256)?.compromised_from;
    const moment = momentOf(from, now, before);
    const others = signers.filter((signer) => signer.sha256 !== sha256);
    return { ...one, compromised_signers: [{ sha256, compromised_from: moment }, ...others] };
  });
}

type Validity = Pick<PublishedKey, 'valid_to' | 'compromised_from'>;

function markedOf<Marked extends Validity>(entry: Marked, from: Date, now: Date): Marked {
  const moment = momentOf(from, now, entry.compromised_from);
  const isEarlier = entry.valid_to !== null && Date.parse(entry.valid_to) <= Date.parse(moment);
  // Verifiers that do not know the mark see at least that nothing later counts.
  return { ...entry, valid_to: isEarlier ? entry.valid_to : moment, compromised_from: moment };
}

/** A mark that moves to a later moment would believe again what was not believed. */
function momentOf(from: Date, now: Date, before: string | undefined): string {
  if (from.getTime() > now.getTime()) throw new KeyFileError('The moment lies in the future.');
  if (before !== undefined && from.getTime() > Date.parse(before)) {
    throw new KeyFileError(`It is marked from ${before} already; a mark is only moved to an earlier moment.`);
  }
  return from.toISOString();
}
