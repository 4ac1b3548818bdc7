import {
  CSV_FAULTS,
  type CsvOptions,
  type CsvRow,
  MAX_LINE_LENGTH,
  readCsv,
} from '../../../../platform/intake/index.ts';
import { LabelFormatError } from './parser.ts';

/** Rows of a CSV as a stream, without those that are empty; one that cannot be read has a fault. */
export async function* readCsvRows(
  bytes: AsyncIterable<Uint8Array>,
  shape: Pick<CsvOptions, 'separator' | 'columns'>,
): AsyncGenerator<CsvRow> {
  for await (const rows of readCsv(bytes, { maxLength: MAX_LINE_LENGTH, ...shape })) {
    for (const row of rows) if (!('text' in row) || row.text.trim() !== '') yield row;
  }
}

/**
 * Rows of a publisher's list of comma-separated values, every one of which counts.
 *
 * @throws LabelFormatError where one cannot be read
 */
export async function* readPublisherRows(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Extract<CsvRow, { readonly cells: unknown }>> {
  for await (const row of readCsvRows(bytes, { separator: ',' })) {
    if ('fault' in row) throw new LabelFormatError(`CSV: line ${row.line}: ${CSV_FAULTS[row.fault]}`);
    yield row;
  }
}
