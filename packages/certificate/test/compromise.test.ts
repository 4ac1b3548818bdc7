import { describe, expect, it } from 'vitest';
import {
  type CertificateSigner,
  ed25519Signer,
  fileDigestOf,
  type IssuedRecord,
  IssuedRecordError,
  type KeySet,
  KeySetError,
  keyIdOf,
  keyStateOf,
  type PublishedKey,
  parseIssuedRecord,
  parseKeySet,
  signCertificate,
  verifyCertificate,
  withKeyStates,
} from '../src/index.ts';
import { exampleResult } from './example-result.ts';

const MOMENT = '2026-11-20T12:00:00.000Z';
const BEFORE = new Date('2026-11-19T12:00:00.000Z');
const AFTER = new Date('2026-11-21T12:00:00.000Z');
const stolen = ed25519Signer(new Uint8Array(32).fill(1));
const next = ed25519Signer(new Uint8Array(32).fill(2));

function keyOf({ publicKey }: CertificateSigner, change: Partial<PublishedKey> = {}): PublishedKey {
  const x = Buffer.from(publicKey).toString('base64url');
  const times = { valid_from: '2026-01-01T00:00:00.000Z', valid_to: null };
  return { kty: 'OKP', crv: 'Ed25519', use: 'sig', kid: keyIdOf(publicKey), x, ...times, ...change };
}

function keysWith(change: Partial<PublishedKey> = { valid_to: MOMENT, compromised_from: MOMENT }): KeySet {
  const keys = [keyOf(next, { valid_from: MOMENT }), keyOf(stolen, change)];
  return { format: 'assay-keys/1', issuer: 'https://assay.example.test', keys, authorities: [] };
}

const certificateAt = (at: Date, by = stolen) => signCertificate(exampleResult(), by, at);
const recordOf = (file: Uint8Array, at: Date): IssuedRecord => ({
  format: 'assay-issued/1',
  sha256: fileDigestOf(file),
  signed_at: at.toISOString(),
});
const findingOf = (report: ReturnType<typeof verifyCertificate>) =>
  report.findings.find(({ id }) => id === 'result_compromise');

describe('a certificate of a stolen key', () => {
  it('is not valid when it says it was signed at or after the moment, whatever else speaks for it', () => {
    for (const at of [new Date(MOMENT), AFTER]) {
      const file = certificateAt(at);
      const evidence = { issued: [recordOf(file, BEFORE)], stampedAt: BEFORE.getTime() };
      const report = verifyCertificate(file, keysWith(), evidence);
      expect(report).toMatchObject({ verdict: 'not_valid', result: null, signers: [] });
      expect(findingOf(report)?.text).toContain(`marked compromised from ${MOMENT}, and this was signed at or after`);
    }
  });

  it('cannot be decided when only the key itself says that it is older, as a thief can write any time', () => {
    const backdated = certificateAt(BEFORE);
    const report = verifyCertificate(backdated, keysWith());
    expect(report).toMatchObject({ verdict: 'not_proven', result: null, signers: [] });
    expect(report.summary).toContain('It cannot be decided whether this is genuine');
    expect(findingOf(report)).toMatchObject({ outcome: 'unknown' });
    expect(report.recordsWanted).toEqual([fileDigestOf(backdated)]);
  });

  it('is valid, with a note, when the issuer recorded it before the moment', () => {
    const file = certificateAt(BEFORE);
    const report = verifyCertificate(file, keysWith(), { issued: [recordOf(file, BEFORE)] });
    expect(report).toMatchObject({ verdict: 'valid', result: exampleResult(), recordsWanted: [] });
    expect(findingOf(report)?.text).toContain('own record says that this was issued before');
  });

  it('is valid, with a note, when a time stamp saw it before the moment, and not by one of later', () => {
    const file = certificateAt(BEFORE);
    expect(verifyCertificate(file, keysWith(), { stampedAt: BEFORE.getTime() }).verdict).toBe('valid');
    expect(verifyCertificate(file, keysWith(), { stampedAt: AFTER.getTime() }).verdict).toBe('not_proven');
  });

  it('is not helped by the record of another file, or of one issued after the moment', () => {
    const file = certificateAt(BEFORE);
    const other = recordOf(certificateAt(new Date(BEFORE.getTime() + 1)), BEFORE);
    for (const issued of [
      [{ ...recordOf(file, BEFORE), signed_at: null }],
      [other],
      [recordOf(file, AFTER)],
      [recordOf(file, new Date(MOMENT))],
    ]) {
      expect(verifyCertificate(file, keysWith(), { issued }).verdict).toBe('not_proven');
    }
  });

  it('is not helped by an earlier retirement of the key, whose secret may have been copied before', () => {
    const retired = { valid_to: '2026-11-10T00:00:00.000Z', compromised_from: MOMENT };
    const early = certificateAt(new Date('2026-11-09T00:00:00.000Z'));
    expect(verifyCertificate(early, keysWith(retired)).verdict).toBe('not_proven');
    // Between the two it was not valid anyway.
    expect(verifyCertificate(certificateAt(BEFORE), keysWith(retired)).verdict).toBe('not_valid');
  });

  it('does not speak against what the next key signs', () => {
    expect(verifyCertificate(certificateAt(AFTER, next), keysWith()).verdict).toBe('valid');
  });
});

describe('the published list of keys', () => {
  it('says of every key whether it is active, retired or compromised, and reads that back', () => {
    const retired = { valid_to: MOMENT };
    expect(withKeyStates(keysWith(retired)).keys.map(({ state }) => state)).toEqual(['active', 'retired']);
    const published = withKeyStates(keysWith());
    expect(published.keys).toMatchObject([{ state: 'active' }, { state: 'compromised', compromised_from: MOMENT }]);
    expect(parseKeySet(JSON.stringify(published))).toEqual(keysWith());
    expect(keyStateOf({ valid_to: null, compromised_from: MOMENT })).toBe('compromised');
  });

  it('is refused where a mark cannot be read, so that it never passes as none', () => {
    const [active, marked] = withKeyStates(keysWith()).keys;
    const { compromised_from: _from, ...without } = marked ?? {};
    for (const key of [without, { ...marked, compromised_from: 'soon' }, { ...marked, compromised_from: null }]) {
      const text = JSON.stringify({ ...keysWith(), keys: [active, key] });
      expect(() => parseKeySet(text)).toThrow(KeySetError);
    }
  });
});

describe('a record of issue', () => {
  it('is read in its form alone', () => {
    const record = recordOf(certificateAt(BEFORE), BEFORE);
    expect(parseIssuedRecord(JSON.stringify(record))).toEqual(record);
    for (const wrong of [{ format: 'assay-issued/2' }, { sha256: 'AB' }, { signed_at: 'then' }]) {
      expect(() => parseIssuedRecord(JSON.stringify({ ...record, ...wrong }))).toThrow(IssuedRecordError);
    }
    for (const text of ['', 'null', '[]']) expect(() => parseIssuedRecord(text)).toThrow(IssuedRecordError);
  });
});
