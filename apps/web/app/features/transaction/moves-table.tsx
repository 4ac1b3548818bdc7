import type { TransactionMoves } from '@assay/contracts';
import { countOf, formatCoins, formatUsd, titleOfShare } from '@assay/wording';
import { DataTable } from '../../shell/layout/data-table.tsx';

type Move = TransactionMoves['moves'][number];
type MoveLabel = TransactionMoves['sides'][number]['label'];

/** Of coins, one end is not known: any input pays any output. */
const COINS_OF_TRANSACTION = 'this transaction';
const NEW_COINS = 'new coins, paid by nobody';
const FEE = 'the network, as a fee';

export interface MovesTableProps {
  readonly moved: TransactionMoves;
  readonly page: number;
}

/** A page of what the transaction moved, in its order. */
export function MovesTable({ moved, page }: MovesTableProps) {
  const { moves, moves_in_all: all, asset, is_coinbase: areNew } = moved;
  const rows = moves.map((move, index) => ({ ...move, index }));
  return (
    <>
      <p className="hint">
        {countOf(all, 'movement')} of {asset.ticker}
        {all > moves.length ? `, page ${page}` : ''}.
      </p>
      <DataTable
        label={`Movements of ${asset.ticker}`}
        rows={rows}
        keyOf={({ index }) => String(index)}
        isStacked
        columns={[
          {
            head: 'From',
            cell: ({ from, from_label, kind }) => (
              <End address={from} label={from_label} kind={kind} unknown={areNew ? NEW_COINS : COINS_OF_TRANSACTION} />
            ),
          },
          {
            head: 'To',
            cell: ({ to, to_label, kind }) => (
              <End address={to} label={to_label} kind={kind} unknown={COINS_OF_TRANSACTION} isTarget />
            ),
          },
          { head: 'Amount', isNumber: true, cell: ({ amount }) => formatCoins(amount, asset) },
          { head: 'US dollars', isNumber: true, cell: ({ usd }) => (usd === null ? 'not known' : formatUsd(usd)) },
        ]}
      />
    </>
  );
}

interface EndProps {
  readonly address: string | null;
  readonly label: MoveLabel;
  readonly kind: Move['kind'];
  /** What is there in place of an address. */
  readonly unknown: string;
  readonly isTarget?: boolean;
}

function End({ address, label, kind, unknown, isTarget = false }: EndProps) {
  if (isTarget && kind === 'fee') return <span>{FEE}</span>;
  if (address === null) return <span className="tx-coins">{unknown}</span>;
  return (
    <>
      <span className="mono tx-addr">{address}</span>
      {label !== null && <LabelOfEnd label={label} />}
    </>
  );
}

export function LabelOfEnd({ label }: { readonly label: NonNullable<MoveLabel> }) {
  return (
    <small className="tx-label">
      {label.entity}, {titleOfShare(label.category)}
    </small>
  );
}
