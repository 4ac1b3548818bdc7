import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { Kept } from './kept.ts';
import { unpackWoff } from './unpack-woff.ts';

/** The site's two families: words, and what has to line up. */
export type FaceName = 'sans' | 'sansMedium' | 'sansSemi' | 'mono' | 'monoMedium';

/** One font file. Scripts of a face lie in several files; each is embedded only where it is used. */
export interface FontFile {
  readonly key: string;
  readonly font: Font;
  /** Every glyph is as wide as the next, none is joined to another. */
  readonly isMonospaced: boolean;
}

const SANS_SCRIPTS = ['latin', 'latin-ext'] as const;
const MONO_SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;

/** Where a character is looked for, in order. What Instrument Sans lacks, such as Cyrillic, IBM Plex Mono may have. */
const CHAINS: Record<FaceName, readonly string[]> = {
  sans: [...sans(400), ...mono(400)],
  sansMedium: [...sans(500), ...mono(500)],
  sansSemi: [...sans(600), ...mono(500)],
  mono: [...mono(400), ...sans(400)],
  monoMedium: [...mono(500), ...sans(500)],
};

const files = new Map<string, FontFile>();
const found = new Map<FaceName, Kept<FontFile | null>>();

/** The file that draws a character in a face; null where no file has it. Files are read once a process. */
export function fileFor(face: FaceName, character: string): FontFile | null {
  let byCharacter = found.get(face);
  if (byCharacter === undefined) {
    byCharacter = new Kept();
    found.set(face, byCharacter);
  }
  const known = byCharacter.find(character);
  if (known !== undefined) return known;
  const codePoint = character.codePointAt(0) ?? 0;
  const path = CHAINS[face].find((candidate) => openFile(candidate).font.hasGlyphForCodePoint(codePoint));
  const file = path === undefined ? null : openFile(path);
  byCharacter.keep(character, file);
  return file;
}

/** The first file of a face: its measures count for the line. */
export function mainFile(face: FaceName): FontFile {
  const [first = ''] = CHAINS[face];
  return openFile(first);
}

function openFile(path: string): FontFile {
  const known = files.get(path);
  if (known !== undefined) return known;
  const woff = readFileSync(fileURLToPath(import.meta.resolve(path)));
  const font = create(Buffer.from(unpackWoff(woff)));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} is a collection, not a font`);
  nameGlyphs(font);
  const file = { key: path, font, isMonospaced: path.includes('plex-mono') };
  files.set(path, file);
  return file;
}

/**
 * The library makes a glyph once, and a glyph first met as a part of another one, such as the full stop in an ellipsis,
 * would have no character: texts of the document could then not be searched, copied or read aloud.
 */
function nameGlyphs(font: Font): void {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
}

function sans(weight: number): string[] {
  return SANS_SCRIPTS.map(
    (script) => `@fontsource/instrument-sans/files/instrument-sans-${script}-${weight}-normal.woff`,
  );
}

function mono(weight: number): string[] {
  return MONO_SCRIPTS.map((script) => `@fontsource/ibm-plex-mono/files/ibm-plex-mono-${script}-${weight}-normal.woff`);
}
