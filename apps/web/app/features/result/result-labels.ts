import type { CheckAsset, ResultLabel } from '@assay/contracts';

export interface NamedLabel {
  readonly label: ResultLabel;
  /** Whether the label lies on the checked address itself. */
  readonly isOwn: boolean;
}

/** Every label the result rests on, each once: the address's own first, then those met on the way. */
export function labelsBehind(asset: CheckAsset): readonly NamedLabel[] {
  const met = [...asset.evidence.incoming.rows, ...asset.evidence.outgoing.rows].flatMap((row) => row.labels);
  const all = new Map<string, NamedLabel>();
  for (const label of asset.labels) all.set(keyOf(label), { label, isOwn: true });
  for (const label of met) if (!all.has(keyOf(label))) all.set(keyOf(label), { label, isOwn: false });
  return [...all.values()];
}

export function keyOf({ entity, category, confidence, source, source_date, origin }: ResultLabel): string {
  return [entity, category, confidence, source, source_date, origin].join('\n');
}
