import type { GraphAsset, GraphEdge, GraphNode } from '@assay/contracts';
import { transactionPage } from '@assay/domain';
import { countOf, formatCoins, formatShare, formatTime } from '@assay/wording';
import { nameOfNode } from '../model/names.ts';
import { networkOfAsset } from '../model/network-of-asset.ts';

export interface EdgeTableProps {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  /** Shows an edge among what is selected; not there without scripts. */
  readonly onSelect?: (id: string) => void;
}

/** What moved between two ends, one line an edge; each opens its transactions, also without scripts. */
export function EdgeTable({ nodes, edges, onSelect }: EdgeTableProps) {
  return (
    <ul className="explorer-edges">
      {edges.map((edge) => (
        <li key={edge.id}>
          <details>
            <summary>
              <span className="explorer-ends">
                <End id={edge.from} nodes={nodes} /> <span aria-hidden="true">→</span>
                <span className="sr"> paid </span> <End id={edge.to} nodes={nodes} />
              </span>
              <span className="num explorer-amount">{amountOf(edge)}</span>
              <span className="explorer-when">{timesOf(edge)}</span>
            </summary>
            {edge.basis === 'records' ? (
              <button className="btn-quiet" type="button" onClick={() => onSelect?.(edge.id)}>
                Open its transactions
              </button>
            ) : (
              <Transactions edge={edge} />
            )}
          </details>
        </li>
      ))}
    </ul>
  );
}

function End({ id, nodes }: { readonly id: string; readonly nodes: ReadonlyMap<string, GraphNode> }) {
  const node = nodes.get(id);
  if (node === undefined) return <span className="mono">{id}</span>;
  const isPlain = node.kind === 'address' && !node.is_subject && node.label === null;
  return <span className={isPlain ? 'mono' : undefined}>{nameOfNode(node)}</span>;
}

/** The transactions of an edge with links to a block explorer; why there are none where only a share is known. */
export function Transactions({ edge }: { readonly edge: GraphEdge }) {
  if (edge.transactions.length === 0) {
    return (
      <p className="hint">
        {edge.basis === 'share'
          ? 'Not followed transfer by transfer: the result states the share alone.'
          : 'No transaction of it is stored.'}
      </p>
    );
  }
  const more = (edge.transfers ?? edge.transactions.length) - edge.transactions.length;
  return (
    <>
      <ul className="explorer-transactions">
        {edge.transactions.map(({ transaction_id: id, amount, time }) => (
          <li key={`${id}${amount}${time}`}>
            <TransactionLink id={id} asset={edge.asset} />
            <span>
              <span className="num">{formatCoins(amount, edge.asset)}</span>, {formatTime(time)} UTC
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="hint">And {more} more, not listed. The newest are shown.</p>}
    </>
  );
}

function TransactionLink({ id, asset }: { readonly id: string; readonly asset: GraphAsset }) {
  const network = networkOfAsset(asset);
  if (network === null) return <span className="mono">{id}</span>;
  return (
    <a className="mono" href={transactionPage(network, id)} target="_blank" rel="noreferrer noopener">
      {id}
      <span className="sr"> at a block explorer, in a new tab</span>
    </a>
  );
}

/** @example amountOf(edge); // '12.5 USDT' */
export function amountOf(edge: GraphEdge): string {
  if (edge.amount !== null) return formatCoins(edge.amount, edge.asset);
  return edge.share === null ? '' : `${formatShare(edge.share)} of it`;
}

/** @example timesOf(edge); // '2 transfers, 3 May 2021, 10:00 to 5 May 2021, 12:00 UTC' */
export function timesOf({ transfers, first_time: first, last_time: last, basis }: GraphEdge): string {
  if (basis === 'share' || first === null || last === null) return 'not followed';
  const count = countOf(transfers ?? 1, 'transfer');
  return first === last
    ? `${count}, ${formatTime(last)} UTC`
    : `${count}, ${formatTime(first)} to ${formatTime(last)} UTC`;
}
