import { hexOf } from './hex-of.ts';

/** Entries that a block may have. */
const BLOCK = 100;

/**
 * Which characters the glyphs of a font mean, by their number: the `ToUnicode` map of PDF (ISO 32000-1, 9.10.3), so
 * that text can be searched, copied and read aloud.
 *
 * @param characters code points by number of the glyph; 0, the missing glyph, means none
 */
export function unicodeMap(characters: readonly (readonly number[])[]): string {
  const entries = characters.flatMap((codePoints, number) =>
    number === 0 || codePoints.length === 0 ? [] : `<${hexOf(number)}> <${codePoints.map(utf16Of).join('')}>`,
  );
  const blocks = Array.from({ length: Math.ceil(entries.length / BLOCK) }, (_, index) => {
    const block = entries.slice(index * BLOCK, (index + 1) * BLOCK);
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`;
  });
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000><ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}

function utf16Of(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return Array.from({ length: text.length }, (_, index) => hexOf(text.charCodeAt(index))).join('');
}
