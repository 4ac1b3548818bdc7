import { matchAssets } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import { ASSETS } from '@assay/domain';
import { countOf } from '@assay/wording';

/** A list cannot be read as one; the message says what it lacks and what was found. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

/** Where the columns of a list are; -1 where there is none. */
export interface ListLayout {
  /** Cells of its first line. */
  readonly width: number;
  readonly hasHeader: boolean;
  readonly address: number;
  readonly asset: number;
  readonly parent: number;
  /** Every other column, with its name as the list writes it. */
  readonly extras: readonly { readonly index: number; readonly name: string }[];
}

const NAMES = { address: ['address'], asset: ['asset', 'ticker', 'currency'], parent: ['parent', 'network'] } as const;
/** Names of the columns that are read. */
export const LIST_COLUMNS: readonly string[] = Object.values(NAMES).flat();
/** What can be the name of a column: up to three short words. Anything else may be private and is not repeated. */
const COLUMN_NAME = /^(?=.{1,40}$)[\p{L}_][\p{L}\p{N}_.()/-]*(?: [\p{L}\p{N}_.()/-]+){0,2}$/u;
/** Names that an answer repeats, and that are looked at for a secret first. */
const MOST_REPEATED = 40;
const HEADERLESS: ListLayout = { width: 1, hasHeader: false, address: 0, asset: -1, parent: -1, extras: [] };

/**
 * Reads the layout of a list from the cells of its first line. A list of one column needs no header.
 *
 * @param isAssetGiven whether rows without an asset have one by other means
 * @throws ListError when a needed column is missing
 */
export function layoutOf(names: readonly string[], isAssetGiven: boolean): ListLayout {
  const [address = -1, asset = -1, parent = -1] = [NAMES.address, NAMES.asset, NAMES.parent].map((wanted) =>
    names.findIndex((name) => (wanted as readonly string[]).includes(name.toLowerCase())),
  );
  if (address === -1) return withoutHeader(names, isAssetGiven);
  if (asset === -1 && !isAssetGiven) throw missing('asset', names);
  const used = new Set([address, asset, parent]);
  const extras = names.flatMap((name, index) => (used.has(index) ? [] : [{ index, name }]));
  return { width: names.length, hasHeader: true, address, asset, parent, extras };
}

/**
 * Why a row has cells that belong to no column; null where it has none. A text with a separator that is not quoted moves
 * all cells after it, so nothing of such a row is sure. Empty cells at the end are those of spreadsheets.
 */
export function excessOf(cells: readonly string[], { width }: ListLayout): string | null {
  const last = cells.findLastIndex((cell) => cell !== '') + 1;
  if (last <= width) return null;
  return `the row has ${countOf(last, 'cell')}, and the first line has ${width}: quote a text that holds the separator`;
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
  const found = foundIn(names);
  return column === 'address'
    ? new ListError(
        `The list has no column "address". ${found}. Name that column in a first line, or write one address a line`,
      )
    : new ListError(`The list has no column "asset" (or "ticker", "currency"), and --asset names none. ${found}`);
}

function foundIn(names: readonly string[]): string {
  if (names.length > MOST_REPEATED) return `Its first line has ${countOf(names.length, 'cell')}`;
  const isPrintable = names.every((name) => COLUMN_NAME.test(name)) && recogniseTextNow(names.join(' ')).is === 'clear';
  return isPrintable ? `Found: ${names.join(', ')}` : 'Its first line is no header, and is not repeated here';
}
