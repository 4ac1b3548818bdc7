import type { DirectionExposure } from '@assay/exposure';

/** Shares by category and entity (both layers together, keyed as the oracle keys them) and residual. */
export function sharesByEntity(exposure: DirectionExposure): Map<string, number> {
  const shares = new Map<string, number>(Object.entries(exposure.residuals));
  for (const row of exposure.rows) {
    const key = `${row.category}\n${row.entity}`;
    shares.set(key, (shares.get(key) ?? 0) + row.share);
  }
  return shares;
}

/** The largest difference of any share, a missing one being 0. */
export function largestDifference(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const keys = [...new Set([...a.keys(), ...b.keys()])];
  return keys.reduce((most, key) => Math.max(most, Math.abs((a.get(key) ?? 0) - (b.get(key) ?? 0))), 0);
}

/** Text of a result, amounts included, to compare byte for byte. */
export function bytesOf(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
}
