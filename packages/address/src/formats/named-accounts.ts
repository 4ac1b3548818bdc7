import { type AddressVerdict, accept, refuse } from '../result.ts';

/** EOS account names as the specification has them: 12 characters, lower case letters and digits. */
export function judgeEos(address: string): AddressVerdict {
  if (address.length !== 12) return refuse('Unexpected length');
  return /^[a-z0-9]{12}$/.test(address) ? accept(address, 'absent') : refuse('Unknown character');
}

/** IOST account names: 5 to 11 characters of lower case, digits and underscore (IOST documentation, "Account"). */
export function judgeIost(address: string): AddressVerdict {
  if (address.length < 5) return refuse('Data too short');
  if (address.length > 11) return refuse('Exceeds length limit');
  return /^[a-z0-9_]+$/.test(address) ? accept(address, 'absent') : refuse('Unknown character');
}

/**
 * Steem account names: labels joined by dots, each of at least 3 characters, beginning with a letter, not ending in a
 * hyphen, without a double hyphen (Steem `is_valid_account_name`).
 */
export function judgeSteem(address: string): AddressVerdict {
  if (address.length < 3) return refuse('Data too short');
  for (const label of address.split('.')) {
    if (label.length < 3) return refuse('Data too short');
    if (!/^[a-z][a-z0-9-]+$/.test(label)) return refuse('Unknown character');
    if (label.endsWith('-') || label.includes('--')) return refuse('Unknown character');
  }
  return accept(address, 'absent');
}

/** Numbers of accounts are signed 64-bit numbers (HAPI `AccountID`). */
const LARGEST_HEDERA = 2n ** 63n - 1n;

/**
 * Hedera accounts of shard 0, realm 0: `0.0.` and a number of at most 63 bits (decision 0139; the specification stops at
 * 6 digits). Canonical: the number without leading zeros.
 */
export function judgeHedera(address: string): AddressVerdict {
  if (!address.startsWith('0.0.')) return refuse('Unknown prefix');
  const number = address.slice(4);
  if (number.length > 19) return refuse('Exceeds length limit');
  if (!/^[0-9]+$/.test(number)) return refuse('Unknown character');
  const value = BigInt(number);
  return value > LARGEST_HEDERA ? refuse('Exceeds length limit') : accept(`0.0.${value}`, 'absent');
}

/** Lisk's numeric addresses: 1 to 20 digits and `L` (LIP-0018, "old address"). Canonical: without leading zeros. */
export function judgeLisk(address: string): AddressVerdict {
  if (!address.endsWith('L')) return refuse('Unknown prefix');
  if (address.length < 2) return refuse('Data too short');
  if (address.length > 21) return refuse('Exceeds length limit');
  if (!/^[0-9]+L$/.test(address)) return refuse('Unknown character');
  return accept(address.replace(/^0+(?=[0-9])/, ''), 'absent');
}

/** ICON accounts: `hx` and 40 lower-case hex digits (ICON "Address"); contracts (`cx`) are refused. */
export function judgeIcon(address: string): AddressVerdict {
  if (!address.startsWith('hx')) return refuse('Unknown prefix');
  if (address.length !== 42) return refuse('Unexpected length');
  return /^hx[0-9a-f]{40}$/.test(address) ? accept(address, 'absent') : refuse('Unknown character');
}
