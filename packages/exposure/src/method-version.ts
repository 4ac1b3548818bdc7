import { assess } from './assess.ts';
import type { Assessment, AssessmentInput } from './assessment.ts';
import { METHOD_VERSION } from './score-rules.ts';

export { METHOD_VERSION };

/** A rule set as it was published: the same input gives the same assessment for as long as the version exists. */
export type AssessMethod = (input: AssessmentInput) => Assessment;

const METHODS: Readonly<Record<string, AssessMethod>> = { [METHOD_VERSION]: assess };

/** Every version this build can still run, oldest first. */
export const METHOD_VERSIONS: readonly string[] = Object.keys(METHODS);

/**
 * The assess function of a published method version, so that a stored result can be recomputed by the rules it was
 * made with (docs/method, versions).
 *
 * @throws RangeError when this build does not hold the version
 * @example
 * methodOf('1')(input).stars;
 */
export function methodOf(version: string): AssessMethod {
  const method = Object.hasOwn(METHODS, version) ? METHODS[version] : undefined;
  if (method === undefined) {
    throw new RangeError(`"version" expected one of ${Object.keys(METHODS).join(', ')}, got "${version}"`);
  }
  return method;
}
