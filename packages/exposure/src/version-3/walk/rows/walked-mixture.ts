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

/** What a round added up, in any form. */
interface SummedMixture<P> extends Pick<MixtureCollector<P>, 'unknownOrigin' | 'notFollowed'> {
  rows(): Iterable<SummedRow<P>>;
}

interface SummedRow<P> extends Omit<RowSums<P>, 'labels'> {
  readonly labels: Iterable<Label>;
}

/** The rows and residuals that a round added up, in their fixed order. */
export function mixtureOf<P>(
  collector: SummedMixture<P>,
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

function compareRows<P>(a: SummedRow<P>, b: SummedRow<P>): number {
  return (
    compareText(a.source.category, b.source.category) ||
    compareText(a.source.entity, b.source.entity) ||
    b.source.confidence - a.source.confidence ||
    Number(a.source.beforeDesignation) - Number(b.source.beforeDesignation) ||
    Number(b.source.explained) - Number(a.source.explained) ||
    a.owners - b.owners
  );
}

function strongest(labels: Iterable<Label>): readonly Label[] {
  const found: Label[] = [];
  for (const label of labels) keepIfStrong(found, label);
  return found;
}

/**
 * Keeps a label among the strongest ones, in their order. Several addresses of one entity carry labels equal in every
 * field; one of them is enough.
 */
export function keepIfStrong(strong: Label[], label: Label): void {
  let index = strong.length;
  for (; index > 0; index -= 1) {
    const order = compareLabels(strong[index - 1] ?? label, label);
    if (order === 0) return;
    if (order < 0) break;
  }
  if (index >= LABELS_PER_ROW) return;
  strong.splice(index, 0, label);
  if (strong.length > LABELS_PER_ROW) strong.pop();
}
