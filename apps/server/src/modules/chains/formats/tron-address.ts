import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

/** Two hashes and a long division an address are most of the time of a block; the same ones come again and again. */
const written = new Map<string, string>();
const MOST_WRITTEN = 100_000;

/** The written form of an address that comes as 21 bytes in hexadecimal digits, `41` first; null for anything else. */
export function tronAddressOfHex(hex: string): string | null {
  const known = written.get(hex);
  if (known !== undefined) return known;
  if (!/^41[0-9a-fA-F]{40}$/.test(hex)) return null;
  const address = base58check.encode(Buffer.from(hex, 'hex'));
  if (written.size >= MOST_WRITTEN) written.clear();
  written.set(hex, address);
  return address;
}

/** The twenty bytes of an address in hexadecimal digits, as contracts know it; null for what is no address. */
export function evmHexOfTron(address: string): string | null {
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 21 && bytes[0] === 0x41 ? Buffer.from(bytes.subarray(1)).toString('hex') : null;
  } catch {
    return null;
  }
}
