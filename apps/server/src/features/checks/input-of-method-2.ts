import type { AssessmentInput, DirectionExposure } from '@assay/exposure';
import type { ReadCheck } from './read-check.ts';

/**
 * The input of the score as version 2 of the method defines it: a history is complete only where nothing of it is cut
 * off or larger than its balance. No bounds of prices are known yet.
 */
export function inputOfMethod2(
  input: AssessmentInput,
  { own, hasDerivedLabels }: Pick<ReadCheck, 'own' | 'hasDerivedLabels'>,
): AssessmentInput {
  const { subject, incoming, outgoing } = input;
  const withoutDerivedLabels = !hasDerivedLabels;
  if (subject.node === null) return { ...input, withoutDerivedLabels };
  const isCut = ({ cut }: DirectionExposure) => cut.partial.some(({ address }) => address === subject.address);
  const isWhole = subject.unread === undefined && !isCut(incoming) && !isCut(outgoing);
  const complete = subject.complete && isWhole && own?.conduct?.isCovered === true;
  const isService = own?.conduct?.isService === true;
  return { ...input, subject: { ...subject, complete }, isService, withoutDerivedLabels };
}
