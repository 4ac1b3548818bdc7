import { ASSETS, CURRENCIES } from '@assay/domain';
import { blake256 } from '@noble/hashes/blake1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base32nopad, base58, base58xmr, base58xrp, bech32, bech32m, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchAssets, validateAddress } from '../src/index.ts';
import { VECTORS } from './vectors.ts';

const SYMBOLS = CURRENCIES.map((currency) => currency.symbol);
const MEGABYTE = 1024 * 1024;
/** Properties run thousands of hashes; a busy machine needs longer than the default five seconds. */
const TIMEOUT_MS = 60_000;
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

function expectRoundTrip(address: string, currency: string): void {
  const verdict = validateAddress(address, currency);
  expect(verdict, `${currency} ${address}`).toMatchObject({ ok: true, checksum: 'valid' });
}

function withVersion(version: number, hash: Uint8Array): Uint8Array {
  const head = version > 0xff ? [version >> 8, version & 0xff] : [version];
  return Uint8Array.from([...head, ...hash]);
}

describe('round trips against independent encoders', { timeout: TIMEOUT_MS }, () => {
  it('[ADDR-05] accepts what base58 check encodes, for every currency with two rounds of SHA-256', () => {
    const encoder = createBase58check(sha256);
    const plain = CURRENCIES.flatMap(({ symbol, rules }) =>
      rules.validator === 'bitcoin' && rules.hash === undefined ? [{ symbol, rules }] : [],
    );
    fc.assert(
      fc.property(bytes(20), fc.constantFrom(...plain), (hash, { symbol, rules }) => {
        for (const version of rules.versions.prod ?? []) {
          const payload = withVersion(version, hash);
          if (payload.length === (rules.expectedLength ?? 25) - 4) expectRoundTrip(encoder.encode(payload), symbol);
        }
      }),
    );
  });

  it('[ADDR-05] accepts base58 that begins with the letters of a segwit prefix, and still names what is wrong of segwit', () => {
    const encoder = createBase58check(sha256);
    const hash = Uint8Array.from([168, 228, 51, ...new Uint8Array(17)]);
    const address = encoder.encode(withVersion(58, hash));
    expect(address).toMatch(/^Qc1/);
    expectRoundTrip(address, 'qtum');
    expect(validateAddress(`${address.slice(0, -1)}z`, 'qtum').ok).toBe(false);
    expect(validateAddress('qc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq', 'qtum')).toMatchObject({
      ok: false,
      reason: 'Invalid checksum',
    });
  });

  it('[ADDR-06] accepts base58 check under BLAKE-256 and BLAKE2b with Keccak', () => {
    const decred = createBase58check((data: Uint8Array) => blake256(data));
    const waves = (body: Uint8Array) => base58.encode(Uint8Array.from([...body, ...wavesChecksum(body)]));
    const wavesChecksum = (body: Uint8Array) => keccak_256(blake2b(body, { dkLen: 32 })).subarray(0, 4);
    fc.assert(
      fc.property(bytes(20), (hash) => {
        expectRoundTrip(decred.encode(withVersion(0x073f, hash)), 'dcr');
        expectRoundTrip(waves(withVersion(0x0157, hash)), 'waves');
      }),
    );
  });

  it('[ADDR-07] accepts what bech32 and bech32m encode', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 16 }),
        fc.uint8Array({ minLength: 2, maxLength: 40 }),
        (version, program) => {
          const codec = version === 0 ? bech32 : bech32m;
          const address = codec.encode('bc', [version, ...codec.toWords(program)]);
          const sizeFits = version === 0 ? [20, 32].includes(program.length) : version > 1 || program.length === 32;
          expect(validateAddress(address, 'btc').ok, address).toBe(sizeFits);
          const other = version === 0 ? bech32m : bech32;
          expect(validateAddress(other.encode('bc', [version, ...other.toWords(program)]), 'btc').ok).toBe(false);
        },
      ),
    );
  });

  it('[ADDR-12] accepts what Tron, the XRP Ledger, NEM, Sia and Monero encoders write', () => {
    const check = createBase58check(sha256);
    fc.assert(
      fc.property(bytes(20), bytes(32), bytes(32), (hash, first, second) => {
        expectRoundTrip(check.encode(withVersion(0x41, hash)), 'trx');
        const ripple = withVersion(0, hash);
        expectRoundTrip(
          base58xrp.encode(Uint8Array.from([...ripple, ...sha256(sha256(ripple)).subarray(0, 4)])),
          'xrp',
        );
        const nem = withVersion(0x68, hash);
        expectRoundTrip(base32nopad.encode(Uint8Array.from([...nem, ...keccak_256(nem).subarray(0, 4)])), 'xem');
        const sia = Uint8Array.from([...first, ...blake2b(first, { dkLen: 32 }).subarray(0, 6)]);
        expectRoundTrip(bytesToHex(sia), 'sc');
        const monero = Uint8Array.from([18, ...first, ...second]);
        expectRoundTrip(base58xmr.encode(Uint8Array.from([...monero, ...keccak_256(monero).subarray(0, 4)])), 'xmr');
      }),
    );
  });

  it('[ADDR-04] accepts the casing an independent EIP-55 writer gives, and its canonical form is lower case', () => {
    fc.assert(
      fc.property(bytes(20), (account) => {
        const digits = bytesToHex(account);
        const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits)));
        const cased = Array.from(digits)
          .map((c, i) => (Number.parseInt(hash.charAt(i), 16) >= 8 ? c.toUpperCase() : c))
          .join('');
        expect(validateAddress(`0x${cased}`, 'eth')).toMatchObject({ ok: true, canonical: `0x${digits}` });
      }),
    );
  });
});

