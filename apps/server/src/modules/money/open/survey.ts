import { auditAlone, recordAudit } from '../../../platform/audit/index.ts';
import { type Pool, transactionsOf } from '../../../platform/db/index.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { type MailboxHash, mailboxHashOf } from '../../accounts/index.ts';
import type { FreeGrants } from '../grants/grants.ports.ts';
import { ledger } from '../ledger/ledger.store.ts';
import { buildFeedbackService, type FeedbackService } from '../survey/feedback.service.ts';
import { buildSurveyService, type SurveyService } from '../survey/survey.service.ts';
import { buildSurveyFormService, type SurveyFormService } from '../survey/survey-form.service.ts';
import { surveyFormStore } from '../survey/survey-form.store.ts';
import { surveyResponseStore } from '../survey/survey-responses.store.ts';

export interface SurveyFeatures {
  readonly survey: SurveyService;
  readonly form: SurveyFormService;
  readonly feedback: FeedbackService;
}

/** Constructs the survey over one database. */
export function wireSurvey(
  pool: Pool,
  mailboxHash: MailboxHash,
  grants: FreeGrants,
  clock: Clock = SYSTEM_CLOCK,
): SurveyFeatures {
  return {
    survey: buildSurveyService({
      db: pool,
      transaction: transactionsOf(pool),
      form: surveyFormStore,
      responses: surveyResponseStore,
      mailboxHashOf: mailboxHashOf(mailboxHash),
      usedChecks: async (db, sub) => (await ledger.stateOf(db, sub)).used_checks,
      grants,
      clock,
    }),
    form: buildSurveyFormService({
      db: pool,
      transaction: transactionsOf(pool),
      audit: recordAudit,
      form: surveyFormStore,
      clock,
    }),
    feedback: buildFeedbackService({ db: pool, responses: surveyResponseStore, auditAlone: auditAlone(pool) }),
  };
}
