import { CATEGORIES } from '@assay/domain';
import type { AssessmentInput } from './assessment.ts';
import type { Label } from './label.ts';
import { governingLabel, STRONG_CONFIDENCE } from './resolve-labels.ts';
import { IDENTITY_TOTALS } from './score-rules.ts';

/** What an address's own label says about it. */
export interface Identity {
  readonly label: Label;
  readonly total: number;
  /** The label decides alone: exposure is shown, but not scored. */
  readonly alone: boolean;
}

/** Mint and burn addresses mean 'issuer', whatever any list says (docs/method, section 2). */
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
 * @example
 * findIdentity(subjectOnTheOfacList, now)?.total; // 100
 */
export function findIdentity(subject: AssessmentInput['subject'], now: number): Identity | null {
  if (subject.node !== null && subject.role === 'issuer') {
    return { label: PROTECTED_LABEL, total: 0, alone: true };
  }
  const governing = governingLabel(
    subject.labels.filter((label) => label.origin === 'given'),
    now,
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
