import { CATEGORIES } from '@assay/domain';
import type { Label } from '../labels/label.ts';
import { governingLabel } from '../labels/resolve-labels.ts';
import type { MethodRevision } from '../method/method-revision.ts';
import { IDENTITY_TOTALS, STRONG_CONFIDENCE } from '../method/numbers.ts';
import type { AssessmentInput } from './assessment.ts';

/** What an address's own label says about it. */
export interface Identity {
  readonly label: Label;
  readonly total: number;
  /** The label decides alone: exposure is shown, but not scored. */
  readonly alone: boolean;
}

/** What revision 1 made of a mint or burn address that is asked for itself. */
const PROTECTED_LABEL: Label = {
  entity: 'Mint and burn address',
  category: 'issuer',
  confidence: 100,
  source: 'ledger',
  sourceUrl: null,
  sourceDate: null,
  validFrom: null,
  validTo: null,
  origin: 'given',
};

/**
 * The address's own given label, if it governs the score (docs/method, section 6.1). Tiers S, A and B set a total that
 * exposure may still exceed; C and D decide alone, and only at confidence 50 or more. Derived labels and 'other
 * entities' never govern.
 *
 * @param now Unix seconds of the check: an expired sanction does not govern
 * @param revision from 2 on a mint or burn address has no label that governs: it is not rated
 * @example
 * findIdentity(subjectOnTheOfacList, now)?.total; // 100
 */
export function findIdentity(
  subject: AssessmentInput['subject'],
  now: number,
  revision: MethodRevision,
): Identity | null {
  if (isBurnAddress(subject, revision)) return null;
  if (subject.node !== null && subject.role === 'issuer') {
    return { label: PROTECTED_LABEL, total: 0, alone: true };
  }
  const governing = governingLabel(
    subject.labels.filter((label) => label.origin === 'given'),
    now,
    revision,
  );
  if (governing === null || governing.label.category === 'other_entities') return null;
  const { label } = governing;
  const { tier, weight } = CATEGORIES[label.category];
  const strength = label.confidence >= STRONG_CONFIDENCE ? 'strong' : 'weak';
  if (tier === 'S' || tier === 'A' || tier === 'B') {
    return { label, total: IDENTITY_TOTALS[tier][strength], alone: false };
  }
  return strength === 'strong' ? { label, total: 100 * weight, alone: true } : null;
}

/** A mint or burn address asked for itself, whatever any list says of it: never rated (docs/method, section 6.5). */
export function isBurnAddress({ role }: AssessmentInput['subject'], revision: MethodRevision): boolean {
  return role === 'issuer' && revision > 1;
}
