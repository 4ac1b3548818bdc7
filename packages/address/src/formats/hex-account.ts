import type { HexRules } from '@assay/domain';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const HEX = /^0x[0-9a-fA-F]+$/;

/** Accounts that are a fixed number of bytes in hex after `0x`, without checksum (Sui, Flow, Aion). Canonical: lower case. */
export function judgeHexAccount(address: string, rules: HexRules): AddressVerdict {
  if (!address.startsWith('0x')) return refuse('Unknown prefix');
  if (address.length !== 2 + 2 * rules.sizeBytes) return refuse('Unexpected length');
  if (!HEX.test(address)) return refuse('Unknown character');
  if (rules.firstByte !== undefined && Number.parseInt(address.slice(2, 4), 16) !== rules.firstByte) {
    return refuse('Unknown version');
  }
  return accept(address.toLowerCase(), 'absent');
}

/**
 * Aptos: 32 bytes in hex; one leading zero may be missing, and the special addresses 0x0 to 0xa have a short form
 * (AIP-40). Canonical: 64 lower-case digits.
 */
export function judgeAptos(address: string): AddressVerdict {
  if (!address.startsWith('0x')) return refuse('Unknown prefix');
  if (!HEX.test(address)) return refuse('Unknown character');
  const digits = address.slice(2).toLowerCase();
  if (digits.length === 1 && digits <= 'a') return accept(`0x${digits.padStart(64, '0')}`, 'absent');
  if (digits.length < 63) return refuse('Data too short');
  return digits.length <= 64 ? accept(`0x${digits.padStart(64, '0')}`, 'absent') : refuse('Exceeds length limit');
}

/**
 * NEAR: an implicit account of 64 lower-case hex digits, or a named account under a top-level one, 2 to 64 characters
 * (NEAR Protocol Specification, "Account ID").
 */
export function judgeNear(address: string): AddressVerdict {
  if (address.length > 64) return refuse('Exceeds length limit');
  if (/^[0-9a-f]{64}$/.test(address)) return accept(address, 'absent');
  const labels = address.split('.');
  if (labels.length < 2) return refuse('Unexpected length');
  return labels.every((label) => /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(label))
    ? accept(address, 'absent')
    : refuse('Unknown character');
}
