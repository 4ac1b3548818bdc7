import { inTransaction, type Pool } from './db/index.ts';
import type { MailboxHash } from './features/auth/index.ts';
import { FREE_TARIFF, type Ledger, ledger } from './features/ledger/index.ts';
import {
  buildFeedbackService,
  buildSurveyFormService,
  buildSurveyService,
  type FeedbackService,
  type SurveyFormService,
  type SurveyLedger,
  type SurveyService,
  surveyFormStore,
  surveyResponseStore,
} from './features/survey/index.ts';

export interface SurveyFeatures {
  readonly survey: SurveyService;
  readonly form: SurveyFormService;
  readonly feedback: FeedbackService;
}

/** Puts the survey together over one database. */
export function wireSurvey(
  pool: Pool,
  mailboxHash: MailboxHash,
  book: Pick<Ledger, 'grant' | 'stateOf'> = ledger,
): SurveyFeatures {
  const clock = { now: () => new Date() };
  const rewards: SurveyLedger = {
    usedChecks: async (db, sub) => (await book.stateOf(db, sub)).used_checks,
    reward: (db, reward) => book.grant(db, { ...reward, tariff: FREE_TARIFF, reason: 'survey', expiresAt: null }),
  };
  return {
    survey: buildSurveyService({
      db: pool,
      transaction: (work) => inTransaction(pool, work),
      form: surveyFormStore,
      responses: surveyResponseStore,
      mailboxHash,
      ledger: rewards,
      clock,
    }),
    form: buildSurveyFormService({ db: pool, form: surveyFormStore, clock }),
    feedback: buildFeedbackService({ db: pool, responses: surveyResponseStore }),
  };
}