/** Chains whose checksum is too short, or whose letters carry other meaning, to promise that one slip is caught. */
const WEAK = new Set(['dot', 'ksm', 'nim', 'nuls', 'avax-x']);

describe('slips', { timeout: TIMEOUT_MS }, () => {
  const guarded = VECTORS.filter(
    (vector) =>
      'checksum' in vector &&
      vector.checksum === 'valid' &&
      !vector.address.startsWith('0x') &&
      !WEAK.has(vector.currency),
  );

  it('[ADDR-05] catches one changed character of every address with a checksum', () => {
    const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.split('');
    fc.assert(
      fc.property(fc.constantFrom(...guarded), fc.nat(), fc.constantFrom(...letters), (vector, at, letter) => {
        const index = at % vector.address.length;
        const before = vector.address.charAt(index);
        if (before.toLowerCase() === letter.toLowerCase() || before === ' ' || before === '-') return;
        const slipped = vector.address.slice(0, index) + letter + vector.address.slice(index + 1);
        const verdict = validateAddress(slipped, vector.currency, { network: vector.network ?? 'prod' });
        expect(verdict.ok && verdict.checksum === 'valid', `${vector.currency} ${slipped}`).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('whatever the input', { timeout: TIMEOUT_MS }, () => {
  it('[ERR-18] never throws on arbitrary values', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (address, currency, network) => {
        const untyped = validateAddress as (...args: unknown[]) => { ok: boolean };
        expect(typeof untyped(address, currency, { network }).ok).toBe('boolean');
        expect(typeof untyped(address, 'btc', network).ok).toBe('boolean');
        expect(typeof untyped('x', currency, null).ok).toBe('boolean');
      }),
    );
  });

  it('[ERR-18] never throws on arbitrary text under any currency and network, lone surrogates included', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 120 }),
      fc.stringMatching(
        /^(0x|bc1|addr1|bitcoincash:|X-avax1|NQ|f1|f410f|EQ|0:|ak_|nano_|PUB_K1_|0\.0\.)[a-zA-Z0-9:._-]{0,60}$/,
      ),
      fc.constantFrom(...VECTORS.map((vector) => vector.address)),
    );
    const networks = ['prod', 'testnet', 'regtest', 'stagenet', 'both'] as const;
    fc.assert(
      fc.property(text, fc.constantFrom(...SYMBOLS), fc.constantFrom(...networks), (address, symbol, network) => {
        const verdict = validateAddress(address, symbol, { network });
        if (!verdict.ok) return;
        const again = validateAddress(verdict.canonical, symbol, { network });
        expect(again.ok && again.canonical, `${symbol} ${network} ${address}`).toBe(verdict.canonical);
      }),
      { numRuns: 3000 },
    );
  });

  it('refuses a megabyte at once under every currency', () => {
    const huge = ['1', 'a', '0', 'q', '-', ' ', '\ud800', '😀'].map((unit) => unit.repeat(MEGABYTE / unit.length));
    const startedAt = performance.now();
    for (const address of huge) {
      for (const symbol of SYMBOLS) expect(validateAddress(address, symbol).ok).toBe(false);
      expect(validateAddress('x', address).ok).toBe(true);
    }
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('stays fast on the longest texts that are looked at', () => {
    const startedAt = performance.now();
    for (const unit of ['z', '1', '0', 'A', 'q', '.', 'a-', '-', 'aa.', 'NULSd', 'bnb']) {
      const address = unit.repeat(512).slice(0, 512);
      for (const symbol of SYMBOLS) validateAddress(address, symbol);
    }
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

describe('matchAssets', () => {
  it('takes under a millisecond for the whole catalogue at the median', () => {
    const addresses = VECTORS.map((vector) => vector.address);
    for (const address of addresses) matchAssets(address, ASSETS);
    const elapsedMs = addresses.map((address) => {
      const startedAt = performance.now();
      matchAssets(address, ASSETS);
      return performance.now() - startedAt;
    });
    elapsedMs.sort((a, b) => a - b);
    expect(elapsedMs[elapsedMs.length >> 1]).toBeLessThan(1);
  });
});
