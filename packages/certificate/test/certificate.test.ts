import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  ed25519Signer,
  type KeySet,
  KeySetError,
  keyIdOf,
  type PublishedKey,
  parseKeySet,
  signCertificate,
  verifyCertificate,
} from '../src/index.ts';
import { exampleResult } from './example-result.ts';

/** RFC 8032, section 7.1, test 1. */
const SEED = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const SIGNED_AT = new Date('2026-11-20T12:00:01.000Z');
const signer = ed25519Signer(SEED);

function keySet(change: Partial<PublishedKey> = {}): KeySet {
  const x = Buffer.from(signer.publicKey).toString('base64url');
  const key: PublishedKey = {
    kty: 'OKP',
    crv: 'Ed25519',
    use: 'sig',
    kid: keyIdOf(signer.publicKey),
    x,
    valid_from: '2026-01-01T00:00:00.000Z',
    valid_to: null,
    ...change,
  };
  return { format: 'assay-keys/1', issuer: 'https://assay.example.test', keys: [key], authorities: [] };
}

const keys = keySet();
const result = exampleResult();
const bytes = signCertificate(result, signer, SIGNED_AT);
const text = Buffer.from(bytes).toString('utf8');
const outcomeOf = (report: ReturnType<typeof verifyCertificate>, id: string) =>
  report.findings.find((finding) => finding.id === id)?.outcome;

