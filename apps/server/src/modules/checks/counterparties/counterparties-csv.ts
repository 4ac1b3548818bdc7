import { CATEGORIES } from '@assay/domain';
import { nameParty } from '@assay/wording';
import { csvCell } from '../../../platform/kernel/text/csv-cell.ts';
import type { Counterparty, PageQuery } from './counterparties.ports.ts';

interface CsvAsset {
  readonly ticker: string;
  readonly network: string;
  readonly decimals: number;
}

type Column = (party: Counterparty, asset: CsvAsset) => string;

const COLUMNS: readonly (readonly [string, Column])[] = [
  ['address', ({ address }) => address ?? ''],
  ['party', nameParty],
  ['category', ({ label }) => (label === null ? '' : CATEGORIES[label.category].title)],
  ['label_source', ({ label }) => label?.source ?? ''],
  ['label_confidence', ({ label }) => (label === null ? '' : String(label.confidence))],
  ['label_derived', ({ label }) => (label === null ? '' : label.isDerived ? 'yes' : 'no')],
  ['asset', (_party, { ticker }) => ticker],
  ['network', (_party, { network }) => network],
  ['amount', ({ amount }, { decimals }) => plainAmount(amount, decimals)],
  ['transfers', ({ records }) => String(records)],
  ['first_utc', ({ firstTime }) => new Date(firstTime * 1000).toISOString()],
  ['last_utc', ({ lastTime }) => new Date(lastTime * 1000).toISOString()],
  ['share', ({ share }) => share.toFixed(8)],
  ['usd', ({ usd }) => (usd === null ? '' : usd.toFixed(2))],
];

const DIRECTIONS = { bwd: 'incoming', fwd: 'outgoing' } as const;

/** `direction` is the first column: both files can be put together. */
export const CSV_HEADER = `${['direction', ...COLUMNS.map(([name]) => name)].join(',')}\r\n`;

/** Rows of a list as CSV (RFC 4180), every line ended by CRLF. */
export function csvLines(parties: readonly Counterparty[], direction: PageQuery['direction'], asset: CsvAsset): string {
  return parties
    .map((party) => [DIRECTIONS[direction], ...COLUMNS.map(([, read]) => csvCell(read(party, asset)))].join(','))
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Coins for programs: every decimal that counts, and no marks between thousands. */
function plainAmount(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 || fraction === '' ? whole : `${whole}.${fraction}`;
}
