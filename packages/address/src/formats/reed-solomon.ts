import { type AddressVerdict, accept, refuse } from '../result.ts';

const GROUPS = /^(?:-[A-Z0-9]{4}){3}-[A-Z0-9]{5}$/;

/**
 * NXT and its successor Ardor: a prefix and four groups of upper-case letters and digits. The text is a Reed-Solomon
 * code, but the specification asks for its shape only, so the checksum counts as absent. Canonical: the text.
 */
export function judgeReedSolomon(address: string, prefix: 'NXT' | 'ARDOR'): AddressVerdict {
  if (!address.startsWith(`${prefix}-`)) return refuse('Unknown prefix');
  const groups = address.slice(prefix.length);
  if (groups.length !== 21) return refuse('Unexpected length');
  return GROUPS.test(groups) ? accept(address, 'absent') : refuse('Unknown character');
}
