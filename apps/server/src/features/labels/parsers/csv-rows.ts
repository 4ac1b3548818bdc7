import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { MAX_LINE_LENGTH } from '../../intake/index.ts';
import { LabelFormatError } from './parser.ts';

export interface CsvRow {
  /** Line it ends on, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Rows of comma-separated values (RFC 4180; any line end, byte order mark allowed) as a stream.
 *
 * @throws LabelFormatError when quotes are left open or a row is beyond all reason
 */
export async function* readCsvRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_LENGTH,
  });
  // A failing source destroys the parser with its error, so the loop below throws it.
  const feeding = pipeline(Readable.from(bytes, { objectMode: false }), parser).catch(() => undefined);
  try {
    for await (const entry of parser) {
      const { record, info } = entry as { record: string[]; info: Info };
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new LabelFormatError(`CSV: ${error.message}`);
    throw error;
  } finally {
    parser.destroy();
    await feeding;
  }
}
