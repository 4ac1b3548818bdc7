import type { Stars } from '@assay/domain';
import type { MethodRevision } from '../method/method-revision.ts';
import type { AssessmentInput, Cause, Coverage, ExplainedRow } from './assessment.ts';
import type { Identity } from './identity.ts';
import type { ExposureScore } from './score.ts';

/** What the sentences of a result are written from. */
export interface ScoreFacts {
  readonly input: AssessmentInput;
  readonly score: ExposureScore;
  readonly identity: Identity | null;
  readonly coverage: Coverage;
  readonly cause: Cause;
  readonly stars: Stars;
  readonly rows: readonly ExplainedRow[];
  readonly revision: MethodRevision;
}
