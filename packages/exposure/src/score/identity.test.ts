import { CATEGORIES, CATEGORY_IDS, type Category } from '@assay/domain';
import { buildAssessmentInput, buildLabel, CHECK_TIME } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import type { Label } from '../labels/label.ts';
import { METHOD_REVISION } from '../method/method-revision.ts';
import { findIdentity } from './identity.ts';

const identityOf = (...labels: readonly Label[]) =>
  findIdentity(buildAssessmentInput({ labels }).subject, CHECK_TIME, METHOD_REVISION);

const STRONG = { S: 100, A: 95, B: 60 } as const;
const WEAK = { S: 80, A: 75, B: 40 } as const;

describe("an address's own label", () => {
  for (const category of CATEGORY_IDS) {
    const { tier, weight, title } = CATEGORIES[category];
    it(`governs as tier ${tier} when it says '${title}'`, () => {
      const strong = identityOf(buildLabel({ category, confidence: 50 }));
      const weak = identityOf(buildLabel({ category, confidence: 49 }));
      const unsure = identityOf(buildLabel({ category, confidence: 19 }));
      expect(unsure).toBeNull();
      if (category === 'other_entities') {
        expect([strong, weak]).toEqual([null, null]);
      } else if (tier === 'C' || tier === 'D') {
        expect(strong).toMatchObject({ total: 100 * weight, alone: true });
        expect(weak).toBeNull();
      } else {
        expect(strong).toMatchObject({ total: STRONG[tier], alone: false });
        expect(weak).toMatchObject({ total: WEAK[tier], alone: false });
      }
    });
  }

  it('never lets a derived label govern', () => {
    expect(identityOf(buildLabel({ origin: 'derived', confidence: 100 }))).toBeNull();
    const given = buildLabel({ category: 'gambling', confidence: 20 });
    expect(identityOf(buildLabel({ origin: 'derived', confidence: 100 }), given)?.label).toBe(given);
  });

  it("scores an issuer's freeze 100", () => {
    expect(identityOf(buildLabel({ category: 'issuer_frozen' }))?.total).toBe(100);
  });

  it('lets an expired sanction go and takes the next label', () => {
    const sanction = buildLabel({ category: 'sanctions', validTo: CHECK_TIME - 1 });
    expect(identityOf(sanction)).toBeNull();
    expect(identityOf(sanction, buildLabel({ category: 'mixer' }))?.total).toBe(95);
  });

  it('never governs at a mint or burn address; the first revision took it for the issuer', () => {
    const label = (category: Category) => buildLabel({ category });
    const { subject } = buildAssessmentInput({ labels: [label('sanctions')], incoming: {} });
    if (subject.node === null) throw new Error('the subject should have records');
    expect(findIdentity({ ...subject, role: 'issuer' }, CHECK_TIME, 2)).toBeNull();
    expect(findIdentity({ ...subject, role: 'issuer' }, CHECK_TIME, 1)).toMatchObject({ total: 0, alone: true });
  });
});
