import type { ExpandAnswer, Expansion, ExplorerGraph, GraphAsset, OwnExplorer } from '@assay/contracts';
import { countOf, formatDay, joinWords } from '@assay/wording';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useAction } from '../../../shell/data/use-action.ts';
import { call } from '../../../shell/session/browser-client.ts';
import { type History, redo, replace, startHistory, step, undo } from '../model/history.ts';
import { mergeGraph } from '../model/merge-graph.ts';
import type { Positions } from '../model/place-nodes.ts';
import { type ExplorerView, expansionKey, readView, writeView } from '../model/view.ts';
import { visibleGraph } from '../model/visible-graph.ts';

type Change =
  | { readonly kind: 'step' | 'replace'; readonly change: (view: ExplorerView) => ExplorerView }
  | { readonly kind: 'undo' | 'redo' };

function changed(history: History<ExplorerView>, change: Change): History<ExplorerView> {
  switch (change.kind) {
    case 'step':
      return step(history, change.change(history.present));
    case 'replace':
      return replace(history, change.change(history.present));
    case 'undo':
      return undo(history);
    case 'redo':
      return redo(history);
  }
}

export type Explorer = ReturnType<typeof useExplorer>;

/** What the page shows of a graph, and everything that changes it. `own` is null for visitors. */
export function useExplorer(graph: ExplorerGraph, firstOwn: OwnExplorer | null, query: string) {
  const [history, dispatch] = useReducer(changed, null, () => startHistory(firstViewOf(query, firstOwn)));
  const [own, setOwn] = useState(firstOwn);
  const [said, say] = useState('');
  const { isBusy, run } = useAction((error) => say(error.message));
  /** Where the graph is drawn now, for pinning a node in its place. */
  const places = useRef<Positions>(new Map());
  const view = history.present;

  const merged = useMemo(
    () => mergeGraph(graph, own?.expansions ?? [], view.expanded),
    [graph, own?.expansions, view.expanded],
  );
  const visible = useMemo(
    () => visibleGraph(merged, graph.address, { filter: view.filter, collapsed: view.collapsed }),
    [merged, graph.address, view.filter, view.collapsed],
  );

  useKeptInAddress(view);

  const isStored = (key: string) =>
    own?.expansions.some(({ address, asset }) => expansionKey(address, asset) === key) === true;

  const steps = (change: (view: ExplorerView) => ExplorerView) => dispatch({ kind: 'step', change });
  const look = (change: (view: ExplorerView) => ExplorerView) => dispatch({ kind: 'replace', change });

  async function expand(address: string, asset: Pick<GraphAsset, 'ticker' | 'parent'>): Promise<void> {
    const key = expansionKey(address, asset);
    const open = () =>
      steps((now) => ({
        ...now,
        expanded: [...now.expanded.filter((one) => one !== key), key],
        collapsed: now.collapsed.filter((one) => one !== address),
      }));
    if (isStored(key)) return open();
    await run(async () => {
      const answer = await askUntilDone(graph.sub_id, address, asset, (progress) =>
        say(`Its records are being summed up: ${Math.round(progress * 100)}%.`),
      );
      switch (answer.status) {
        case 'done':
          setOwn((before) => withExpansion(before, answer));
          open();
          say(`${sentenceOnExpansion(answer.expansion)} ${answer.expansions_left} expansions left today.`);
          return;
        case 'building':
          say('It has very many records, which are still being summed up. Expand it again in a minute.');
          return;
        case 'no_records':
          say('No stored record names this address in this asset, and its chain is not read here.');
          return;
        case 'unanswered':
          say(`No provider of its chain answered, and nothing was counted: ${answer.problem}. Try again later.`);
      }
    });
  }

  return {
    graph,
    own,
    view,
    merged,
    visible,
    said,
    isBusy,
    places,
    steps,
    look,
    expand,
    /** Whether it is shown: a link may name an expansion that this workspace has not made. */
    isExpanded: (address: string, asset: Pick<GraphAsset, 'ticker' | 'parent'>) =>
      view.expanded.includes(expansionKey(address, asset)) && isStored(expansionKey(address, asset)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => dispatch({ kind: 'undo' }),
    redo: () => dispatch({ kind: 'redo' }),
    writeNote: (node: string, text: string) =>
      run(async () => {
        setOwn(await call('PUT /monitor/check/:sub_id/explorer/notes', { sub_id: graph.sub_id, body: { node, text } }));
        say(text === '' ? 'The note is removed.' : 'The note is saved. Only your workspace reads it.');
      }),
    saveView: () =>
      run(async () => {
        const body = { view: writeView(view) };
        setOwn(await call('PUT /monitor/check/:sub_id/explorer/view', { sub_id: graph.sub_id, body }));
        say('This view is saved with the check.');
      }),
  };
}

/** Requests that one click makes while the records of an address are summed up; each takes some seconds. */
const MOST_REQUESTS = 20;

async function askUntilDone(
  subId: string,
  address: string,
  { ticker, parent }: Pick<GraphAsset, 'ticker' | 'parent'>,
  onProgress: (progress: number) => void,
): Promise<ExpandAnswer> {
  for (let asked = 1; ; asked += 1) {
    const answer = await call('POST /monitor/check/:sub_id/explorer/expansions', {
      sub_id: subId,
      body: { address, ticker, parent },
    });
    if (answer.status !== 'building' || asked === MOST_REQUESTS) return answer;
    onProgress(answer.progress);
  }
}

/** What the address says; the saved state where it says nothing. */
function firstViewOf(query: string, own: OwnExplorer | null): ExplorerView {
  const stated = query.replace(/^\?/, '');
  return readView(stated === '' ? (own?.view ?? '') : stated);
}

/** @example sentenceOnExpansion(expansion); // 'Expanded from its chain, through own esplora, in 3 requests.' */
function sentenceOnExpansion({ reading, edges }: Expansion): string {
  if (reading === null) return 'Expanded.';
  if (edges.length === 0) return 'Its chain has no transfer of it up to this result.';
  const since = reading.since === null ? '' : ` Older transfers than of ${formatDay(reading.since)} were not read.`;
  const through = joinWords(reading.providers);
  const how =
    reading.calls === 0
      ? `as read before through ${through}`
      : `through ${through}, in ${countOf(reading.calls, 'request')}`;
  return `Expanded from its chain, ${how}.${since}`;
}

type Expanded = Extract<ExpandAnswer, { readonly status: 'done' }>;

function withExpansion(own: OwnExplorer | null, done: Expanded): OwnExplorer | null {
  if (own === null) return null;
  const { expansion, expansions_left, chain_expansions_left } = done;
  const others = own.expansions.filter(
    (one) => expansionKey(one.address, one.asset) !== expansionKey(expansion.address, expansion.asset),
  );
  return { ...own, expansions: [...others, expansion], expansions_left, chain_expansions_left };
}

/** Writes the view into the address without loading the page again. */
function useKeptInAddress(view: ExplorerView): void {
  const query = writeView(view);
  useEffect(() => {
    const { pathname, search } = window.location;
    const wanted = query === '' ? '' : `?${query}`;
    if (search !== wanted) window.history.replaceState(window.history.state, '', pathname + wanted);
  }, [query]);
}
