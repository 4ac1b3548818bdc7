import type { ExplorerGraph, OwnExplorer } from '@assay/contracts';
import type { ExplorerView } from './view.ts';

/** What is marked in the drawing of a view. */
export function sceneMarksOf(graph: ExplorerGraph, view: ExplorerView, own: OwnExplorer | null) {
  const path = view.path === null ? null : (graph.paths[view.path.index] ?? null);
  const taken = path?.steps.slice(0, view.path?.step ?? 0).map(({ edge }) => edge);
  return {
    selected: view.selected,
    search: view.filter.search,
    pinned: view.pinned,
    noted: new Set((own?.notes ?? []).map(({ node }) => node)),
    path: taken === undefined ? null : new Set(taken),
  };
}
