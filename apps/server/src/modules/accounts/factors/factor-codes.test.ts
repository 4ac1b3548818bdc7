import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildFactorKeys } from './factor-keys.ts';
import { qrPath } from './qr-path.ts';
import { newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { acceptedStep, describeTotp, newTotpSecret } from './totp.ts';

const keys = buildFactorKeys(new Uint8Array(32).fill(1));

describe('secrets of factors', () => {
  it('are opened with the key and account that sealed them, and with no other', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.string(), (secret, sub) => {
        const sealed = keys.seal(sub, secret);
        expect(keys.open(sub, sealed)).toEqual(Buffer.from(secret));
        expect(keys.open(`${sub}x`, sealed)).toBeNull();
        expect(buildFactorKeys(new Uint8Array(32).fill(2)).open(sub, sealed)).toBeNull();
      }),
    );
  });

  it('are refused, and never throw, where anything of them was changed or cut off', () => {
    const sealed = keys.seal('a', newTotpSecret());
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(keys.open('a', changed)).toBeNull();
      expect(keys.open('a', sealed.subarray(0, at))).toBeNull();
    }
  });
});

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B: SHA-1, the last six of its eight digits.
  const secret = new TextEncoder().encode('12345678901234567890');
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('are those of RFC 6238 at %i s', (seconds, code) => {
    const now = new Date(seconds * 1000);
    expect(acceptedStep(secret, code, { now, lastStep: null })).toBe(Math.floor(seconds / 30));
  });

  it('are accepted one step early and late, once, and never after a later one', () => {
    const at = (step: number) => new Date(step * 30_000);
    const step = Math.floor(59 / 30);
    for (const now of [at(step - 1), at(step), at(step + 1)]) {
      expect(acceptedStep(secret, '287082', { now, lastStep: null })).toBe(step);
      expect(acceptedStep(secret, '287082', { now, lastStep: step })).toBeNull();
      expect(acceptedStep(secret, '287082', { now, lastStep: step + 1 })).toBeNull();
    }
    expect(acceptedStep(secret, '287082', { now: at(step + 2), lastStep: null })).toBeNull();
  });

  it('name product and account in the address that apps read', () => {
    const { uri, base32 } = describeTotp(secret, { issuer: 'Assay', label: 'a+b@firm.example' });
    const url = new URL(uri);
    expect(decodeURIComponent(url.pathname)).toContain('Assay:a+b@firm.example');
    expect(url.searchParams.get('secret')).toBe(base32);
    expect(url.searchParams.get('issuer')).toBe('Assay');
  });
});

describe('recovery codes', () => {
  it('are ten different ones, read in any case, with blanks and with letters for digits', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
      const read = code.replaceAll('-', '');
      expect(readRecoveryCode(code)).toBe(read);
      expect(readRecoveryCode(` ${code.toUpperCase().replaceAll('-', '  ').replaceAll('0', 'O')} `)).toBe(read);
    }
  });

  it('are no other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const read = readRecoveryCode(text);
        expect(read === null || /^[0-9a-hjkmnp-tv-z]{12}$/.test(read)).toBe(true);
      }),
    );
  });
});

it('a QR code is drawn as a square of whole modules with four light ones around it', () => {
  const { size, path } = qrPath('otpauth://totp/Assay:a?secret=ABC');
  expect((size - 8 - 17) % 4).toBe(0);
  const starts = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map((match) => match.slice(1, 4).map(Number));
  expect(starts[0]).toEqual([4, 4, 7]);
  for (const [x = 0, y = 0, length = 0] of starts) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
    expect(Math.max(x + length, y + 1)).toBeLessThanOrEqual(size - 4);
  }
});
