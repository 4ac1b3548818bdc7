import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { unpackWoff } from './unpack-woff.ts';

const FILE = '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff';
const woff = readFileSync(fileURLToPath(import.meta.resolve(FILE)));

describe('unpacking a WOFF font', () => {
  it('gives the same glyphs, as a plain TrueType file', () => {
    const plain = Buffer.from(unpackWoff(woff));
    expect(plain.readUInt32BE(0)).toBe(0x00010000);
    for (const character of 'Aé0…') {
      const codePoint = character.codePointAt(0) ?? 0;
      expect(outlineOf(plain, codePoint)).toBe(outlineOf(woff, codePoint));
    }
  });

  it.each([Buffer.alloc(0), Buffer.from('wOF2'.padEnd(60, '\0')), Buffer.from('%PDF-1.7'.padEnd(60))])(
    'refuses what is none',
    (bytes) => {
      expect(() => unpackWoff(bytes)).toThrow(RangeError);
    },
  );

  function outlineOf(bytes: Buffer, codePoint: number): string {
    const font = create(bytes);
    if (!('glyphForCodePoint' in font)) throw new Error('a collection');
    return font.glyphForCodePoint(codePoint).path.toSVG();
  }
});
