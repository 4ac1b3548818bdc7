import { CATEGORIES, type RiskGroup } from '@assay/domain';
import type { Label } from '../../labels/label.ts';
import { compareLabels } from '../../labels/resolve-labels.ts';
import { PATHS_PER_ROW } from '../../method/numbers.ts';
import { compareText } from '../../records/compare-text.ts';
import { CompensatedSum } from '../../walk/sum.ts';
import type { MixtureRow, Owners, ShareSource } from '../mixture.ts';
import type { Lane, Trail } from './lanes.ts';

const LABELS_PER_ROW = 5;
const GROUP_ORDER: Readonly<Record<RiskGroup, number>> = { high: 0, mid: 1, low: 2 };
const OWNERS = [1, 2, 3, 4, 5, 6] as const satisfies readonly Owners[];

/** The best single path to a place where a share was found: its far end, and what it carries. */
export interface FoundPath {
  /** All that was found there. */
  readonly found: number;
  readonly share: number;
  readonly end: Trail;
}

/** A row with what shows it. `P` is how a path is written. */
export interface EvidenceRow<P> extends MixtureRow {
  /** Labels that it was found by, strongest first; at most five. None for what has no label of its own. */
  readonly labels: readonly Label[];
  /** First and last time of a payment from where it was found; Unix seconds. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** At most three, of the places where most was found. */
  readonly paths: readonly P[];
}

/** Where shares were found. */
export interface Place {
  readonly source: ShareSource;
  readonly label: Label | null;
  readonly time: number;
  /** The far end of the path, from what came before; null where no paths are kept. */
  readonly endAfter: ((before: Trail) => Trail) | null;
}

interface Draft {
  readonly source: ShareSource;
  readonly owners: Owners;
  readonly share: CompensatedSum;
  readonly labels: Set<Label>;
  readonly paths: FoundPath[];
  firstTime: number;
  lastTime: number;
}

/** Adds up what was found by source and owners, and what was not. */
export class FoundRows {
  readonly unknownOrigin = new CompensatedSum();
  readonly notFollowed = new CompensatedSum();
  readonly #drafts = new Map<string, Draft>();

  /** Takes a part of the mass of a lane, by its owners. */
  add({ source, label, time, endAfter }: Place, lane: Lane | null, part: number): void {
    if (lane === null) return;
    for (const [place, owners] of OWNERS.entries()) {
      const found = (lane.mass[place] ?? 0) * part;
      if (!(found > 0)) continue;
      const draft = this.#draftOf(source, owners);
      draft.share.add(found);
      if (label !== null) draft.labels.add(label);
      draft.firstTime = Math.min(draft.firstTime, time);
      draft.lastTime = Math.max(draft.lastTime, time);
      const before = lane.trail[place] ?? null;
      if (endAfter === null || before === null) continue;
      const share = (lane.best[place] ?? 0) * part;
      if (isKept(draft.paths, found, share)) keep(draft.paths, { found, share, end: endAfter(before) });
    }
  }

  /** Rows in the published order: group high, mid, low; then share, largest first; then by source and owners. */
  rows(): readonly EvidenceRow<FoundPath>[] {
    return [...this.#drafts.values()]
      .map(({ source, owners, share, labels, paths, firstTime, lastTime }) => ({
        ...source,
        owners,
        share: share.value,
        labels: strongest(labels),
        firstTime,
        lastTime,
        paths: paths.toSorted((a, b) => b.share - a.share),
      }))
      .sort(compareRows);
  }

  #draftOf(source: ShareSource, owners: Owners): Draft {
    const { category, entity, confidence, beforeDesignation, explained } = source;
    const key = `${owners} ${confidence} ${beforeDesignation} ${explained} ${category} ${entity}`;
    const known = this.#drafts.get(key);
    if (known !== undefined) return known;
    const draft: Draft = {
      source: { category, entity, confidence, beforeDesignation, explained },
      owners,
      share: new CompensatedSum(),
      labels: new Set(),
      paths: [],
      firstTime: Number.POSITIVE_INFINITY,
      lastTime: Number.NEGATIVE_INFINITY,
    };
    this.#drafts.set(key, draft);
    return draft;
  }
}

function isKept(paths: readonly FoundPath[], found: number, share: number): boolean {
  const last = paths[PATHS_PER_ROW - 1];
  return last === undefined || found > last.found || (found === last.found && share > last.share);
}

/** Earlier paths stay ahead of equal later ones: the walk's own order decides, never a store's. */
function keep(paths: FoundPath[], path: FoundPath): void {
  const at = paths.findIndex(({ found, share }) => found < path.found || (found === path.found && share < path.share));
  paths.splice(at === -1 ? paths.length : at, 0, path);
  if (paths.length > PATHS_PER_ROW) paths.pop();
}

/** Several addresses of one entity carry labels equal in every field; one of them is enough. */
function strongest(labels: ReadonlySet<Label>): readonly Label[] {
  const sorted = [...labels].sort(compareLabels);
  const distinct = sorted.filter((label, index) => {
    const before = sorted[index - 1];
    return before === undefined || compareLabels(before, label) !== 0;
  });
  return distinct.slice(0, LABELS_PER_ROW);
}

function compareRows(a: MixtureRow, b: MixtureRow): number {
  return (
    GROUP_ORDER[CATEGORIES[a.category].group] - GROUP_ORDER[CATEGORIES[b.category].group] ||
    b.share - a.share ||
    compareText(a.category, b.category) ||
    compareText(a.entity, b.entity) ||
    a.owners - b.owners ||
    b.confidence - a.confidence ||
    Number(a.beforeDesignation) - Number(b.beforeDesignation) ||
    Number(a.explained) - Number(b.explained)
  );
}
