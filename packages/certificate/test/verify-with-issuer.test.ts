import { describe, expect, it } from 'vitest';
import {
  ed25519Signer,
  fileDigestOf,
  IssuerFileError,
  KEYS_PATH,
  keyIdOf,
  signCertificate,
  verifyWithIssuer,
} from '../src/index.ts';
import { exampleResult } from './example-result.ts';

const MOMENT = '2026-11-20T12:00:00.000Z';
const BEFORE = new Date('2026-11-19T12:00:00.000Z');
const NOW = new Date('2026-11-26T12:00:00.000Z').getTime();
const signer = ed25519Signer(new Uint8Array(32).fill(1));
const file = signCertificate(exampleResult(), signer, BEFORE);
const RECORD_PATH = `/.well-known/assay-issued/${fileDigestOf(file)}.json`;

function keysText(marks: object = {}): string {
  const x = Buffer.from(signer.publicKey).toString('base64url');
  const key = { kty: 'OKP', crv: 'Ed25519', use: 'sig', kid: keyIdOf(signer.publicKey), x };
  const times = { valid_from: '2026-01-01T00:00:00.000Z', valid_to: null };
  const keys = [{ ...key, ...times, ...marks }];
  return JSON.stringify({ format: 'assay-keys/1', issuer: 'https://assay.example.test', keys, authorities: [] });
}

/** The site of an issuer that publishes these texts, and what was asked of it. */
function site(texts: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const read = async (path: string): Promise<string | null> => {
    asked.push(path);
    return texts[path] ?? null;
  };
  return { asked, read };
}

describe('a report verified by what its issuer publishes', () => {
  it('is valid by the published keys, and nothing else is asked for', async () => {
    const { asked, read } = site({ [KEYS_PATH]: keysText() });
    expect(await verifyWithIssuer(file, read, NOW)).toMatchObject({ verdict: 'valid', result: exampleResult() });
    expect(asked).toEqual([KEYS_PATH]);
  });

  it('is decided by the record of its issue where its key was stolen', async () => {
    const record = { format: 'assay-issued/1', sha256: fileDigestOf(file), signed_at: BEFORE.toISOString() };
    const { asked, read } = site({
      [KEYS_PATH]: keysText({ valid_to: MOMENT, compromised_from: MOMENT }),
      [RECORD_PATH]: JSON.stringify(record),
    });
    expect(await verifyWithIssuer(file, read, NOW)).toMatchObject({ verdict: 'valid' });
    expect(asked).toEqual([KEYS_PATH, RECORD_PATH]);
  });

  it('is not judged where the keys or the record cannot be read, or are none', async () => {
    const stolen = keysText({ valid_to: MOMENT, compromised_from: MOMENT });
    for (const [texts, missing] of [
      [{}, 'keys'],
      [{ [KEYS_PATH]: 'no keys' }, 'keys'],
      [{ [KEYS_PATH]: stolen }, 'record'],
      [{ [KEYS_PATH]: stolen, [RECORD_PATH]: '{}' }, 'record'],
    ] as const) {
      const failed = await verifyWithIssuer(file, site(texts).read, NOW).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(IssuerFileError);
      expect(failed).toMatchObject({ file: missing });
    }
  });
});
