import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfKey, hintOfKey, isKeyText, newKeyText } from './key-text.ts';

describe('the text of an API key', () => {
  it('is its prefix, 32 random digits and the CRC-32 of both', () => {
    expect(newKeyText('live')).toMatch(/^aml_live_[0-9A-Za-z]{38}$/);
    expect(newKeyText('test')).toMatch(/^aml_test_[0-9A-Za-z]{38}$/);
    expect(new Set(Array.from({ length: 100 }, () => newKeyText('live'))).size).toBe(100);
    // CRC-32 of the text before the checksum, computed by another implementation: 0xb223adc.
    expect(isKeyText(`aml_live_${'0'.repeat(32)}0CdlIy`)).toBe(true);
  });

  it('differs from a key with any other character', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('live', 'test').map(newKeyText),
        fc.integer({ min: 9, max: 46 }),
        fc.constantFrom('0', '1', '7', 'a', 'c', 'X', 'Z'),
        (key, at, digit) => {
          const changed = key.slice(0, at) + digit + key.slice(at + 1);
          expect(isKeyText(changed)).toBe(changed === key);
        },
      ),
    );
  });

  it.each(['', 'aml_live_', 'aml_test_', 'sk_live_0000', 'eyJhbGciOiJIUzI1NiJ9.e30.x'])('is not %j', (text) => {
    expect(isKeyText(text)).toBe(false);
  });

  it('is found in a text by the expression that is published for scanners, and nothing else is', async () => {
    const page = await readFile(new URL('../../../../../../docs/developers/README.md', import.meta.url), 'utf8');
    const [, published = ''] = /by `(\\b.+?\\b)`/.exec(page) ?? [];
    const keys = [newKeyText('live'), newKeyText('test')];
    const text = `ASSAY_KEY="${keys[0]}"\nBearer ${keys[1]}, aml_live_short, xaml_live_${'0'.repeat(38)}`;
    expect(text.match(new RegExp(published, 'g'))).toEqual(keys);
  });

  it('is shown by too few characters to use it, and stored as a hash', () => {
    const key = newKeyText('live');
    expect(hintOfKey(key)).toBe(`${key.slice(0, 13)}…${key.slice(-4)}`);
    expect(hashOfKey(key)).toHaveLength(32);
  });
});
