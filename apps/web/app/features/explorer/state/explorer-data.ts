import type { Expansion, ExplorerGraph, OwnExplorer } from '@assay/contracts';

/** What the page draws. */
export interface LoadedExplorer {
  readonly graph: ExplorerGraph;
  /** What the owner's workspace added; null for visitors. */
  readonly own: OwnExplorer | null;
}

/**
 * The same as the page is sent it: graphs as JSON texts. The router reads nested data in one go, which stops the page for
 * long with thousands of edges.
 */
export interface ExplorerData {
  readonly graph: string;
  readonly own: (Omit<OwnExplorer, 'expansions'> & { readonly expansions: readonly string[] }) | null;
}

/** Text that is read at once, in characters: a millisecond or two on an old machine. */
const PORTION = 100_000;

const read = new WeakMap<ExplorerData, Promise<LoadedExplorer>>();

export function packExplorer({ graph, own }: LoadedExplorer): ExplorerData {
  const expansions = own?.expansions.map((expansion) => JSON.stringify(expansion)) ?? [];
  return { graph: JSON.stringify(graph), own: own === null ? null : { ...own, expansions } };
}

/** Reads what was packed, in portions between which the page answers. The same data gives the same promise. */
export function unpackExplorer(data: ExplorerData): Promise<LoadedExplorer> {
  const known = read.get(data);
  if (known !== undefined) return known;
  const loaded = readInPortions(data);
  read.set(data, loaded);
  return loaded;
}

async function readInPortions({ graph, own }: ExplorerData): Promise<LoadedExplorer> {
  const loaded: ExplorerGraph = JSON.parse(graph);
  if (own === null) return { graph: loaded, own };
  const expansions: Expansion[] = [];
  let characters = graph.length;
  for (const text of own.expansions) {
    characters += text.length;
    if (characters > PORTION) {
      await new Promise((resolve) => setTimeout(resolve));
      characters = text.length;
    }
    expansions.push(JSON.parse(text));
  }
  return { graph: loaded, own: { ...own, expansions } };
}
