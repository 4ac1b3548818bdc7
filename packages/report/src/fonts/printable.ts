import { type FaceName, type FontFile, fileFor, mainFile } from './faces.ts';

/** Characters that act instead of being seen (controls, directions, joiners), or sit on another one. */
const UNPRINTABLE = /[\p{C}\p{M}\u2028\u2029]/u;
const SPACE = /\p{Zs}|[\t\n\r]/u;
/** Every face has these, in its first file, and they are shown as they are. */
const PLAIN = /^[ -~]*$/;

/**
 * Any text in a form that can safely be shown: nothing in it reorders, hides or overprints the line. Characters that no
 * font has, and control characters, are written as their code, such as `[U+202E]`; neighbours share one bracket.
 *
 * @param maxCharacters longer texts end with the number of characters that were left out
 * @example
 * printable('a\u202eb', 'sans', 80); // 'a[U+202E]b'
 */
export function printable(text: string, face: FaceName, maxCharacters = 200): string {
  if (text.length <= maxCharacters && PLAIN.test(text)) return text;
  let shown = '';
  let codes: string[] = [];
  let count = 0;
  const characters = Array.from(text.normalize('NFC'));
  const closeCodes = () => {
    if (codes.length > 0) shown += `[${codes.join(' ')}]`;
    codes = [];
  };
  for (const character of characters) {
    if (shown.length + codes.length * 7 >= maxCharacters) break;
    count += 1;
    if (SPACE.test(character)) {
      closeCodes();
      shown += ' ';
    } else if (UNPRINTABLE.test(character) || fileFor(face, character) === null) {
      codes.push(`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
    } else {
      closeCodes();
      shown += character;
    }
  }
  closeCodes();
  const left = characters.length - count;
  return left === 0 ? shown : `${shown}… (${left} more)`;
}

/** A stretch of text that one font file draws. */
export interface Run {
  readonly file: FontFile;
  readonly text: string;
}

/** Splits printable text by the file that draws it. Characters without a file have no place here: `printable` first. */
export function runsOf(text: string, face: FaceName): readonly Run[] {
  if (text === '') return [];
  if (PLAIN.test(text)) return [{ file: mainFile(face), text }];
  const runs: { file: FontFile; text: string }[] = [];
  for (const character of text) {
    const file = fileFor(face, character);
    if (file === null) throw new RangeError(`No font has U+${(character.codePointAt(0) ?? 0).toString(16)}`);
    const last = runs.at(-1);
    if (last !== undefined && (last.file === file || character === ' ')) last.text += character;
    else runs.push({ file, text: character });
  }
  return runs;
}
