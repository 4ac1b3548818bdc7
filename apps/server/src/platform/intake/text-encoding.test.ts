import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceFormatError } from './source-error.ts';
import { onlyUtf8 } from './text-encoding.ts';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, size: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of onlyUtf8(chunksOf(bytes, size))) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const SIZES = [1, 2, 3, 5, 1000];

describe('text that must be UTF-8', () => {
  it('passes unchanged, in whatever pieces it comes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
        const whole = `a,b\n${text}\n`;
        expect(await read(Buffer.from(whole), size)).toBe(whole);
      }),
    );
  });

  it.each([
    ['a letter of Latin-1', Buffer.from('name\né,Café\n', 'latin1'), 2, 1, 'E9'],
    ['behind letters of two bytes', Buffer.from([0xc3, 0xa9, 0x61, 0xe9, 0x0a]), 1, 4, 'E9'],
    ['at the end', Buffer.from([0x61, 0x0a, 0x62, 0xe2, 0x82]), 2, 2, 'E2'],
    ['a continuation of nothing', Buffer.from([0x0a, 0x0a, 0x80]), 3, 1, '80'],
    ['half a surrogate pair', Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x0a]), 1, 2, 'ED'],
    ['a byte that begins nothing', Buffer.from([0x61, 0xff, 0x61]), 1, 2, 'FF'],
  ])('is refused with the place of the first wrong byte: %s', async (_name, bytes, line, byte, hex) => {
    for (const size of SIZES) {
      await expect(read(bytes, size)).rejects.toThrow(
        new SourceFormatError(`line ${line}, byte ${byte} (0x${hex}) is not UTF-8; save the file as UTF-8`),
      );
    }
  });

  it.each([
    ['with a mark', Buffer.from('\ufeffaddress', 'utf16le')],
    ['with a mark, big end first', Buffer.from('\ufeffaddress', 'utf16le').swap16()],
    ['without a mark', Buffer.from('address', 'utf16le')],
    ['without a mark, big end first', Buffer.from('address', 'utf16le').swap16()],
  ])('is recognised as UTF-16: %s', async (_name, bytes) => {
    for (const size of SIZES) {
      await expect(read(bytes, size)).rejects.toThrow('This file is UTF-16; save it as UTF-8');
    }
  });
});