describe('a certificate', () => {
  it('is made with the key of RFC 8032 and named by the thumbprint of RFC 8037', () => {
    expect(Buffer.from(signer.publicKey).toString('hex')).toBe(PUBLIC);
    expect(keyIdOf(signer.publicKey)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });

  it('verifies, and hands on the result it carries', () => {
    const report = verifyCertificate(bytes, keys);
    expect(report).toMatchObject({ kind: 'certificate', verdict: 'valid', result });
    expect(report.findings.every(({ outcome }) => outcome === 'proven')).toBe(true);
    expect(report.signers).toEqual([
      { what: 'result', name: keyIdOf(signer.publicKey), time: SIGNED_AT.toISOString(), isTimeVouched: false },
    ]);
    expect(report.notProven.join(' ')).toContain('The time of signing');
  });

  it('is the same bytes for the same result, key and time', () => {
    expect(Buffer.from(signCertificate(exampleResult(), signer, SIGNED_AT)).toString('utf8')).toBe(text);
  });

  it('has on its second line what another Ed25519 implementation verifies behind the domain', () => {
    const [, statement = '', last = ''] = text.split('\n');
    const signature = Buffer.from(/"signature":"([^"]+)"/.exec(last)?.[1] ?? '', 'base64');
    const x = Buffer.from(signer.publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, Buffer.from(`assay-certificate/1\n${statement}`), key, signature)).toBe(true);
    expect(verify(null, Buffer.from(statement), key, signature)).toBe(false);
  });

  it('is not valid after any single bit was flipped', { timeout: 60_000 }, () => {
    for (let offset = 0; offset < bytes.length; offset += 31) {
      expect(verifyCertificate(flipped(offset, offset % 8), keys).verdict, `${offset}`).not.toBe('valid');
    }
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (offset, bit) => {
        const report = verifyCertificate(flipped(offset, bit), keys);
        expect(report.verdict).not.toBe('valid');
        expect(report.result).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it('is not valid when a member is written twice, with the forged one first', () => {
    const forged = text.replace('{"statement":\n{', '{"statement":\n{"result":{"score":{"stars":5}},');
    expect(outcomeOf(verifyCertificate(Buffer.from(forged), keys), 'layout')).toBe('failed');
    expect(verifyCertificate(Buffer.from(forged), keys)).toMatchObject({ verdict: 'not_valid', result: null });
  });

  it('says that a file was laid out again, while its signature still fits', () => {
    const report = verifyCertificate(Buffer.from(JSON.stringify(JSON.parse(text), null, 2)), keys);
    expect(report.verdict).toBe('not_valid');
    expect(outcomeOf(report, 'layout')).toBe('failed');
    expect(outcomeOf(report, 'result_signature')).toBe('proven');
  });

  it('proves nothing with a key nobody published, and does not show its result', () => {
    const report = verifyCertificate(bytes, { ...keys, keys: [] });
    expect(report).toMatchObject({ verdict: 'not_proven', result: null, signers: [] });
    expect(outcomeOf(report, 'result_key')).toBe('unknown');
  });

  it('stays valid after its key was retired, and is not believed when the key was retired before', () => {
    expect(verifyCertificate(bytes, keySet({ valid_to: '2027-01-01T00:00:00.000Z' })).verdict).toBe('valid');
    const late = verifyCertificate(bytes, keySet({ valid_to: '2026-11-20T12:00:00.000Z' }));
    expect(late).toMatchObject({ verdict: 'not_valid', result: null });
    expect(outcomeOf(late, 'result_time')).toBe('failed');
    expect(verifyCertificate(bytes, keySet({ valid_from: '2026-12-01T00:00:00.000Z' })).verdict).toBe('not_valid');
  });

  it('does not take another key’s signature for its own', () => {
    const other = ed25519Signer(Buffer.alloc(32, 7));
    const stolen = text.replace(
      /"signature":"[^"]+"/,
      `"signature":"${Buffer.from(other.sign(Buffer.from(text))).toString('base64')}"`,
    );
    expect(outcomeOf(verifyCertificate(Buffer.from(stolen), keys), 'result_signature')).toBe('failed');
  });

  it('answers whatever bytes it is given, and never calls them valid', () => {
    const deep = `${'{"statement":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    for (const given of ['', '{}', 'null', '[]', '{"statement":1}', '\ufeff{}', deep, `${text} `, `\ufeff${text}`]) {
      expect(verifyCertificate(Buffer.from(given), keys).verdict, given.slice(0, 20)).toBe('not_valid');
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (given) => {
        expect(verifyCertificate(given, keys).verdict).toBe('not_valid');
      }),
    );
  });

  it.each([
    ['a prototype of its own', '{"key_id"', '{"__proto__":{"result":{"score":{"stars":5}}},"key_id"'],
    ['a constructor', '{"key_id"', '{"constructor":{"prototype":{"stars":5}},"key_id"'],
    ['a member behind the signature', '"}\n', '","result":{"stars":5}}\n'],
    ['the signature twice', ',"signature"', ',"signature":"AAAA","signature"'],
    ['the statement twice', ',"signature"', ',"statement":{"result":{"schema":"assay-result/2"}},"signature"'],
    ['an escaped key', '"key_id"', '"key\\u005fid"'],
    ['an escaped letter', 'assay-result/2', 'assay\\u002dresult/2'],
    ['an escaped slash', 'assay-result/2', 'assay-result\\/2'],
    ['a number beyond its digits', '"stars":5', '"stars":5.0000000000000000001'],
    ['a number in another form', '"stars":5', '"stars":5e0'],
    ['a number beyond all', '"stars":5', '"stars":5e999'],
    ['half a letter', '"stars":5', '"stars":5,"x":"\\ud800"'],
    ['white space', '"stars":5', '"stars": 4'],
    ['bytes behind it', '"}\n', '"}\n\n'],
    ['no end', '"}\n', '"}'],
    ['ends of Windows', '\n,', '\r\n,'],
  ])('is not valid with %s', (_name, from, to) => {
    const changed = text.replace(from, () => to);
    expect(changed).not.toBe(text);
    expect(verifyCertificate(Buffer.from(changed), keys)).toMatchObject({ verdict: 'not_valid', result: null });
    expect(Object.hasOwn(Object.prototype, 'result')).toBe(false);
  });

  it('does not count by another published key than the one it names, whatever that key could say', () => {
    const other = ed25519Signer(Buffer.alloc(32, 9));
    const [own] = keys.keys;
    if (own === undefined) throw new Error('The key set is empty');
    const x = Buffer.from(other.publicKey).toString('base64url');
    const both = { ...keys, keys: [{ ...own, kid: keyIdOf(other.publicKey), x }, own] };
    expect(verifyCertificate(bytes, both).verdict).toBe('valid');
    const renamed = text.replaceAll(own.kid, keyIdOf(other.publicKey));
    expect(verifyCertificate(Buffer.from(renamed), both)).toMatchObject({ verdict: 'not_valid', result: null });
    // A set that gives a key the name of another is not read at all.
    const swapped = JSON.stringify({ ...both, keys: [{ ...own, x }] });
    expect(() => parseKeySet(swapped)).toThrow(KeySetError);
  });

  it('is not signed for a result without a canonical form', () => {
    const broken = exampleResult({ coverage: { attributed: Number.NaN, clean: 0, not_followed: 0 } });
    expect(() => signCertificate(broken, signer, SIGNED_AT)).toThrow('NaN');
    expect(() => ed25519Signer(new Uint8Array(31))).toThrow('32 bytes');
  });
});

describe('a key set', () => {
  it('reads back what was published, passing over members it does not know', () => {
    const published = { ...keys, more: 1, keys: keys.keys.map((key) => ({ ...key, alg: 'EdDSA' })) };
    expect(parseKeySet(JSON.stringify(published))).toEqual(keys);
    expect(canonicalJson(parseKeySet(JSON.stringify(keys)))).toBe(canonicalJson(keys));
  });

  it('refuses a document of another kind, and a key under a name that is not its own', () => {
    const named = JSON.stringify(keySet({ kid: 'somebody-else' }));
    const short = JSON.stringify(keySet({ x: 'AAAA' }));
    const early = JSON.stringify(keySet({ valid_from: 'soon' }));
    for (const given of ['', '{}', '[]', '{"format":"assay-keys/2"}', named, short, early]) {
      expect(() => parseKeySet(given)).toThrow(KeySetError);
    }
  });
});

function flipped(offset: number, bit: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[offset] = (changed[offset] ?? 0) ^ (1 << bit);
  return changed;
}
