import { decodeText, MAX_LINE_LENGTH } from '../../../../platform/intake/index.ts';
import { LabelFormatError } from './parser.ts';

export interface ArrayEntry {
  /** Line the entry begins on, from 1. */
  readonly line: number;
  /** Its JSON text, not yet parsed. */
  readonly text: string;
}

/**
 * Entries of one top-level JSON array as text, one at a time: the whole list is never in memory.
 *
 * @throws LabelFormatError when the text is no array, goes on after it, or ends inside it
 */
export async function* readJsonArray(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArrayEntry> {
  let line = 1;
  let state: 'before' | 'inside' | 'after' = 'before';
  let depth = 0;
  let inText = false;
  let escaped = false;
  let entry = '';
  let entryLine = 1;
  for await (const chunk of decodeText(bytes)) {
    for (const character of chunk) {
      if (character === '\n') line += 1;
      const isSpace = character === ' ' || character === '\n' || character === '\r' || character === '\t';
      if (state !== 'inside') {
        if (isSpace) continue;
        if (state === 'after' || character !== '[') throw new LabelFormatError('expected one JSON array');
        state = 'inside';
        continue;
      }
      if (inText) {
        entry += character;
        if (escaped) escaped = false;
        else if (character === '\\') escaped = true;
        else if (character === '"') inText = false;
      } else if (depth === 0 && (character === ',' || character === ']')) {
        if (entry.trim() !== '') yield { line: entryLine, text: entry };
        entry = '';
        if (character === ']') state = 'after';
      } else if (!(isSpace && entry === '')) {
        if (entry === '') entryLine = line;
        if (character === '"') inText = true;
        else if (character === '{' || character === '[') depth += 1;
        else if (character === '}' || character === ']') depth -= 1;
        entry += character;
      }
      if (entry.length > MAX_LINE_LENGTH)
        throw new LabelFormatError(`an entry is longer than ${MAX_LINE_LENGTH} characters`);
    }
  }
  if (state !== 'after') throw new LabelFormatError('the JSON array does not end');
}
