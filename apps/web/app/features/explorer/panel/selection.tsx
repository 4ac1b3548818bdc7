import type { Expansion, GraphAsset, GraphEdge, GraphNode } from '@assay/contracts';
import { CopyButton, RiskMark } from '@assay/ui';
import { RISK_WORDS } from '@assay/wording';
import type { ReactNode } from 'react';
import { amountOf, Transactions, timesOf } from '../list/edge-table.tsx';
import { categoryOfNode, nameOfNode, riskOfNode } from '../model/names.ts';
import { assetKey } from '../model/view.ts';
import type { Explorer } from '../state/use-explorer.ts';
import { EdgeTransactions } from './edge-transactions.tsx';
import { NoteField } from './note-field.tsx';

type AssetName = Pick<GraphAsset, 'ticker' | 'parent'>;

/** What is selected in the graph or the list, and what can be done with it. */
export function Selection({ explorer }: { readonly explorer: Explorer }) {
  const { view, merged } = explorer;
  const node = view.selected === null ? undefined : merged.nodes.get(view.selected);
  const edge = view.selected === null ? undefined : merged.edges.get(view.selected);
  return (
    <section className="explorer-selection" aria-labelledby="explorer-selected">
      <h2 id="explorer-selected">
        {node === undefined ? (edge === undefined ? 'Nothing selected' : 'Payments') : nameOfNode(node)}
      </h2>
      {node === undefined && edge === undefined && (
        <p className="hint">Select an address or a line in the graph or in the list to see what it is.</p>
      )}
      {node !== undefined && <NodeFacts explorer={explorer} node={node} />}
      {edge !== undefined && <EdgeFacts explorer={explorer} edge={edge} />}
    </section>
  );
}

function NodeFacts({ explorer, node }: { readonly explorer: Explorer; readonly node: GraphNode }) {
  const { own } = explorer;
  const risk = riskOfNode(node);
  const category = categoryOfNode(node);
  return (
    <>
      {node.kind === 'address' && (
        <p className="explorer-address">
          <span className="mono">{node.id}</span>
          <CopyButton text={node.id} label="Copy address" confirmation="The address is copied to clipboard" />
        </p>
      )}
      <p>
        <RiskMark risk={risk} /> {category === null ? 'No category' : `${category}, ${RISK_WORDS[risk].toLowerCase()}`}
      </p>
      {node.kind === 'address' && node.records_read !== null && (
        <p className="hint">Not followed in full: {node.records_read} of its records were read.</p>
      )}
      {node.kind === 'not_followed' && <p className="hint">Nothing beyond this was followed.</p>}
      <NodeActs explorer={explorer} node={node} />
      {own?.may_change === true && (
        <>
          <p className="hint">
            {own.expansions_left} expansions of this check left today
            {own.chain_expansions_left === null
              ? ', within the stored records.'
              : `, ${own.chain_expansions_left} of them where a chain has to be read.`}
          </p>
          <NoteField key={node.id} node={node.id} explorer={explorer} />
        </>
      )}
    </>
  );
}

function NodeActs({ explorer, node }: { readonly explorer: Explorer; readonly node: GraphNode }) {
  const { graph, view, own, steps } = explorer;
  const isShut = view.collapsed.includes(node.id);
  const isPinned = Object.hasOwn(view.pinned, node.id);
  const others = own === null ? [] : otherAssetsOf(node.id, graph.asset, own.expansions);
  return (
    <div className="explorer-acts">
      {node.kind === 'address' && own?.may_change === true && (
        <>
          <ExpandButton explorer={explorer} address={node.id} asset={graph.asset} isFirst />
          {others.map((asset) => (
            <ExpandButton key={assetKey(asset)} explorer={explorer} address={node.id} asset={asset} />
          ))}
        </>
      )}
      <StepButton
        onClick={() =>
          steps((now) => ({
            ...now,
            collapsed: isShut ? now.collapsed.filter((id) => id !== node.id) : [...now.collapsed, node.id],
          }))
        }
      >
        {isShut ? 'Show what is beyond' : 'Collapse'}
      </StepButton>
      {!isPinned && view.show === 'graph' && (
        <StepButton
          onClick={() => {
            const place = explorer.places.current.get(node.id) ?? [0, 0];
            steps((now) => ({ ...now, pinned: { ...now.pinned, [node.id]: place } }));
          }}
        >
          Pin
        </StepButton>
      )}
      {isPinned && (
        <StepButton
          onClick={() =>
            steps((now) => ({
              ...now,
              pinned: Object.fromEntries(Object.entries(now.pinned).filter(([id]) => id !== node.id)),
            }))
          }
        >
          Unpin
        </StepButton>
      )}
    </div>
  );
}

/** Assets that its expansions moved or name, without that of the result: those whose expansion is not shown now, too. */
function otherAssetsOf(id: string, first: AssetName, expansions: readonly Expansion[]): readonly AssetName[] {
  const seen = expansions
    .filter(({ address }) => address === id)
    .flatMap(({ asset, also_seen: alsoSeen }) => [asset, ...alsoSeen]);
  const byKey = new Map(seen.map((asset) => [assetKey(asset), asset] as const));
  byKey.delete(assetKey(first));
  return [...byKey.values()];
}

interface ExpandButtonProps {
  readonly explorer: Explorer;
  readonly address: string;
  readonly asset: AssetName;
  /** The asset of the result, which needs no name. */
  readonly isFirst?: boolean;
}

function ExpandButton({ explorer, address, asset, isFirst = false }: ExpandButtonProps) {
  return (
    <button
      className={`btn btn-sm ${isFirst ? 'btn-primary' : 'btn-line'}`}
      type="button"
      disabled={explorer.isBusy || explorer.isExpanded(address, asset)}
      onClick={() => void explorer.expand(address, asset)}
    >
      {isFirst ? 'Expand' : `Expand ${asset.ticker}`}
    </button>
  );
}

function StepButton({ children, onClick }: { readonly children: ReactNode; readonly onClick: () => void }) {
  return (
    <button className="btn btn-line btn-sm" type="button" onClick={onClick}>
      {children}
    </button>
  );
}

function EdgeFacts({ explorer, edge }: { readonly explorer: Explorer; readonly edge: GraphEdge }) {
  const { merged, graph } = explorer;
  const name = (id: string) => {
    const node = merged.nodes.get(id);
    return node === undefined ? id : nameOfNode(node);
  };
  return (
    <>
      <p className="explorer-address">
        {name(edge.from)} paid {name(edge.to)}
      </p>
      <p>
        <span className="num">{amountOf(edge)}</span>, {timesOf(edge)}
      </p>
      {edge.basis === 'records' ? (
        <EdgeTransactions key={edge.id} subId={graph.sub_id} edge={edge} />
      ) : (
        <Transactions edge={edge} />
      )}
    </>
  );
}
