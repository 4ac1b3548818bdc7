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

const read = new WeakMap<ExplorerData, LoadedExplorer | Promise<LoadedExplorer>>();

export function packExplorer({ graph, own }: LoadedExplorer): ExplorerData {
  const expansions = own?.expansions.map((expansion) => JSON.stringify(expansion)) ?? [];
  return { graph: JSON.stringify(graph), own: own === null ? null : { ...own, expansions } };
}

/**
 * Reads what was packed: at once where it is short, so that the page is whole when its script has come, else in portions
 * between which the page answers. The same data gives the same object.
 */
export function unpackExplorer(data: ExplorerData): LoadedExplorer | Promise<LoadedExplorer> {
  const known = read.get(data);
  if (known !== undefined) return known;
  const texts = [data.graph, ...(data.own?.expansions ?? [])];
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const loaded = length > PORTION ? readInPortions(data) : loadedOf(data, texts.slice(1).map(expansionOf));
  read.set(data, loaded);
  return loaded;
}

async function readInPortions(data: ExplorerData): Promise<LoadedExplorer> {
  const expansions: Expansion[] = [];
  let characters = data.graph.length;
  for (const text of data.own?.expansions ?? []) {
    characters += text.length;
    if (characters > PORTION) {
      await new Promise((resolve) => setTimeout(resolve));
      characters = text.length;
    }
    expansions.push(expansionOf(text));
  }
  return loadedOf(data, expansions);
}

function loadedOf({ graph, own }: ExplorerData, expansions: readonly Expansion[]): LoadedExplorer {
  return { graph: JSON.parse(graph), own: own === null ? null : { ...own, expansions: [...expansions] } };
}

function expansionOf(text: string): Expansion {
  return JSON.parse(text);
}
