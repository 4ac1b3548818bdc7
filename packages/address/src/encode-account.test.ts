import { NETWORK_IDS, type NetworkId } from '@assay/domain';
import { bech32 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfWords, encodeBech32, wordsOfBytes } from './codecs/bech32.ts';
import { decodeHex } from './codecs/hex.ts';
import { encodeAccount } from './encode-account.ts';
import { validateAddress } from './validate-address.ts';

const ZERO = '0'.repeat(64);
/** Public key hash of the first Bitcoin block. */
const GENESIS = `62e907b15cbf27d5425399ebf6f0fb50ebb88f18${'0'.repeat(24)}`;

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('the address of an account', () => {
  it.each<[NetworkId, string, string]>([
    ['BTC', GENESIS, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['BCH', GENESIS, 'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy'],
    ['TRX', ZERO, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['XRP', ZERO, 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    ['XLM', ZERO, 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
    ['SOL', ZERO, '11111111111111111111111111111111'],
    ['ETH', ZERO, '0x0000000000000000000000000000000000000000'],
  ])('on %s is that of other software', (network, hex, address) => {
    expect(encodeAccount(network, decodeHex(hex) ?? new Uint8Array())).toBe(address);
  });

  it.each(NETWORK_IDS)('on %s is read back in the same form', (network) => {
    fc.assert(
      fc.property(bytes32, (bytes) => {
        const address = encodeAccount(network, bytes);
        expect(validateAddress(address, network)).toMatchObject({ ok: true, canonical: address });
      }),
    );
  });

  it('is made of 32 bytes only', () => {
    expect(() => encodeAccount('BTC', new Uint8Array(20))).toThrow(RangeError);
  });
});

describe('5-bit words', () => {
  it('hold the bytes they are of, and bech32 texts are those of scure-base', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(bytesOfWords(wordsOfBytes(bytes))).toEqual(bytes);
        expect(encodeBech32('terra', bytes)).toBe(bech32.encode('terra', bech32.toWords(bytes)));
      }),
    );
  });
});
