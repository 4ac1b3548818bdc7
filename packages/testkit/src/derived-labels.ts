import type { DerivingRule, Label } from '@assay/exposure';
import { buildLabel } from './assessments.ts';
import { Random } from './random.ts';

const RULES: readonly DerivingRule[] = ['cluster', 'deposit_address', 'unlabelled_service'];

/**
 * The same graph with labels as method 2 has them: about a fifth of the addresses get labels derived from records,
 * beside the given ones, in any order. The same graph and seed give the same labels.
 */
export function withDerivedLabels<G extends { readonly labels: ReadonlyMap<string, readonly Label[]> }>(
  graph: G,
  addresses: readonly string[],
  seed: number,
): G {
  const random = new Random(seed);
  const labels = new Map<string, readonly Label[]>(graph.labels);
  for (const address of new Set([...addresses, ...labels.keys()])) {
    if (!random.chance(0.2)) continue;
    const derived = Array.from({ length: 1 + random.below(3, 2) }, () => derivedLabel(random));
    labels.set(address, random.shuffle([...(labels.get(address) ?? []), ...derived]));
  }
  return { ...graph, labels };
}

function derivedLabel(random: Random): Label {
  const derivedBy = random.pick(RULES);
  const common = { entity: `Derived ${random.below(4)}`, confidence: 40, origin: 'derived', derivedBy } as const;
  switch (derivedBy) {
    case 'deposit_address':
      return buildLabel({ ...common, category: 'exchange_licensed' });
    case 'unlabelled_service':
      return buildLabel({ ...common, category: 'unlabelled_service' });
    case 'cluster': {
      const midway = 1_600_000_000 + random.below(60);
      const category = random.pick(['sanctions', 'scam', 'exchange_licensed'] as const);
      return buildLabel({
        ...common,
        category,
        validFrom: random.chance(0.5) ? midway : null,
        validTo: random.chance(0.2) ? midway + 50 : null,
      });
    }
  }
}
