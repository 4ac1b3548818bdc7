import { recogniseTextNow } from '@assay/address/secrets';
import type { ColumnSnapshot } from '@assay/exposure';
import { CSV_FAULTS, openSource, readCsv } from '../../../platform/intake/index.ts';
import { excessOf, LIST_COLUMNS, type ListLayout, layoutOf } from './list-layout.ts';

const MAX_ROW_LENGTH = 100_000;

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
  /** Why the row cannot be read; null where it can. */
  readonly fault: string | null;
}

export interface ListSize {
  readonly layout: ListLayout;
  /** Without the header. */
  readonly rows: number;
  /** Lines without any text, which are no rows; those after the last row are not counted. */
  readonly blank: number;
}

/**
 * Rows of a list: a CSV whose header names `address` and optionally `asset` and `parent`, or one address a line.
 * Streamed; a row that cannot be split into cells is returned with the fault.
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
  for await (const { cells, layout, fault } of readCells(location, signal, isAssetGiven)) {
    if (fault === null && isBlank(cells)) continue;
    number += 1;
    const cell = (index: number): string => (index === -1 ? '' : (cells[index] ?? ''));
    yield {
      number,
      address: cell(layout.address),
      asset: cell(layout.asset),
      parent: cell(layout.parent),
      extras: layout.extras.map(({ index }) => cell(index)),
      isSecret: cells.some(isSecretText) || (cells.length > 1 && isSecretText(cells.join(' '))),
      fault,
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
  for await (const { cells, layout: found, emptyLines: sofar, fault } of readCells(location, signal, isAssetGiven)) {
    layout = found;
    emptyLines = sofar;
    if (fault === null && isBlank(cells)) separatorsOnly += 1;
    else rows += 1;
  }
  return { layout: layout ?? layoutOf(['address'], true), rows, blank: separatorsOnly + emptyLines };
}

interface ReadCells {
  readonly cells: readonly string[];
  readonly layout: ListLayout;
  /** Before this row. */
  readonly emptyLines: number;
  readonly fault: string | null;
}

async function* readCells(location: string, signal: AbortSignal, isAssetGiven: boolean): AsyncGenerator<ReadCells> {
  const source = await openSource(location, { signal });
  let layout: ListLayout | null = null;
  let emptyLines = 0;
  for await (const rows of readCsv(source.bytes, { maxLength: MAX_ROW_LENGTH, columns: LIST_COLUMNS })) {
    for (const row of rows) {
      const cells = 'cells' in row ? row.cells : [];
      const fault = 'fault' in row ? CSV_FAULTS[row.fault] : null;
      if ('text' in row && row.text.trim() === '') {
        emptyLines += 1;
        continue;
      }
      if (layout === null) {
        layout = layoutOf(cells, isAssetGiven);
        if (layout.hasHeader) continue;
      }
      yield { cells, layout, emptyLines, fault: fault ?? excessOf(cells, layout) };
    }
  }
}

/** Only separators: spreadsheets end their lists with such lines. */
function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '');
}

function isSecretText(text: string): boolean {
  return recogniseTextNow(text).is === 'secret';
}

const NOTHING_ELSE = { asset: '', parent: '', extras: [], isSecret: false, fault: null } as const;

/**
 * Every account of a store as a row of a list, in the order in which the records first name them. What no address can
 * have, the sink of fees and the issuer, is left out.
 */
export function* accountRows(snapshot: ColumnSnapshot): Generator<AddressRow> {
  let number = 0;
  for (let account = 0; account < snapshot.tables.accounts.count; account += 1) {
    const { role, address } = snapshot.factsOf(account);
    if (role !== 'account') continue;
    number += 1;
    yield { number, address, ...NOTHING_ELSE };
  }
}
