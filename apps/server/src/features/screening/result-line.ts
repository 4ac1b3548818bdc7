import type { Asset } from '@assay/domain';
import type { ScreenedAddress } from './screening.ports.ts';

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

export const HEADER_LINE = `${COLUMNS.join(',')}\n`;

/** A row that was answered: `done`, or `n/a` where there is no rating. */
export function resultLine(row: number, address: string, asset: Asset, found: ScreenedAddress): string {
  return lineOf({
    row,
    address,
    asset: asset.ticker,
    parent: asset.parent ?? '',
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
  });
}

/** A row that could not be checked, as it stood in the list, with the reason. */
export function rejectedLine(
  row: number,
  given: { readonly address: string; readonly asset: string; readonly parent: string },
  reason: string,
): string {
  return lineOf({ row, ...given, status: 'rejected', reason });
}

function lineOf(cells: Partial<Record<(typeof COLUMNS)[number], string | number>>): string {
  return `${COLUMNS.map((name) => cellOf(cells[name] ?? '')).join(',')}\n`;
}

const LONGEST_CELL = 2_000;

/**
 * One cell, on one line. A spreadsheet runs what begins with = + - @, a tab or a carriage return as a formula (OWASP,
 * CSV injection): such text gets an apostrophe before it.
 */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.slice(0, LONGEST_CELL);
  const safe = (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll(/[\r\n\0]+/g, ' ');
  return /[",;\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
