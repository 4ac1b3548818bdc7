import { onlyUtf8, peekText, readLineBatches } from '../../../../../platform/intake/index.ts';
import { csvRows } from './csv-rows.ts';
import { type FormatColumns, MAX_ROW_LENGTH, REJECT_TEXT_LENGTH, type Row } from './row.ts';

/**
 * Rows of a CSV or JSON Lines source, in batches; its first character shows which of the two it is.
 *
 * @throws SourceFormatError for a header that is not one of the format's
 */
export async function* readRows(
  source: AsyncIterable<Uint8Array>,
  columns: FormatColumns,
): AsyncGenerator<readonly Row[]> {
  const { start, bytes } = await peekText(onlyUtf8(source), (text) => text !== '');
  yield* start.startsWith('{') ? jsonRows(bytes) : csvRows(bytes, columns);
}

async function* jsonRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Row[]> {
  let number = 0;
  for await (const lines of readLineBatches(bytes, MAX_ROW_LENGTH)) {
    const rows: Row[] = [];
    for (const { text, cut } of lines) {
      if (text.trim() === '') continue;
      number += 1;
      rows.push({ number, fields: cut ? null : parseObject(text), text: text.slice(0, REJECT_TEXT_LENGTH) });
    }
    yield rows;
  }
}

/** An object from one line of JSON; integers too large for a number stay text. */
export function parseObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = /[:[,]\s*-?\d{16,}/.test(line) ? JSON.parse(line, keepDigits) : JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function keepDigits(this: unknown, _key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
}
