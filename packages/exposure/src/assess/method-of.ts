import { METHOD_REVISION, METHOD_VERSION, type MethodRevision } from '../method/method-revision.ts';
import { TEXT_SET, type TextSet } from '../method/text-set.ts';
import type { Assessment, AssessmentInput } from '../score/assessment.ts';
import { assess } from './assess.ts';

/** A rule set as it was published: the same input gives the same assessment for as long as the version exists. */
export type AssessMethod = (input: AssessmentInput) => Assessment;

const METHODS: Readonly<Record<string, typeof assess>> = { [METHOD_VERSION]: assess };

/** Every version this build can still run, oldest first. */
export const METHOD_VERSIONS: readonly string[] = Object.keys(METHODS);

/**
 * The assess function of a published method version, so that a stored result can be recomputed by the rules it was
 * made with (docs/method, versions).
 *
 * @param revision how this build carried the version out when the result was made
 * @param textSet that its sentences are of
 * @throws RangeError when this build does not hold the version
 * @example
 * methodOf('1')(input).stars;
 */
export function methodOf(
  version: string,
  revision: MethodRevision = METHOD_REVISION,
  textSet: TextSet = TEXT_SET,
): AssessMethod {
  const method = Object.hasOwn(METHODS, version) ? METHODS[version] : undefined;
  if (method === undefined) {
    throw new RangeError(`"version" expected one of ${Object.keys(METHODS).join(', ')}, got "${version}"`);
  }
  return (input) => method(input, revision, textSet);
}
