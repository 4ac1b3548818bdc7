import type { Label } from '@assay/exposure';
import { titleOfShare } from '@assay/wording';
import type { CheckSubject } from '../../checks/index.ts';
import type { KnownOfAddress } from '../public-api/labels.routes.ts';
import { outcomeOrRefuse } from './test-addresses.ts';
import { OUTCOMES } from './test-outcomes.ts';

const SOURCE = 'Test mode';
const PUBLISHED = '2026-01-01';

/** The label of a category as test mode has it: of a list that does not exist. */
export function testLabel(category: Label['category']): Label {
  return {
    entity: `Test entity, ${titleOfShare(category).toLowerCase()}`,
    category,
    confidence: 100,
    source: SOURCE,
    sourceUrl: null,
    sourceDate: PUBLISHED,
    validFrom: null,
    validTo: null,
    origin: 'given',
  };
}

/** The labels of a test address. @throws ProblemError test_address_required for any other one */
export async function testLabelsOf(subject: CheckSubject): Promise<KnownOfAddress> {
  const outcome = OUTCOMES[outcomeOrRefuse(subject)];
  const label = outcome.ends === 'rated' ? outcome.label : undefined;
  return { labels: label === undefined ? [] : [testLabel(label)], labelSetVersion: 'test' };
}
