import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { openSource, peekText } from '../../intake/index.ts';

/** One row of the list: what it says, as it stands there. */
export interface AddressRow {
  /** From 1, a header not counted. */
  readonly number: number;
  readonly address: string;
  readonly asset: string;
  readonly parent: string;
}

const MAX_ROW_LENGTH = 100_000;
const NAMES = { address: ['address'], asset: ['asset', 'ticker', 'currency'], parent: ['parent', 'network'] } as const;

/**
 * Rows of a CSV: with a header that names `address`, and perhaps `asset` and `parent`, or without one, an address a
 * line. Streamed; a row too broken to be cut into cells comes as one address, which is none.
 *
 * @throws SourceError
 */
export async function* readAddresses(location: string, signal: AbortSignal): AsyncGenerator<AddressRow> {
  const source = await openSource(location, { signal });
  const { start, bytes } = await peekText(source.bytes, (text) => text.includes('\n'));
  const header = headerOf(start);
  const parser = parse({
    bom: true,
    delimiter: header.delimiter,
    from_line: header.isThere ? 2 : 1,
    max_record_size: MAX_ROW_LENGTH,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  const feeding = pipeline(Readable.from(bytes, { objectMode: false }), parser).catch(() => undefined);
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      const cell = (at: number): string => (at === -1 ? '' : (cells[at] ?? ''));
      yield { number, address: cell(header.address), asset: cell(header.asset), parent: cell(header.parent) };
    }
  } finally {
    parser.destroy();
    await feeding;
  }
}

function headerOf(start: string) {
  const [line = ''] = start.split(/\r?\n/);
  const delimiter = line.includes(';') && !line.includes(',') ? ';' : line.includes('\t') ? '\t' : ',';
  const names = line.split(delimiter).map((name) =>
    name
      .trim()
      .replace(/^"|"$/g, '')
      .replace(/^\ufeff/, '')
      .toLowerCase(),
  );
  const place = (wanted: readonly string[]): number => names.findIndex((name) => wanted.includes(name));
  const isThere = place(NAMES.address) !== -1;
  return isThere
    ? { delimiter, isThere, address: place(NAMES.address), asset: place(NAMES.asset), parent: place(NAMES.parent) }
    : { delimiter, isThere, address: 0, asset: -1, parent: -1 };
}
