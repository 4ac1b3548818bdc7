import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../src/codecs/base58.ts';
import { encodeCashAddr } from '../src/codecs/cash-addr.ts';
import { CHECKSUM_HASHES } from '../src/codecs/hash.ts';
import { validateAddress } from '../src/index.ts';

const verdict = (address: string, currency: string) => validateAddress(address, currency);
const canonical = (address: string, currency: string) => {
  const found = verdict(address, currency);
  return found.ok ? found.canonical : found.reason;
};
const hash = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('Bitcoin Cash', () => {
  it('takes a wallet that takes tokens as the same account as without them, whatever the hash', () => {
    fc.assert(
      fc.property(hash(20), fc.constantFrom(0, 8), (bytes, version) => {
        const plain = encodeCashAddr('bitcoincash', Uint8Array.of(version, ...bytes));
        const marked = encodeCashAddr('bitcoincash', Uint8Array.of(version | 16, ...bytes));
        expect(marked.charAt('bitcoincash:'.length)).toMatch(/[zr]/);
        expect([canonical(marked, 'bch'), canonical(plain, 'bch')]).toEqual([plain, plain]);
      }),
    );
  });

  it('takes scripts by a hash of 32 bytes, with and without the mark for tokens, and no keys', () => {
    fc.assert(
      fc.property(hash(32), (bytes) => {
        const script = encodeCashAddr('bitcoincash', Uint8Array.of(11, ...bytes));
        expect(canonical(script, 'bch')).toBe(script);
        expect(canonical(encodeCashAddr('bitcoincash', Uint8Array.of(27, ...bytes)), 'bch')).toBe(script);
        expect(verdict(encodeCashAddr('bitcoincash', Uint8Array.of(3, ...bytes)), 'bch').ok).toBe(false);
      }),
    );
  });

  it('refuses them of other networks, and with a wrong character', () => {
    expect(canonical('bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w', 'bch')).toMatch(/^bitcoincash:q/);
    expect(verdict('bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9q', 'bch').ok).toBe(false);
    expect(verdict('zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w', 'bsv').ok).toBe(false);
  });
});

describe('Tron', () => {
  it('reads the hexadecimal form as the base58 text of the same bytes, whatever they are', () => {
    fc.assert(
      fc.property(hash(20), (bytes) => {
        const body = Uint8Array.of(0x41, ...bytes);
        const text = encodeBase58(Uint8Array.of(...body, ...CHECKSUM_HASHES.sha256x2(body).subarray(0, 4)));
        const hex = Buffer.from(body).toString('hex');
        for (const spelling of [hex, hex.toUpperCase(), `0x${hex}`]) expect(canonical(spelling, 'trx')).toBe(text);
        expect(canonical(text, 'trx')).toBe(text);
      }),
    );
    expect(canonical('41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'trx')).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  });

  it.each(['a614f803b6fd780986a42c78ec9c7f77e6ded13c', '42a614f803b6fd780986a42c78ec9c7f77e6ded13c'])(
    'refuses %s, which names no network of Tron',
    (text) => {
      expect(verdict(text, 'trx').ok).toBe(false);
    },
  );
});

describe('Tezos', () => {
  it.each([
    'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb',
    'tz2BFTyPeYRzxd5aiBchbXN3WCZhx7BqbMBq',
    'tz3WEJYwJ6pPwVbSL8FrSoAXRmFHHZTuEnMA',
    'KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn',
  ])('takes %s', (text) => {
    expect(canonical(text, 'xtz')).toBe(text);
    expect(verdict(`${text.slice(0, -1)}${text.endsWith('b') ? 'c' : 'b'}`, 'xtz').ok).toBe(false);
  });
});

describe('Hedera', () => {
  it.each(['0.0.1234567', '0.0.10000000', '0.0.9223372036854775807'])('takes %s', (text) => {
    expect(canonical(text, 'hbar')).toBe(text);
  });

  it.each(['0.0.9223372036854775808', '0.0.00000000000000000001', '0.0.1e9', '0.0.-1'])('refuses %s', (text) => {
    expect(verdict(text, 'hbar').ok).toBe(false);
  });
});

it('an Ethereum account is the same with 0X', () => {
  expect(canonical('0XAFF4D6793F584A473348EBA058DEB8CAAD77A288', 'eth')).toBe(
    '0xaff4d6793f584a473348eba058deb8caad77a288',
  );
  expect(verdict('0X', 'eth').ok).toBe(false);
});
