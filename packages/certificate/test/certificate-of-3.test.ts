import { createPublicKey, verify } from 'node:crypto';
import { RESULTS_OF_3, resultOf3 } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import {
  type CanonicalPayment,
  type CanonicalResultOf3,
  canonicalJson,
  ed25519Signer,
  type KeySet,
  keyIdOf,
  signCertificate,
  signedCheckOf,
  verifyCertificate,
} from '../src/index.ts';

const signer = ed25519Signer(Buffer.alloc(32, 9));
const SIGNED_AT = new Date('2026-11-20T12:00:01.000Z');
const X = Buffer.from(signer.publicKey).toString('base64url');
const KEY_ID = keyIdOf(signer.publicKey);
const KEYS: KeySet = {
  format: 'assay-keys/1',
  issuer: 'https://assay.example.test',
  keys: [
    {
      ...({ kty: 'OKP', crv: 'Ed25519', use: 'sig', kid: KEY_ID, x: X } as const),
      ...{ valid_from: '2026-01-01T00:00:00.000Z', valid_to: null },
    },
  ],
  authorities: [],
};

/** The transaction of the example of a payment. */
const PAYMENT: Omit<CanonicalPayment, 'amount'> = {
  transaction_id: 'f'.repeat(64),
  direction: 'deposit',
  time: '2026-11-19T00:00:00.000Z',
  block: null,
  moves: [],
  moves_in_all: 0,
  parties: [],
};

function certified(name: (typeof RESULTS_OF_3)[number]): CanonicalResultOf3 {
  const { reading: _reading, payment: _payment, ...result } = resultOf3(name);
  return {
    ...result,
    ...(result.question === 'payment' ? { payment: PAYMENT } : {}),
    issuer: { product: 'Assay', url: 'https://assay.example.test' },
    label_set: { version: '0'.repeat(16), digest: '0'.repeat(64), sets: [] },
    records: { held: 'All records.', count: 3, first_time: null, tip: null, from_beginning: true },
    inputs: 'a'.repeat(64),
    disclaimer: 'For information only.',
  };
}

/** Any statement, signed as this product signs: of a later release, or of somebody who does as they like with the key. */
function signedText(result: object, sign = (message: Uint8Array) => signer.sign(message)): Uint8Array {
  const statement = canonicalJson({ result, key_id: KEY_ID, signed_at: SIGNED_AT.toISOString() });
  const signature = Buffer.from(sign(Buffer.from(`assay-certificate/1\n${statement}`))).toString('base64');
  return Buffer.from(`{"statement":\n${statement}\n,"signature":"${signature}"}\n`);
}

const outcomeOf = ({ findings }: ReturnType<typeof verifyCertificate>, id: string) =>
  findings.find((finding) => finding.id === id)?.outcome;

describe('the certificate of a result of version 3', () => {
  it.each(RESULTS_OF_3)('verifies and hands on every member of it: %s', (name) => {
    const result = certified(name);
    const bytes = signCertificate(result, signer, SIGNED_AT);
    expect(verifyCertificate(bytes, KEYS)).toMatchObject({ verdict: 'valid', result });
    expect(signedText(result)).toEqual(Buffer.from(bytes));
    const [, statement = '', last = ''] = Buffer.from(bytes).toString('utf8').split('\n');
    const signature = Buffer.from(/"signature":"([^"]+)"/.exec(last)?.[1] ?? '', 'base64');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: X }, format: 'jwk' });
    expect(verify(null, Buffer.from(`assay-certificate/1\n${statement}`), key, signature)).toBe(true);
  });

  it.each([
    ['its stars', '"riskscore":2', '"riskscore":5'],
    ['its confidence', '"confidence":"high"', '"confidence":"low"'],
    ['a share', '"not_followed":0', '"not_followed":1'],
    ['its list of services', '"reviewed_list":"', '"reviewed_list":"0'],
  ])('is no longer valid where somebody changes %s', (_what, from, to) => {
    const text = Buffer.from(signCertificate(certified('two-stars'), signer, SIGNED_AT)).toString('utf8');
    expect(text).toContain(from);
    const report = verifyCertificate(Buffer.from(text.replace(from, to)), KEYS);
    expect(report).toMatchObject({ verdict: 'not_valid', result: null });
  });

  it('states what every signed result states', () => {
    expect(signedCheckOf(certified('two-stars'))).toMatchObject({
      ...{ stars: 2, asset: { ticker: 'USDT', parent: 'ETH' }, payment: null },
      headline: resultOf3('two-stars').texts.headline,
      checkedAt: '2026-11-20T00:00:00.000Z',
    });
    expect(signedCheckOf(certified('finding-contact')).stars).toBe(0);
    const payment = certified('payment');
    expect(signedCheckOf(payment).payment).toEqual({ ...PAYMENT, amount: payment.mixtures[0]?.amount });
  });

  it('is none where a payment is stated of a wallet, or none of a payment', () => {
    const wallet = { ...certified('two-stars'), payment: { transaction_id: 'a', direction: 'deposit' } };
    const payment = { ...certified('two-stars'), question: 'payment' };
    for (const result of [wallet, payment]) {
      expect(verifyCertificate(signedText(result), KEYS).verdict).toBe('not_valid');
    }
  });
});

describe('a certificate of a schema that is newer than the program', () => {
  const newer = { schema: 'assay-result/4', anything: { it: ['has'] } };

  it('is neither valid nor invalid: its signature is judged, and an update is asked for', () => {
    const report = verifyCertificate(signedText(newer), KEYS);
    expect(report).toMatchObject({ verdict: 'not_proven', result: null });
    expect(outcomeOf(report, 'result_signature')).toBe('proven');
    expect(report.findings.find(({ id }) => id === 'schema')).toEqual({
      id: 'schema',
      outcome: 'unknown',
      text: 'Its result is of a newer schema, assay-result/4, which this version of the program cannot read: update the program, and verify it again.',
    });
  });

  it('is not valid where its signature does not fit', () => {
    const forged = verifyCertificate(
      signedText(newer, () => new Uint8Array(64)),
      KEYS,
    );
    expect(forged.verdict).toBe('not_valid');
  });

  it.each(['assay-result/0', 'assay-result/2x', 'result/3', 'assay-result/', 'ASSAY-RESULT/4', ''])(
    'is none where its schema is no name of one: "%s"',
    (schema) => {
      expect(outcomeOf(verifyCertificate(signedText({ schema }), KEYS), 'readable')).toBe('failed');
    },
  );
});
