/** What a reader has set on the page. All of it is in the address, so that a link shows the same. */
export interface ExplorerView {
  readonly show: 'graph' | 'list';
  /** What is expanded: an address and an asset, as {@link expansionKey} writes them. */
  readonly expanded: readonly string[];
  /** Nodes of which nothing beyond them is drawn. */
  readonly collapsed: readonly string[];
  /** Nodes that stay where they were put, in the units of the layout. */
  readonly pinned: Readonly<Record<string, readonly [x: number, y: number]>>;
  readonly filter: GraphFilter;
  /** Which sample path is followed, and up to which step from 1; null: none. */
  readonly path: { readonly index: number; readonly step: number } | null;
  /** The node or edge whose facts are open. */
  readonly selected: string | null;
}

export interface GraphFilter {
  /** Asset whose edges are drawn, as {@link assetKey} writes it; null: all. */
  readonly asset: string | null;
  /** Days, such as 2021-05-03; null: no bound. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whole units of the asset; null: no bound. */
  readonly least: number | null;
  /** Leaves out edges under a hundredth of the largest one of their asset. */
  readonly hidesSmall: boolean;
  /** Part of an address or of an entity's name. */
  readonly search: string;
}

export const FIRST_VIEW: ExplorerView = {
  show: 'graph',
  expanded: [],
  collapsed: [],
  pinned: {},
  filter: { asset: null, from: null, to: null, least: null, hidesSmall: false, search: '' },
  path: null,
  selected: null,
};

export function assetKey({ ticker, parent }: { readonly ticker: string; readonly parent: string | null }): string {
  return parent === null ? ticker : `${ticker}.${parent}`;
}

/** The asset that {@link assetKey} wrote. */
export function assetOfKey(key: string): { readonly ticker: string; readonly parent: string | null } {
  const [ticker = '', parent = null] = key.split('.', 2);
  return { ticker, parent };
}

export function expansionKey(address: string, asset: Parameters<typeof assetKey>[0]): string {
  return `${address}~${assetKey(asset)}`;
}

/** Most items of one kind that an address keeps: links have to fit into what servers read. */
const MOST_ITEMS = 60;

/** The view as the query of an address; empty for the first view. The same view is always the same text. */
export function writeView(view: ExplorerView): string {
  const query = new URLSearchParams();
  const { filter } = view;
  if (view.show === 'list') query.set('show', 'list');
  for (const key of view.expanded.slice(0, MOST_ITEMS)) query.append('open', key);
  for (const id of view.collapsed.slice(0, MOST_ITEMS)) query.append('shut', id);
  for (const [id, [x, y]] of Object.entries(view.pinned).slice(0, MOST_ITEMS)) {
    query.append('pin', `${Math.round(x)},${Math.round(y)},${id}`);
  }
  if (filter.asset !== null) query.set('asset', filter.asset);
  if (filter.from !== null) query.set('from', filter.from);
  if (filter.to !== null) query.set('to', filter.to);
  if (filter.least !== null) query.set('least', String(filter.least));
  if (filter.hidesSmall) query.set('small', 'hide');
  if (filter.search !== '') query.set('q', filter.search);
  if (view.path !== null) query.set('path', `${view.path.index}.${view.path.step}`);
  if (view.selected !== null) query.set('at', view.selected);
  return query.toString();
}

/** Reads a view; what cannot be read is as in the first view, so that an old or shortened link still opens. */
export function readView(text: string): ExplorerView {
  const query = new URLSearchParams(text);
  return {
    show: query.get('show') === 'list' ? 'list' : 'graph',
    expanded: unique(query.getAll('open')),
    collapsed: unique(query.getAll('shut')),
    pinned: Object.fromEntries(query.getAll('pin').slice(0, MOST_ITEMS).flatMap(readPin)),
    filter: {
      asset: query.get('asset'),
      from: readDay(query.get('from')),
      to: readDay(query.get('to')),
      least: readAmount(query.get('least')),
      hidesSmall: query.get('small') === 'hide',
      search: (query.get('q') ?? '').slice(0, 200),
    },
    path: readPath(query.get('path')),
    selected: query.get('at'),
  };
}

function unique(items: readonly string[]): readonly string[] {
  return [...new Set(items)].slice(0, MOST_ITEMS);
}

function readPin(text: string): (readonly [string, readonly [number, number]])[] {
  const [, x, y, id] = /^(-?\d{1,7}),(-?\d{1,7}),(.+)$/s.exec(text) ?? [];
  return id === undefined ? [] : [[id, [Number(x), Number(y)]]];
}

function readDay(text: string | null): string | null {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

function readAmount(text: string | null): number | null {
  const amount = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(amount) && amount > 0 ? amount : null;
}

function readPath(text: string | null): ExplorerView['path'] {
  const [, index, step] = /^(\d{1,4})\.(\d{1,4})$/.exec(text ?? '') ?? [];
  return index === undefined || step === undefined ? null : { index: Number(index), step: Math.max(1, Number(step)) };
}
