import { describe, expect, it } from 'vitest';
import { readStartPayload, type StartPayload, startPayloadOf } from './start-payload.ts';

const payloads: readonly StartPayload[] = [
  { kind: 'address', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
  { kind: 'address', address: 'a'.repeat(62) },
  { kind: 'kept', id: 'abcdefghijklmnopqrst_-' },
  { kind: 'join', token: 'A_-'.repeat(14).padEnd(43, 'z') },
  { kind: 'result', subId: '0123456789abcdef0123456789abcdef' },
];

describe('the payload of a deep link', () => {
  it.each(payloads)('is read as it was written: $kind', (payload) => {
    const text = startPayloadOf(payload);
    expect(text).toMatch(/^[\w-]{3,64}$/);
    expect(readStartPayload(text ?? '')).toEqual(payload);
  });

  it('is none for an address that is too long or has characters Telegram does not take', () => {
    expect(startPayloadOf({ kind: 'address', address: 'a'.repeat(63) })).toBeNull();
    expect(startPayloadOf({ kind: 'address', address: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwv' })).toBeNull();
  });

  it.each([
    '',
    'a',
    'a-',
    'j-short',
    'x-abc',
    'k-abcdefghijklmnopqrst.-',
    'r-0123',
    '__proto__',
    `a-${'a'.repeat(63)}`,
  ])('is nothing when it is none of ours: %j', (text) => {
    expect(readStartPayload(text)).toBeNull();
  });
});
