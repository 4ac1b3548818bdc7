import { MultiDirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import type { LayoutAnswer, LayoutRequest } from './layout-messages.ts';

/** Iterations for small and for large graphs: a large one is laid out for some seconds at most. */
const iterationsFor = (nodes: number) => (nodes > 1_000 ? 80 : 200);
/** How far a node may leave its column: the steps from the subject stay readable from left to right. */
const COLUMN_PULL = 0.75;
const NODE_SIZE = 26;

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  const { id, xs, ys } = layOut(data);
  const answer: LayoutAnswer = { id, xs, ys };
  self.postMessage(answer, { transfer: [xs.buffer, ys.buffer] });
});

function layOut({ id, xs, ys, fixed, from, to }: LayoutRequest): LayoutAnswer {
  const graph = new MultiDirectedGraph();
  for (let at = 0; at < xs.length; at += 1) {
    graph.addNode(at, { x: xs[at], y: ys[at], size: NODE_SIZE, fixed: fixed[at] === 1 });
  }
  for (let at = 0; at < from.length; at += 1) if (from[at] !== to[at]) graph.addDirectedEdge(from[at], to[at]);
  const settings = {
    adjustSizes: true,
    barnesHutOptimize: xs.length > 300,
    gravity: 0.4,
    scalingRatio: 60,
    slowDown: 4,
  };
  const placed = forceAtlas2(graph, { iterations: iterationsFor(xs.length), settings });
  const [newXs, newYs] = [new Float64Array(xs.length), new Float64Array(ys.length)];
  for (let at = 0; at < xs.length; at += 1) {
    const { x = 0, y = 0 } = placed[at] ?? {};
    const isFixed = fixed[at] === 1;
    newXs[at] = isFixed ? Number(xs[at]) : COLUMN_PULL * Number(xs[at]) + (1 - COLUMN_PULL) * x;
    newYs[at] = isFixed ? Number(ys[at]) : y;
  }
  return { id, xs: newXs, ys: newYs };
}
