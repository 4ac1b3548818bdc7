import type { ExplorerGraph } from '@assay/contracts';
import { shortenAddress } from '@assay/wording';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { EdgeTable } from './list/edge-table.tsx';

/** The evidence of a result as a graph, with a list of the same. */
export function ExplorerPage({ graph }: { readonly graph: ExplorerGraph }) {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return (
    <div className="wrap">
      <div className="result-bar">
        <h1>
          Explorer of {graph.asset.ticker} <span className="mono">{shortenAddress(graph.address)}</span>
        </h1>
        <div className="result-acts">
          <SiteLink className="btn btn-line" to={`/riskcheck/${graph.sub_id}`}>
            Back to the result
          </SiteLink>
        </div>
      </div>
      <section className="explorer-sheet" aria-labelledby="explorer-list">
        <h2 id="explorer-list">What moved</h2>
        <EdgeTable graph={graph} nodes={nodes} edges={graph.edges} />
      </section>
    </div>
  );
}
