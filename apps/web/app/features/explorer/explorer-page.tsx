import { shortenAddress } from '@assay/wording';
import { lazy, Suspense, use } from 'react';
import { useInBrowser } from '../../shell/layout/use-in-browser.ts';
import { ResultTabs } from '../../shell/navigation/result-tabs.tsx';
import { ListView } from './list/list-view.tsx';
import { PathPlayer } from './panel/path-player.tsx';
import { Selection } from './panel/selection.tsx';
import { Toolbar } from './panel/toolbar.tsx';
import { type ExplorerData, unpackExplorer } from './state/explorer-data.ts';
import { useExplorer } from './state/use-explorer.ts';

/** Only a browser draws it, and only on this page. */
const GraphCanvas = lazy(() => import('./graph/graph-canvas.tsx'));

interface ExplorerPageProps {
  readonly data: ExplorerData;
  /** The query of the address. */
  readonly query: string;
}

/** The evidence of a result as a graph, with a list of the same. Without scripts it is the list. Suspends. */
export function ExplorerPage({ data, query }: ExplorerPageProps) {
  const loaded = unpackExplorer(data);
  const { graph, own } = loaded instanceof Promise ? use(loaded) : loaded;
  const explorer = useExplorer(graph, own, query);
  const { view, visible, said } = explorer;
  const isInBrowser = useInBrowser();
  const isDrawn = isInBrowser && view.show === 'graph';
  return (
    <div className="wrap-wide">
      <div className="result-bar">
        <h1>
          Evidence of {graph.asset.ticker} <span className="mono">{shortenAddress(graph.address)}</span>
        </h1>
      </div>
      <ResultTabs subId={graph.sub_id} current="explorer" />
      <article className="explorer-sheet" aria-label="Explorer">
        <Toolbar explorer={explorer} />
        <PathPlayer explorer={explorer} />
        <p className="explorer-said" role="status">
          {said}
        </p>
        <div className="explorer-body">
          <div className="explorer-main">
            {isDrawn ? (
              <Suspense fallback={<div className="explorer-graph" />}>
                <GraphCanvas explorer={explorer} />
              </Suspense>
            ) : (
              <ListView explorer={explorer} />
            )}
            <p className="hint explorer-legend">
              Triangle: high risk. Diamond: medium. Circle: low. Square: no category. Dashed: not followed, as far as
              the result states. The letters are those of the category.
              {visible.hiddenEdges > 0 && ` Filters and collapsed nodes hide ${visible.hiddenEdges} of the edges.`}
            </p>
          </div>
          <Selection explorer={explorer} />
        </div>
      </article>
    </div>
  );
}
