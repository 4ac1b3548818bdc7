import { tableText } from '@assay/command';
import type { Counterparties, CounterpartiesAsked } from '@assay/contracts';
import {
  countOf,
  formatAmount,
  formatCoins,
  formatCount,
  formatShare,
  formatUsd,
  isoDayOf,
  nameParty,
  titleOfShare,
} from '@assay/wording';

type Page = Extract<Counterparties, { readonly status: 'ready' }>;

/** A page of counterparties for a reader at a terminal. */
export function counterpartiesReport(page: Page, address: string, { direction }: CounterpartiesAsked): string {
  const { ticker, decimals, items, totals, until, next } = page;
  const own = totals[direction];
  const isIncoming = direction === 'incoming';
  const sum = `${formatCoins(own.amount, { decimals, ticker })}${own.usd === null ? '' : `, ${formatUsd(own.usd)}`}`;
  return [
    `${isIncoming ? 'Who paid' : 'Paid by'} ${address}`,
    `${countOf(own.parties, 'party', 'parties')}, ${countOf(own.records, 'record')}, ${sum}; records until ${until}`,
    ...(page.is_shared_out
      ? ['A transaction of several owners is shared among them by the amounts of its inputs or outputs.']
      : []),
    '',
    tableText(
      [ticker, 'Share', 'Records', 'First', 'Last', 'USD', 'Party'],
      items.map((row) => [
        formatAmount(row.amount, decimals),
        formatShare(row.share),
        formatCount(row.records),
        isoDayOf(new Date(row.first_time)),
        isoDayOf(new Date(row.last_time)),
        row.usd === null ? '' : formatUsd(row.usd),
        partyText(row),
      ]),
    ),
    ...(next === null ? [] : ['', `Next page: --cursor ${next}`]),
    ...seenLines(page.also_seen.filter((seen) => seen.ticker !== ticker)),
  ].join('\n');
}

function partyText(row: Page['items'][number]): string {
  const { address, label } = row;
  const name = nameParty(row);
  const kind = label === null ? '' : ` (${titleOfShare(label.category)}${label.is_derived ? ', derived' : ''})`;
  return [address ?? '', `${name}${kind}`].filter((part) => part !== '').join('  ');
}

/** The other assets whose records name the address. */
export function seenLines(seen: Page['also_seen']): readonly string[] {
  return seen.length === 0
    ? []
    : [
        '',
        ...seen.map(
          ({ ticker, network, records }) => `Also seen: ${ticker} on ${network}, ${countOf(records, 'record')}`,
        ),
      ];
}
