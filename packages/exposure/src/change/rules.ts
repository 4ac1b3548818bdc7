import type { Stars } from '@assay/domain';
import type { MethodRevision } from '../method/method-revision.ts';
import type { AssessmentInput } from '../score/assessment.ts';
import { decide as decideByMethod1 } from '../score/decide.ts';
import { decide as decideByMethod2 } from '../score/method-2/decide.ts';
import { scoredSides } from '../score/method-2/set-aside.ts';

/** What a search for the smallest change asks the rules of a version of the method. */
export interface ChangeRules {
  readonly starsOf: (input: AssessmentInput) => Stars;
  /**
   * Whether they leave a part of the transfers out of the score. Where this changes the other shares change with it, so
   * that stars may rise on one side of it, fall at it, and rise again on the other.
   */
  readonly setsAside: (input: AssessmentInput) => boolean;
}

export const RULES_OF_METHOD_2: ChangeRules = {
  starsOf: (input) => decideByMethod2(input).stars,
  setsAside: (input) => scoredSides(input).bwd.aside > 0,
};

/** Version 1 sets nothing aside. */
export function rulesOfMethod1(revision: MethodRevision): ChangeRules {
  return { starsOf: (input) => decideByMethod1(input, revision).stars, setsAside: () => false };
}
