import type { AssessmentInput, DirectionExposure } from '@assay/exposure';
import type { ReadCheck } from './read-check.ts';

/**
 * The input of the score as version 2 of the method defines it: a history is complete only where nothing of it is cut
 * off or larger than its balance.
 *
 * @param usdBounds of the dollars of a direction that a record without a price is part of
 */
export function inputOfMethod2(
  input: AssessmentInput,
  { own, hasDerivedLabels, withdrawals }: Pick<ReadCheck, 'own' | 'hasDerivedLabels' | 'withdrawals'>,
  usdBounds: NonNullable<AssessmentInput['usdBounds']>,
): AssessmentInput {
  const { subject, incoming, outgoing } = input;
  const withoutDerivedLabels = !hasDerivedLabels;
  if (subject.node === null) return { ...input, withoutDerivedLabels };
  const isCut = ({ cut }: DirectionExposure) => cut.partial.some(({ address }) => address === subject.address);
  const isWhole = subject.unread === undefined && !isCut(incoming) && !isCut(outgoing);
  const complete = subject.complete && isWhole && own?.conduct?.isCovered === true;
  const isService = own?.conduct?.isService === true;
  return { ...input, subject: { ...subject, complete }, usdBounds, withdrawals, isService, withoutDerivedLabels };
}
