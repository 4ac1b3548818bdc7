import { isMethodVersion, METHOD_REVISION, METHOD_VERSIONS, type MethodRevision } from '../method/method-revision.ts';
import { isTextSetOfMethod2, TEXT_SET, TEXT_SET_OF_METHOD_2, type TextSet } from '../method/text-set.ts';
import type { Assessment, AssessmentInput } from '../score/assessment.ts';
import { assess } from './assess.ts';
import { assessByMethod2 } from './assess-2.ts';

/** A rule set as it was published: the same input gives the same assessment for as long as the version exists. */
export type AssessMethod = (input: AssessmentInput) => Assessment;

/**
 * The assess function of a published method version, so that a stored result can be recomputed by the rules it was
 * made with (docs/method, versions).
 *
 * @param revision how this build carried the version out when the result was made
 * @param textSet that its sentences are of; by default what new results of the version are written with
 * @throws RangeError when this build does not hold the version, or not in this revision and text set
 * @example
 * methodOf('1')(input).stars;
 */
export function methodOf(
  version: string,
  revision: MethodRevision = METHOD_REVISION,
  textSet: TextSet = version === '2' ? TEXT_SET_OF_METHOD_2 : TEXT_SET,
): AssessMethod {
  if (!isMethodVersion(version)) {
    throw new RangeError(`"version" expected one of ${METHOD_VERSIONS.join(', ')}, got "${version}"`);
  }
  if (!isHeld(version, revision, textSet)) {
    throw new RangeError(`version ${version} was never carried out in revision ${revision} with text set ${textSet}`);
  }
  switch (version) {
    case '1':
      return (input) => assess(input, revision, textSet);
    case '2':
      return (input) => assessByMethod2(input, textSet);
  }
}

/** Whether results of a version were made in a revision, with the sentences of a text set. */
export function isHeld(version: string, revision: MethodRevision, textSet: TextSet): boolean {
  if (!isMethodVersion(version)) return false;
  const isOf2 = isTextSetOfMethod2(textSet);
  return version === '1' ? !isOf2 : isOf2 && revision === METHOD_REVISION;
}
