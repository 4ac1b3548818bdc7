import { absorbingLabel } from '../labels/absorbing-label.ts';
import type { Label } from '../labels/label.ts';
import type { PartyFacts } from '../labels/party-facts.ts';
import type { MethodRevision } from '../method/method-revision.ts';
import type { Direction, NodeId } from '../records/record.ts';

/** A label that ends the walk, or the fee sink. */
export type Absorber = { readonly label: Label; readonly beforeDesignation: boolean } | 'fee';

const LEDGER = {
  confidence: 100,
  source: 'ledger',
  sourceUrl: null,
  sourceDate: null,
  validFrom: null,
  validTo: null,
  origin: 'given',
} as const;

/** The mint and burn party, whatever any list says of it (docs/method, section 2). */
export const ISSUER_ABSORBER = {
  label: { entity: 'Issuer', category: 'issuer', ...LEDGER },
  beforeDesignation: false,
} as const satisfies Absorber;

/** Newly created coins (docs/method, section 2). */
export const COINBASE_ABSORBER = {
  label: { entity: 'Block reward', category: 'miner', ...LEDGER },
  beforeDesignation: false,
} as const satisfies Absorber;

/**
 * What ends a walk in `direction` at an account for a transfer at `time` (docs/method, section 3): a label that absorbs,
 * or a protected party. The subject itself counts as unlabelled throughout.
 */
export function absorberOf(
  facts: PartyFacts,
  time: number,
  subject: NodeId | null,
  direction: Direction,
  revision?: MethodRevision,
): Absorber | null {
  if (facts.role === 'fee') return 'fee';
  if (facts.role === 'issuer') return ISSUER_ABSORBER;
  if (facts.labels.length === 0 || facts.node === subject) return null;
  return absorbingLabel(facts.labels, time, direction, revision);
}
