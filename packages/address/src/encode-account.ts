import { type AddressRules, findCurrency, type NetworkId } from '@assay/domain';
import { base32nopad } from '@scure/base';
import { encodeBase58, encodeRippleBase58 } from './codecs/base58.ts';
import { encodeBech32 } from './codecs/bech32.ts';
import { encodeCashAddr } from './codecs/cash-addr.ts';
import { crc16Xmodem } from './codecs/crc.ts';
import { CHECKSUM_HASHES } from './codecs/hash.ts';
import { encodeHex } from './codecs/hex.ts';

/** Bytes of an account on networks that hash a key; the others use the 32 bytes of a key itself. */
const HASH_BYTES = 20;
const KEY_BYTES = 32;
const STELLAR_ACCOUNT_VERSION = 6 << 3;

/**
 * The production address of an account on a network that Assay follows, in canonical form: the reverse of what
 * `validateAddress` reads. On UTXO networks the address pays to a public key hash.
 *
 * @param bytes 32 bytes. Networks whose accounts are a hash use the first 20, Solana and Stellar all of them.
 * @throws RangeError when there are not 32 bytes
 * @example
 * encodeAccount('ETH', new Uint8Array(32)); // '0x0000000000000000000000000000000000000000'
 */
export function encodeAccount(network: NetworkId, bytes: Uint8Array): string {
  if (bytes.length !== KEY_BYTES) throw new RangeError(`"bytes" expected ${KEY_BYTES}, got ${bytes.length}`);
  const currency = findCurrency(network);
  if (currency === undefined) throw new Error(`The network ${network} has no address format`);
  return encode(currency.rules, bytes);
}

function encode(rules: AddressRules, bytes: Uint8Array): string {
  const hash = bytes.subarray(0, HASH_BYTES);
  switch (rules.validator) {
    case 'bitcoin':
      return encodeBase58(withChecksum(joined(bytesOfVersion(rules.versions.prod?.[0], rules.expectedLength), hash)));
    case 'bitcoin-cash':
      return encodeCashAddr(rules.cashAddr?.prefixes.prod ?? '', joined([0], hash));
    case 'ethereum':
      return `0x${encodeHex(hash)}`;
    case 'tron':
      return encodeBase58(withChecksum(joined(bytesOfVersion(rules.versions.prod?.[0]), hash)));
    case 'ripple':
      return encodeRippleBase58(withChecksum(joined([0], hash)));
    case 'bech32':
      return encodeBech32(rules.prefixes.prod?.[0] ?? '', hash);
    case 'solana':
      return encodeBase58(bytes);
    case 'stellar': {
      const body = joined([STELLAR_ACCOUNT_VERSION], bytes);
      const crc = crc16Xmodem(body);
      return base32nopad.encode(joined(body, [crc & 0xff, crc >> 8]));
    }
    default:
      throw new Error(`No encoder for addresses of the kind ${rules.validator}`);
  }
}

/** A version number as its bytes: one, or two where addresses are 26 bytes long. */
function bytesOfVersion(version: number | undefined, addressBytes: 25 | 26 = 25): readonly number[] {
  if (version === undefined) throw new Error('The currency has no production version');
  return addressBytes === 26 ? [version >> 8, version & 0xff] : [version];
}

function withChecksum(body: Uint8Array): Uint8Array {
  return joined(body, CHECKSUM_HASHES.sha256x2(body).subarray(0, 4));
}

function joined(...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
