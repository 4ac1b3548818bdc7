import type { Counterparties, CounterpartyRow } from '@assay/contracts';
import { CATEGORIES } from '@assay/domain';
import {
  formatAmount,
  formatCount,
  formatDay,
  formatShare,
  formatUsd,
  nameParty,
  shortenAddress,
} from '@assay/wording';
import { CategoryName } from '../../shell/labels/category-name.tsx';
import { DataTable } from '../../shell/layout/data-table.tsx';

type Ready = Extract<Counterparties, { readonly status: 'ready' }>;

/** One row a party; on a phone each row is a block of its own. */
export function CounterpartyTable({ page }: { readonly page: Ready }) {
  const { ticker, decimals, items } = page;
  return (
    <DataTable
      label="Counterparties"
      isStacked
      rows={items}
      keyOf={({ role, address }) => `${role} ${address}`}
      columns={[
        { head: 'Party', cell: (row) => <Party row={row} /> },
        { head: ticker, isNumber: true, cell: ({ amount }) => formatAmount(amount, decimals) },
        { head: 'Share', isNumber: true, cell: ({ share }) => formatShare(share) },
        { head: 'Records', isNumber: true, cell: ({ records }) => formatCount(records) },
        { head: 'First', cell: (row) => formatDay(row.first_time) },
        { head: 'Last', cell: (row) => formatDay(row.last_time) },
        { head: 'USD', isNumber: true, cell: ({ usd }) => (usd === null ? 'no price' : formatUsd(usd)) },
      ]}
    />
  );
}

function Party({ row }: { readonly row: CounterpartyRow }) {
  const { address, label } = row;
  const name = nameParty(row);
  return (
    <span className="party">
      {name !== '' && <span>{name}</span>}
      {address !== null && (
        <span className="mono party-address" title={address}>
          {shortenAddress(address)}
        </span>
      )}
      {label !== null && (
        <small>
          <CategoryName {...CATEGORIES[label.category]} />
          {label.is_derived && ', derived from records'}
        </small>
      )}
    </span>
  );
}
