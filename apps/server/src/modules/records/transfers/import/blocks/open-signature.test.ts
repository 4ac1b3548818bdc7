import { describe, expect, it } from 'vitest';
import { bitcoinTransactions } from '../formats/bitcoin-etl.ts';
import { hasOpenSignature, isOpenSignature } from './open-signature.ts';

/** A signature of 71 bytes in DER, with its type behind it. */
function der(type: number): Buffer {
  return Buffer.concat([Buffer.from([0x30, 69]), Buffer.alloc(69, 1), Buffer.from([type])]);
}

const schnorr = (first: number, type: number): Buffer =>
  Buffer.concat([Buffer.from([first]), Buffer.alloc(63, 2), Buffer.from([type])]);

const push = (part: Buffer): Buffer => Buffer.concat([Buffer.from([part.length]), part]);

describe('a signature', () => {
  it.each([
    [0x81, true],
    [0x82, true],
    [0x83, true],
    [0x01, false],
    [0x03, false],
    [0x80, false],
    [0x84, false],
  ])('of type %i commits to its own input alone: %s', (type, isOpen) => {
    expect(isOpenSignature(der(type))).toBe(isOpen);
    expect(isOpenSignature(schnorr(0x11, type))).toBe(isOpen);
  });

  it('is none of the keys, control blocks and other parts of its length', () => {
    for (const first of [0x04, 0xc0, 0xc1]) expect(isOpenSignature(schnorr(first, 0x81))).toBe(false);
    expect(isOpenSignature(Buffer.from([0x30, 0x06, 0x81]))).toBe(false);
    expect(isOpenSignature(Buffer.alloc(0))).toBe(false);
  });

  it('is found among the pushes of a script, whatever their form', () => {
    const key = Buffer.alloc(33, 2);
    expect(hasOpenSignature(Buffer.concat([push(der(0x81)), push(key)]))).toBe(true);
    expect(hasOpenSignature(Buffer.concat([Buffer.from([0]), push(key), push(der(0x83))]))).toBe(true);
    expect(hasOpenSignature(Buffer.concat([Buffer.from([0x4c, 72]), der(0x82)]))).toBe(true);
    expect(hasOpenSignature(Buffer.concat([Buffer.from([0x4d, 72, 0]), der(0x82)]))).toBe(true);
    expect(hasOpenSignature(Buffer.concat([push(der(0x01)), push(key)]))).toBe(false);
  });

  it('is not found in a script that ends within a push', () => {
    for (const script of [[0x4b, 1], [0x4c], [0x4d, 1], [0x4d, 255, 255, 1]]) {
      expect(hasOpenSignature(Buffer.from(script))).toBe(false);
    }
  });
});

it('bitcoin-etl rows with scripts say that several signed', () => {
  const input = { spent_transaction_hash: 'a'.repeat(64), spent_output_index: 0, addresses: [], value: 5 };
  const row = (script: string | undefined) =>
    bitcoinTransactions('BTC')({
      ...{ hash: 'b'.repeat(64), block_number: 1, block_timestamp: 1_600_000_000, is_coinbase: false, index: 1 },
      ...{ inputs: [{ ...input, script_asm: script }], outputs: [] },
    });
  const transaction = (script: string | undefined) => row(script)[0];
  expect(transaction('3044[SINGLE|ANYONECANPAY] 02ab')).toMatchObject({ transaction: { isSignedBySeveral: true } });
  expect(transaction('3044[ALL] 02ab')).not.toHaveProperty('transaction.isSignedBySeveral');
  expect(transaction(undefined)).not.toHaveProperty('transaction.isSignedBySeveral');
});
