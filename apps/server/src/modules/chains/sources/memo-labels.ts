import type { Label, LabelsOf } from '@assay/exposure';

/** Looks up the labels of each account once: a gathering walks over the same accounts repeatedly. */
export function memoLabels(labelsOf: LabelsOf): LabelsOf {
  const known = new Map<string, readonly Label[]>();
  return async (addresses) => {
    const missing = [...new Set(addresses)].filter((address) => !known.has(address));
    if (missing.length > 0) {
      const found = await labelsOf(missing);
      for (const [at, address] of missing.entries()) known.set(address, found[at] ?? []);
    }
    return addresses.map((address) => known.get(address) ?? []);
  };
}
