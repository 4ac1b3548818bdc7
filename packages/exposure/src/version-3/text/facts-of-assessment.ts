import { AUTHORITIES, findAuthority } from '@assay/domain';
import type { Label } from '../../labels/label.ts';
import type { AssessmentOf3 } from '../assess/assessment-of-3.ts';
import { dayOf } from '../assess/prices-used.ts';
import { type OwnLabelFacts, originOf, type TextFacts } from './facts.ts';

/** What an assessment does not hold and its sentences need. */
export type HostFacts = Pick<TextFacts, 'statedTotal' | 'more' | 'leastChanges'>;

/** The facts of the sentences on an assessment. */
export function textFactsOf(assessment: AssessmentOf3, host: HostFacts): TextFacts {
  const { of, history, mixtures, rated, ownLabel } = assessment;
  const ofAll = mixtures.find(({ name }) => name !== 'now') ?? null;
  const firstInflow = rated.kind === 'wallet' ? rated.input.history.inflows[0] : undefined;
  return {
    ...host,
    question: of === 'planned_payment' ? 'planned' : of,
    history,
    usd:
      rated.kind === 'payment'
        ? { payment: rated.input.usd }
        : Object.fromEntries(mixtures.map(({ name, usd }) => [name, usd])),
    since: firstInflow === undefined ? null : dayOf(firstInflow.time),
    origin: ofAll === null ? null : originOf(ofAll),
    steps: ofAll?.steps ?? 1,
    ownLabel: ownLabel === null ? null : ownLabelFacts(ownLabel),
  };
}

function ownLabelFacts({ entity, source, sourceDate, confidence }: Label): OwnLabelFacts {
  const authority = findAuthority(source);
  return {
    entity,
    source,
    date: sourceDate,
    confidence,
    list: authority === null ? null : AUTHORITIES[authority].list,
  };
}
