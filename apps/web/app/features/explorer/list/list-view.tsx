import type { GraphNode } from '@assay/contracts';
import { Icon, RiskMark } from '@assay/ui';
import { RISK_WORDS } from '@assay/wording';
import { useState } from 'react';
import { categoryOfNode, nameOfNode, riskOfNode } from '../model/names.ts';
import { isFound } from '../model/visible-graph.ts';
import type { Explorer } from '../state/use-explorer.ts';
import { EdgeTable } from './edge-table.tsx';

/** Lines that are rendered first, and with each 'Show more': thousands at once would stop the page. */
const LINES = 50;

/** The graph as lists, for keyboards, screen readers, and pages without scripts. */
export function ListView({ explorer }: { readonly explorer: Explorer }) {
  const { merged, visible, view, look } = explorer;
  const { search } = view.filter;
  const nodes = search.trim() === '' ? visible.nodes : visible.nodes.filter((node) => isFound(node, search));
  const ids = new Set(nodes.map(({ id }) => id));
  const edges =
    search.trim() === '' ? visible.edges : visible.edges.filter(({ from, to }) => ids.has(from) || ids.has(to));
  const [most, setMost] = useState({ nodes: LINES, edges: LINES });
  const select = (selected: string) => look((now) => ({ ...now, selected }));
  return (
    <div className="explorer-list">
      <h2>
        Addresses and entities <small className="num">{nodes.length}</small>
      </h2>
      <ul className="explorer-nodes">
        {nodes.slice(0, most.nodes).map((node) => (
          <NodeLine key={node.id} node={node} isSelected={node.id === view.selected} onSelect={() => select(node.id)} />
        ))}
      </ul>
      {nodes.length > most.nodes && (
        <More all={nodes.length} onMore={() => setMost({ ...most, nodes: most.nodes + LINES })} />
      )}
      <h2>
        What moved <small className="num">{edges.length}</small>
      </h2>
      <EdgeTable nodes={merged.nodes} edges={edges.slice(0, most.edges)} onSelect={select} />
      {edges.length > most.edges && (
        <More all={edges.length} onMore={() => setMost({ ...most, edges: most.edges + LINES })} />
      )}
    </div>
  );
}

interface NodeLineProps {
  readonly node: GraphNode;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function NodeLine({ node, isSelected, onSelect }: NodeLineProps) {
  const risk = riskOfNode(node);
  const category = categoryOfNode(node);
  return (
    <li>
      <button type="button" aria-pressed={isSelected} onClick={onSelect}>
        <RiskMark risk={risk} />
        <span className={category === null && node.kind === 'address' && !node.is_subject ? 'mono' : undefined}>
          {nameOfNode(node)}
        </span>
        <small>
          {category === null ? RISK_WORDS[risk] : `${category}, ${RISK_WORDS[risk].toLowerCase()}`}
          {node.kind === 'address' && node.label !== null ? `, ${node.id}` : ''}
        </small>
      </button>
    </li>
  );
}

function More({ all, onMore }: { readonly all: number; readonly onMore: () => void }) {
  return (
    <button className="btn-quiet" type="button" onClick={onMore}>
      Show more of {all}
      <Icon name="down" small />
    </button>
  );
}
