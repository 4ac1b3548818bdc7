import { useEffect, useMemo, useRef, useState } from 'react';
import { type Positions, placeNodes } from '../model/place-nodes.ts';
import type { VisibleGraph } from '../model/visible-graph.ts';
import type { LayoutAnswer, LayoutRequest } from './layout-messages.ts';

/** Graphs up to this size are readable in their first places: columns without forces. */
const LAID_OUT_FROM = 24;

/** Where the nodes are: at once in columns, and for larger graphs as the worker lays them out, off the main thread. */
export function useLayout(
  { nodes, edges }: VisibleGraph,
  subject: string,
  pinned: Readonly<Record<string, readonly [number, number]>>,
): Positions {
  const first = useMemo(() => withPinned(placeNodes(nodes, edges, subject), pinned), [nodes, edges, subject, pinned]);
  const [laidOut, setLaidOut] = useState<{ readonly of: Positions; readonly positions: Positions } | null>(null);
  const worker = useRef<Worker | null>(null);
  const asked = useRef(0);

  useEffect(() => () => worker.current?.terminate(), []);

  useEffect(() => {
    if (nodes.length < LAID_OUT_FROM) return;
    worker.current ??= new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    const { current } = worker;
    asked.current += 1;
    const id = asked.current;
    const ids = nodes.map((node) => node.id);
    const take = ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.id !== id) return;
      const places = ids.map((name, at) => [name, [Number(data.xs[at]), Number(data.ys[at])]] as const);
      setLaidOut({ of: first, positions: new Map(places) });
    };
    current.addEventListener('message', take);
    current.postMessage(requestOf(id, ids, edges, first, subject, pinned));
    return () => current.removeEventListener('message', take);
  }, [nodes, edges, first, subject, pinned]);

  return laidOut?.of === first ? laidOut.positions : first;
}

function withPinned(places: Positions, pinned: Readonly<Record<string, readonly [number, number]>>): Positions {
  const known = Object.entries(pinned).filter(([id]) => places.has(id));
  return known.length === 0 ? places : new Map([...places, ...known]);
}

function requestOf(
  id: number,
  ids: readonly string[],
  edges: VisibleGraph['edges'],
  places: Positions,
  subject: string,
  pinned: Readonly<Record<string, unknown>>,
): LayoutRequest {
  const index = new Map(ids.map((name, at) => [name, at]));
  return {
    id,
    xs: Float64Array.from(ids, (name) => places.get(name)?.[0] ?? 0),
    ys: Float64Array.from(ids, (name) => places.get(name)?.[1] ?? 0),
    fixed: Uint8Array.from(ids, (name) => (name === subject || Object.hasOwn(pinned, name) ? 1 : 0)),
    from: Uint32Array.from(edges, ({ from }) => index.get(from) ?? 0),
    to: Uint32Array.from(edges, ({ to }) => index.get(to) ?? 0),
  };
}
