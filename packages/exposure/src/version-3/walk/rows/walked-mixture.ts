import type { Label } from '../../../labels/label.ts';
import { compareLabels } from '../../../labels/resolve-labels.ts';
import { compareText } from '../../../records/compare-text.ts';
import type { EvidencePath, WalkExtent } from '../../../walk/exposure.ts';
import type { Mixture, MixtureRow } from '../../mixture.ts';
import type { MixtureCollector, RowPath, RowSums } from './collector.ts';

/** A row with what is shown behind it. */
export interface WalkedRow extends MixtureRow {
  /** The labels that ended it, strongest first; at most five. None for what has a meaning and no label. */
  readonly labels: readonly Label[];
  /** Unix seconds of the first and last payment by its accounts; of exchanges, of their transactions. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** At most three, in the order in which most of the row came by them. */
  readonly paths: readonly EvidencePath[];
}

/** A mixture as a walk finds it, with evidence, and how far the walk went. */
export interface WalkedMixture extends Mixture {
  /** By category, entity and the other fields of its source, then owners. */
  readonly rows: readonly WalkedRow[];
  readonly cut: WalkExtent;
  /** How many owners back was read at the most, at least 1; six and more are counted on. */
  readonly steps: number;
}

const LABELS_PER_ROW = 5;

/** The rows and residuals that a round added up, in their fixed order. */
export function mixtureOf<P>(
  collector: Pick<MixtureCollector<P>, 'rows' | 'unknownOrigin' | 'notFollowed'>,
  writePath: (path: RowPath<P>) => EvidencePath,
): Omit<WalkedMixture, 'cut' | 'steps'> {
  const rows = [...collector.rows()].filter(({ share }) => share.value > 0).toSorted(compareRows);
  return {
    rows: rows.map(({ source, owners, share, labels, firstTime, lastTime, paths }) => ({
      ...source,
      owners,
      share: share.value,
      labels: strongest(labels),
      firstTime,
      lastTime,
      paths: paths.map(writePath),
    })),
    unknownOrigin: collector.unknownOrigin.value,
    notFollowed: collector.notFollowed.value,
  };
}

function compareRows<P>(a: RowSums<P>, b: RowSums<P>): number {
  return (
    compareText(a.source.category, b.source.category) ||
    compareText(a.source.entity, b.source.entity) ||
    b.source.confidence - a.source.confidence ||
    Number(a.source.beforeDesignation) - Number(b.source.beforeDesignation) ||
    Number(b.source.explained) - Number(a.source.explained) ||
    a.owners - b.owners
  );
}

/** Several addresses of one entity carry labels equal in every field; one of them is enough. */
function strongest(labels: ReadonlySet<Label>): readonly Label[] {
  const found: Label[] = [];
  for (const label of labels) {
    let index = found.length;
    while (index > 0 && compareLabels(label, found[index - 1] ?? label) < 0) index -= 1;
    const before = found[index - 1];
    if (index >= LABELS_PER_ROW || (before !== undefined && compareLabels(before, label) === 0)) continue;
    found.splice(index, 0, label);
    if (found.length > LABELS_PER_ROW) found.pop();
  }
  return found;
}
