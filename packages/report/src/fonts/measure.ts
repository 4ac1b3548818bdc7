import type { FaceName, FontFile } from './faces.ts';
import { runsOf } from './printable.ts';
import { MONOSPACED_WIDTH, shapeWord, wordsOf } from './shape.ts';

/** How a text is set. Sizes in points; tracking as a part of the size. */
export interface TextStyle {
  readonly face: FaceName;
  readonly sizePoints: number;
  readonly colour: string;
  readonly tracking?: number;
}

/** Replaces a drawn arrow: the fonts have none. Never part of what others wrote; that is made printable first. */
export const ARROW = '\u2192';
export const ARROW_UNITS = 0.95;

/** Width of one line in points. */
export function widthOf(text: string, style: TextStyle): number {
  if (!text.includes(ARROW)) return plainWidth(text, style);
  const parts = text.split(ARROW);
  const width = parts.reduce((sum, part) => sum + plainWidth(part, style), 0);
  return width + (parts.length - 1) * ARROW_UNITS * style.sizePoints;
}

function plainWidth(text: string, style: TextStyle): number {
  let width = 0;
  for (const run of runsOf(text, style.face)) width += unitWidth(run.file, run.text) * style.sizePoints;
  return width + (style.tracking ?? 0) * style.sizePoints * Math.max(0, text.length - 1);
}

/** Breaks a printable text into lines: at spaces, and inside a word only where it is wider than the line. */
export function wrapText(text: string, style: TextStyle, widthPoints: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, style) <= widthPoints) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWord(word, style, widthPoints);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}

function breakWord(word: string, style: TextStyle, widthPoints: number): readonly string[] {
  if (widthOf(word, style) <= widthPoints) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && widthOf(piece + character, style) > widthPoints) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

/** Width at a size of one. */
function unitWidth(file: FontFile, text: string): number {
  if (file.isMonospaced) return lengthOf(text) * MONOSPACED_WIDTH;
  return wordsOf(text).reduce((sum, word) => sum + shapeWord(file, word).width, 0);
}

/** In characters, without an array of them. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
