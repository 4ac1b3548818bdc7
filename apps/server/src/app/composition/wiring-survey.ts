import { type MailboxHash, mailboxHashOf } from '../../modules/accounts/index.ts';
import {
  buildFeedbackService,
  buildSurveyFormService,
  buildSurveyService,
  type FeedbackService,
  type FreeGrants,
  ledger,
  type SurveyFormService,
  type SurveyService,
  surveyFormStore,
  surveyResponseStore,
} from '../../modules/money/index.ts';
import { auditAlone, recordAudit } from '../../platform/audit/index.ts';
import { type Pool, transactionsOf } from '../../platform/db/index.ts';

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
  clock: { now(): Date } = { now: () => new Date() },
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
