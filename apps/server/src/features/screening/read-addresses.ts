import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { recogniseTextNow } from '@assay/address/secrets';
import { type Info, parse } from 'csv-parse';
import { openSource, peekText } from '../intake/index.ts';
import { type ListLayout, layoutOf } from './list-layout.ts';

/** One row of the list, with its text as written there. */
export interface AddressRow {
  /** From 1, without the header and blank lines. */
  readonly number: number;
  readonly address: string;
  readonly asset: string;
  readonly parent: string;
  /** Texts of the other columns, in the order of the layout. */
  readonly extras: readonly string[];
  /** Whether the row contains a secret, in one cell or across cells: no part of it may be repeated. */
  readonly isSecret: boolean;
}

export interface ListSize {
  readonly layout: ListLayout;
  /** Without the header. */
  readonly rows: number;
  /** Lines without any text, which are no rows; those after the last row are not counted. */
  readonly blank: number;
}

const MAX_ROW_LENGTH = 100_000;

/**
 * Rows of a list: a CSV whose header names `address` and optionally `asset` and `parent`, or one address a line.
 * Streamed; a row that cannot be split into cells is returned as one address, which is invalid.
 *
 * @param isAssetGiven whether rows without an asset have one by other means
 * @throws SourceError, ListError
 */
export async function* readAddresses(
  location: string,
  signal: AbortSignal,
  isAssetGiven = true,
): AsyncGenerator<AddressRow> {
  let number = 0;
  for await (const { cells, layout } of readCells(location, signal, isAssetGiven)) {
    if (isBlank(cells)) continue;
    number += 1;
    const cell = (index: number): string => (index === -1 ? '' : (cells[index] ?? ''));
    yield {
      number,
      address: cell(layout.address),
      asset: cell(layout.asset),
      parent: cell(layout.parent),
      extras: layout.extras.map(({ index }) => cell(index)),
      isSecret: cells.some(isSecretText) || (cells.length > 1 && isSecretText(cells.join(' '))),
    };
  }
}

/**
 * Reads a list once to count its rows.
 *
 * @throws SourceError, ListError
 */
export async function measureList(location: string, signal: AbortSignal, isAssetGiven: boolean): Promise<ListSize> {
  let layout: ListLayout | null = null;
  let [rows, separatorsOnly, emptyLines] = [0, 0, 0];
  for await (const { cells, layout: found, emptyLines: sofar } of readCells(location, signal, isAssetGiven)) {
    layout = found;
    emptyLines = sofar;
    if (isBlank(cells)) separatorsOnly += 1;
    else rows += 1;
  }
  return { layout: layout ?? layoutOf('address', true), rows, blank: separatorsOnly + emptyLines };
}

interface ReadCells {
  readonly cells: readonly string[];
  readonly layout: ListLayout;
  /** Before this row. */
  readonly emptyLines: number;
}

async function* readCells(location: string, signal: AbortSignal, isAssetGiven: boolean): AsyncGenerator<ReadCells> {
  const source = await openSource(location, { signal });
  const { start, bytes } = await peekText(source.bytes, (text) => text.includes('\n'));
  try {
    const [firstLine = ''] = start.split(/\r?\n/);
    if (firstLine !== '') yield* cellsOf(bytes, layoutOf(firstLine, isAssetGiven));
  } finally {
    // A list that is refused by its first line is not read on.
    await bytes[Symbol.asyncIterator]().return?.();
  }
}

async function* cellsOf(bytes: AsyncIterable<Uint8Array>, layout: ListLayout): AsyncGenerator<ReadCells> {
  const parser = parse({
    bom: true,
    delimiter: layout.delimiter,
    info: true,
    max_record_size: MAX_ROW_LENGTH,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  const feeding = pipeline(Readable.from(bytes, { objectMode: false }), parser).catch(() => undefined);
  let isHeaderNext = layout.hasHeader;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ readonly record: string[]; readonly info: Info }>) {
      if (!isHeaderNext) yield { cells: record, layout, emptyLines: info.empty_lines };
      isHeaderNext = false;
    }
  } finally {
    parser.destroy();
    await feeding;
  }
}

/** Only separators: spreadsheets end their lists with such lines. */
function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '');
}

function isSecretText(text: string): boolean {
  return recogniseTextNow(text).is === 'secret';
}
