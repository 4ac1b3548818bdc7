import { CATEGORIES } from '@assay/domain';
import { nameParty } from '@assay/wording';
import type { CsvColumns } from '../../../platform/kernel/text/csv.ts';
import type { Counterparty, PageQuery } from './counterparties.ports.ts';

interface CsvAsset {
  readonly ticker: string;
  readonly network: string;
  readonly decimals: number;
}

const DIRECTIONS = { bwd: 'incoming', fwd: 'outgoing' } as const;

/** A list as CSV. The direction is the first column, so that both files can be put together. */
export function counterpartyColumns(
  direction: PageQuery['direction'],
  { ticker, network, decimals }: CsvAsset,
): CsvColumns<Counterparty> {
  return [
    ['direction', () => DIRECTIONS[direction]],
    ['address', ({ address }) => address ?? ''],
    ['party', nameParty],
    ['category', ({ label }) => (label === null ? '' : CATEGORIES[label.category].title)],
    ['label_source', ({ label }) => label?.source ?? ''],
    ['label_confidence', ({ label }) => (label === null ? '' : String(label.confidence))],
    ['label_derived', ({ label }) => (label === null ? '' : label.isDerived ? 'yes' : 'no')],
    ['asset', () => ticker],
    ['network', () => network],
    ['amount', ({ amount }) => plainAmount(amount, decimals)],
    ['transfers', ({ records }) => String(records)],
    ['first_utc', ({ firstTime }) => new Date(firstTime * 1000).toISOString()],
    ['last_utc', ({ lastTime }) => new Date(lastTime * 1000).toISOString()],
    ['share', ({ share }) => share.toFixed(8)],
    ['usd', ({ usd }) => (usd === null ? '' : usd.toFixed(2))],
  ];
}

/** Coins for programs: every decimal that counts, and no marks between thousands. */
function plainAmount(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 || fraction === '' ? whole : `${whole}.${fraction}`;
}
