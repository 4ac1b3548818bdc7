import { matchAssets } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import { ASSETS } from '@assay/domain';
import { parse } from 'csv-parse/sync';

/** A list cannot be read as one; the message says what it lacks and what was found. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

/** Where the columns of a list are; -1 where there is none. */
export interface ListLayout {
  readonly delimiter: string;
  readonly hasHeader: boolean;
  readonly address: number;
  readonly asset: number;
  readonly parent: number;
  /** Every other column, with its name as the list writes it. */
  readonly extras: readonly { readonly index: number; readonly name: string }[];
}

const NAMES = { address: ['address'], asset: ['asset', 'ticker', 'currency'], parent: ['parent', 'network'] } as const;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** What can be the name of a column: up to three short words. Anything else may be private and is not repeated. */
const COLUMN_NAME = /^(?=.{1,40}$)[\p{L}_][\p{L}\p{N}_.()/-]*(?: [\p{L}\p{N}_.()/-]+){0,2}$/u;
const HEADERLESS: ListLayout = { delimiter: ',', hasHeader: false, address: 0, asset: -1, parent: -1, extras: [] };

/**
 * Reads the layout of a list from its first line. Columns are separated by commas, semicolons, tabs or bars, whichever
 * gives a column `address`. A list of one column needs no header.
 *
 * @param isAssetGiven whether rows without an asset have one by other means
 * @throws ListError when a needed column is missing
 */
export function layoutOf(firstLine: string, isAssetGiven: boolean): ListLayout {
  const candidates = DELIMITERS.map((delimiter) => ({ delimiter, names: cellsOf(firstLine, delimiter) }));
  const withAddress = candidates.find(({ names }) => indexOf(names, NAMES.address) !== -1);
  if (withAddress === undefined) {
    const widest = candidates.reduce((best, one) => (one.names.length > best.names.length ? one : best));
    return withoutHeader(widest.names, isAssetGiven);
  }
  const { delimiter, names } = withAddress;
  const [address, asset, parent] = [NAMES.address, NAMES.asset, NAMES.parent].map((wanted) => indexOf(names, wanted));
  const layout = { delimiter, hasHeader: true, address: address ?? -1, asset: asset ?? -1, parent: parent ?? -1 };
  if (layout.asset === -1 && !isAssetGiven) throw missing('asset', names);
  const used = new Set([layout.address, layout.asset, layout.parent]);
  return {
    ...layout,
    extras: names.flatMap((name, index) => (used.has(index) ? [] : [{ index, name }])),
  };
}

/** A list without a column `address`: addresses alone, or an error that names what was found. */
function withoutHeader(names: readonly string[], isAssetGiven: boolean): ListLayout {
  const [first = ''] = names;
  const isAddressList = names.length === 1 && (/\d/.test(first) || matchAssets(first, ASSETS).length > 0);
  if (!isAddressList) throw missing('address', names);
  if (!isAssetGiven) throw new ListError('The list has no column "asset", and --asset names none');
  return HEADERLESS;
}

function missing(column: 'address' | 'asset', names: readonly string[]): ListError {
  const isPrintable = names.every((name) => COLUMN_NAME.test(name)) && recogniseTextNow(names.join(' ')).is === 'clear';
  const found = isPrintable ? `Found: ${names.join(', ')}` : 'Its first line is no header, and is not repeated here';
  return column === 'address'
    ? new ListError(
        `The list has no column "address". ${found}. Name that column in a first line, or write one address a line`,
      )
    : new ListError(`The list has no column "asset" (or "ticker", "currency"), and --asset names none. ${found}`);
}

function cellsOf(line: string, delimiter: string): readonly string[] {
  const rows: string[][] = parse(line, {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    trim: true,
    bom: true,
  });
  return rows[0] ?? [''];
}

function indexOf(names: readonly string[], wanted: readonly string[]): number {
  return names.findIndex((name) => wanted.includes(name.toLowerCase()));
}
