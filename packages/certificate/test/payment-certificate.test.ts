import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type CanonicalPayment,
  type CanonicalResult,
  ed25519Signer,
  type KeySet,
  keyIdOf,
  PAYMENT_SCHEMA,
  RESULT_SCHEMA,
  signCertificate,
  verifyCertificate,
} from '../src/index.ts';
import { exampleResult } from './example-result.ts';

const signer = ed25519Signer(Buffer.alloc(32, 7));
const SIGNED_AT = new Date('2026-11-20T12:00:01.000Z');
const X = Buffer.from(signer.publicKey).toString('base64url');
const KEYS: KeySet = {
  format: 'assay-keys/1',
  issuer: 'https://assay.example.test',
  keys: [
    {
      ...({ kty: 'OKP', crv: 'Ed25519', use: 'sig', kid: keyIdOf(signer.publicKey), x: X } as const),
      ...{ valid_from: '2026-01-01T00:00:00.000Z', valid_to: null },
    },
  ],
  authorities: [],
};

const PAYMENT: CanonicalPayment = {
  transaction_id: 'f'.repeat(64),
  direction: 'deposit',
  amount: '150000',
  time: '2023-11-14T22:13:20.000Z',
  block: '840000',
  moves: [{ from: null, to: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', amount: '150000', kind: 'coin' }],
  moves_in_all: 1,
  parties: [{ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', paid: '0', received: '150000', label: null }],
};
const RESULT = exampleResult({ schema: PAYMENT_SCHEMA, text_set: 5, payment: PAYMENT });
const signed = (result: CanonicalResult) => signCertificate(result, signer, SIGNED_AT);
const TEXT = Buffer.from(signed(RESULT)).toString('utf8');

describe('the certificate of a payment', () => {
  it('verifies, and hands on its payment; another Ed25519 implementation verifies the same bytes', () => {
    expect(verifyCertificate(signed(RESULT), KEYS)).toMatchObject({ verdict: 'valid', result: RESULT });
    const [, statement = '', last = ''] = TEXT.split('\n');
    const signature = Buffer.from(/"signature":"([^"]+)"/.exec(last)?.[1] ?? '', 'base64');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: X }, format: 'jwk' });
    expect(verify(null, Buffer.from(`assay-certificate/1\n${statement}`), key, signature)).toBe(true);
  });

  it.each([
    ['its side', '"direction":"deposit"', '"direction":"withdrawal"'],
    ['its transaction', `"transaction_id":"${'f'.repeat(64)}"`, `"transaction_id":"${'e'.repeat(64)}"`],
    ['its asset', '"ticker":"BTC"', '"ticker":"LTC"'],
    ['its amount', '"amount":"150000"', '"amount":"950000"'],
    [
      'who received it',
      '"address":"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"',
      '"address":"1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"',
    ],
    ['its kind, to a result of the address', PAYMENT_SCHEMA, RESULT_SCHEMA],
  ])('is refused where %s was changed, and none of it is shown', (_what, from, to) => {
    expect(TEXT).toContain(from);
    const report = verifyCertificate(Buffer.from(TEXT.replaceAll(from, to)), KEYS);
    expect(report).toMatchObject({ verdict: 'not_valid', result: null });
  });

  it('is not read where the payment was taken out, nor the one of an address where one was put in', () => {
    const { payment: _payment, ...without } = RESULT;
    for (const result of [without, { ...RESULT, schema: RESULT_SCHEMA }] as const) {
      expect(verifyCertificate(signed(result), KEYS)).toMatchObject({ verdict: 'not_valid', result: null });
    }
  });

  it('does not verify with the signature of another payment', () => {
    const other = { ...RESULT, payment: { ...PAYMENT, transaction_id: 'e'.repeat(64) } };
    const lines = TEXT.split('\n');
    const [, , signature] = Buffer.from(signed(other)).toString('utf8').split('\n');
    const mixed = [lines[0], lines[1], signature, ''].join('\n');
    expect(verifyCertificate(Buffer.from(mixed), KEYS)).toMatchObject({ verdict: 'not_valid', result: null });
  });
});
