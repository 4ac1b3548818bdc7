import { defuseFormula } from '../../../platform/kernel/text/csv.ts';
import type { CheckSubject } from '../checks/begin/begin-check.ts';
import type { ListLayout } from './list-layout.ts';
import type { AddressRow } from './read-addresses.ts';
import type { ResultCells, ScreenedAddress } from './screening.ports.ts';

const COLUMNS = [
  'row',
  'address',
  'asset',
  'parent',
  'status',
  'stars',
  'total',
  'verdict',
  'rule',
  'reason',
  'confidence',
  'attributed',
  'not_followed',
  'incoming',
  'outgoing',
  'labels',
  'headline',
  'method_version',
  'label_set_version',
  'records_until',
] as const;

/** The status of a row that could not be checked, and where it is in a line. */
export const REJECTED = 'rejected';
export const STATUS_INDEX = COLUMNS.indexOf('status');

/**
 * The header of the results: our columns, then the other columns of the list. One whose name is taken, or that has none,
 * is named after its position in the list.
 */
export function headerLine({ extras }: Pick<ListLayout, 'extras'>): string {
  const names: string[] = [...COLUMNS];
  for (const { index, name } of extras) {
    names.push(name === '' || names.includes(name) ? `list_${index + 1}${name === '' ? '' : `_${name}`}` : name);
  }
  return `${names.map(cellOf).join(',')}\n`;
}

/** The cells of a line that the row itself gives; those of the result follow. */
const ROW_COLUMNS = ['row', 'address', 'asset', 'parent'] as const;
const RESULT_COLUMNS = COLUMNS.slice(ROW_COLUMNS.length);

/** The line of a row that was checked. */
export function resultLine(
  { number, extras }: Pick<AddressRow, 'number' | 'extras'>,
  { address, asset }: CheckSubject,
  { cells }: ResultCells,
): string {
  const named = `${number},${cellOf(address)},${cellOf(asset.ticker)},${cellOf(asset.parent ?? '')},${cells}`;
  return extras.length === 0 ? `${named}\n` : `${named},${extras.map(cellOf).join(',')}\n`;
}

/** What a result says in a line: `done`, or `n/a` where there is no rating, and all that follows. */
export function resultCells(found: ScreenedAddress): ResultCells {
  const cells: Cells = {
    status: found.stars === 0 ? 'n/a' : 'done',
    stars: found.stars === 0 ? '' : found.stars,
    total: found.total ?? '',
    verdict: found.verdict,
    rule: found.rule,
    reason: found.reason ?? '',
    confidence: found.confidence,
    attributed: found.attributed,
    not_followed: found.notFollowed,
    incoming: found.incoming,
    outgoing: found.outgoing,
    labels: found.labels,
    headline: found.headline,
    method_version: found.methodVersion,
    label_set_version: found.labelSetVersion,
    records_until: found.recordsUntil ?? '',
  };
  return { cells: RESULT_COLUMNS.map((name) => cellOf(cells[name] ?? '')).join(',') };
}

/** A row that could not be checked, as written in the list, with the reason. */
export function rejectedLine(
  row: Pick<AddressRow, 'number' | 'extras'>,
  given: { readonly address: string; readonly asset: string; readonly parent: string },
  reason: string,
): string {
  return lineOf({ row: row.number, ...given, status: REJECTED, reason }, row.extras);
}

type Cells = Partial<Record<(typeof COLUMNS)[number], string | number>>;

function lineOf(cells: Cells, extras: readonly string[]): string {
  return `${[...COLUMNS.map((name) => cells[name] ?? ''), ...extras].map(cellOf).join(',')}\n`;
}

const LONGEST_CELL = 2_000;
/** A cell that is written as it is, whatever the rules below say: most are. */
const PLAIN_CELL = /^[A-Za-z0-9][A-Za-z0-9 .:%()/_-]{0,200}$/;

/**
 * One cell, on one line. A spreadsheet runs text that begins with = + - @, a tab or a carriage return as a formula
 * (OWASP, CSV injection): such text gets an apostrophe before it.
 */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  if (value === '' || PLAIN_CELL.test(value)) return value;
  const text = value.slice(0, LONGEST_CELL);
  const safe = defuseFormula(text).replaceAll(/[\r\n\0]+/g, ' ');
  return /[",;\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
