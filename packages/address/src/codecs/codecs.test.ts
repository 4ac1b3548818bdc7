import { bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfWords, readBech32 } from './bech32.ts';
import { readCashAddr } from './cash-addr.ts';
import { crc16Xmodem, crc32 } from './crc.ts';
import { groestl512 } from './groestl512.ts';
import { decodeHex, encodeHex } from './hex.ts';

const ascii = (text: string) => new TextEncoder().encode(text);

describe('groestl512', () => {
  it('[ADDR-06] gives the digests published with the SHA-3 submission', () => {
    expect(encodeHex(groestl512(ascii('')))).toBe(
      '6d3ad29d279110eef3adbd66de2a0345a77baede1557f5d099fce0c03d6dc2ba8e6d4a6633dfbd66053c20faa87d1a11f39a7fbe4a6c2f009801370308fc4ad8',
    );
    expect(encodeHex(groestl512(ascii('The quick brown fox jumps over the lazy dog')))).toBe(
      'badc1f70ccd69e0cf3760c3f93884289da84ec13c70b3d12a53a7a8a4a513f99715d46288f55e1dbf926e6d084a0538e4eebfc91cf2b21452921ccde9131718d',
    );
  });

  it('pads messages that end at, before and after a block', () => {
    const digests = [118, 119, 120, 127, 128, 129].map((length) => encodeHex(groestl512(new Uint8Array(length))));
    expect(new Set(digests).size).toBe(6);
  });
});

describe('checksums', () => {
  it('[ADDR-17] gives the check values of the CRC catalogue', () => {
    expect(crc16Xmodem(ascii('123456789'))).toBe(0x31c3);
    expect(crc32(ascii('123456789'))).toBe(0xcbf43926);
  });

  it('[ADDR-15] accepts the test vectors of the CashAddr specification and no other payload', () => {
    const vectors = [
      ['prefix', 'x64nx6hz'],
      ['p', 'gpf8m4h7'],
      ['bitcoincash', 'qpzry9x8gf2tvdw0s3jn54khce6mua7lcw20ayyn'],
      ['bchtest', 'testnetaddress4d6njnut'],
      ['bchreg', '555555555555555555555555555555555555555555555udxmlmrz'],
    ] as const;
    for (const [prefix, payload] of vectors) {
      expect(readCashAddr(prefix, payload), prefix).toBeInstanceOf(Uint8Array);
      expect(readCashAddr(`${prefix}x`, payload), prefix).toBe('mismatch');
    }
    expect(readCashAddr('p', 'gpf8m4hb')).toBeUndefined();
  });
});

describe('bech32', () => {
  it('[ADDR-08] reads what scure-base writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.constantFrom('bc', 'terra', 'a', 'x1y'), (bytes, prefix) => {
        for (const [codec, checksum] of [
          [bech32, 'bech32'],
          [bech32m, 'bech32m'],
        ] as const) {
          const text = codec.encode(prefix, codec.toWords(bytes));
          const read = readBech32(text);
          expect(read).toMatchObject({ ok: true, prefix, checksum });
          if (read.ok) expect(bytesOfWords(read.words)).toEqual(Uint8Array.from(bytes));
        }
      }),
    );
  });

  it('[ADDR-08] agrees with scure-base on every text, right or wrong', () => {
    const letters = fc.stringMatching(/^[a-c1]{1,6}1[qpzry9x8gf2tvdw0s3jn54khce6mua7lbioQ]{4,20}$/);
    const valid = fc.uint8Array({ maxLength: 20 }).map((bytes) => bech32.encode('bc', bech32.toWords(bytes)));
    fc.assert(
      fc.property(fc.oneof(letters, valid), (text) => {
        const read = readBech32(text);
        const scure = bech32.decodeUnsafe(text);
        const scureM = bech32m.decodeUnsafe(text);
        expect(read.ok && read.checksum === 'bech32', text).toBe(scure !== undefined);
        expect(read.ok && read.checksum === 'bech32m', text).toBe(scureM !== undefined);
      }),
    );
  });

  it('[ADDR-08] accepts the valid and refuses the invalid texts of BIP-173', () => {
    const valid = ['A12UEL5L', 'a12uel5l', 'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw', '?1ezyfcl'];
    const invalid: [string, string][] = [
      ['\u00201nwldj5', 'Unknown character'],
      ['pzry9x0s0muk', 'Unknown prefix'],
      ['1pzry9x0s0muk', 'Unknown prefix'],
      ['x1b4n0q5v', 'Unknown character'],
      ['li1dgmt3', 'Data too short'],
      ['1qzzfhee', 'Unknown prefix'],
    ];
    for (const text of valid) expect(readBech32(text), text).toMatchObject({ ok: true, checksum: 'bech32' });
    for (const [text, reason] of invalid) expect(readBech32(text), text).toEqual({ ok: false, reason });
    expect(readBech32('A1G7SGD8')).toMatchObject({ ok: true, checksum: 'mismatch' });
  });
});

describe('hex', () => {
  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeHex(encodeHex(bytes))).toEqual(Uint8Array.from(bytes));
      }),
    );
    expect(decodeHex('abc')).toBeUndefined();
    expect(decodeHex('zz')).toBeUndefined();
  });
});
