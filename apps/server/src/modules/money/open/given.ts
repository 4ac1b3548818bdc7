import { auditAlone, recordAudit } from '../../../platform/audit/index.ts';
import { type Pool, transactionsOf } from '../../../platform/db/index.ts';
import { OPERATOR_OWNER } from '../../../platform/kernel/caller.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { findUser, type MailboxHash, mailboxHashOf } from '../../accounts/index.ts';
import { freeGrantsStore } from '../grants/free-grants.store.ts';
import type { FreeGrants, GrantLimits } from '../grants/grants.ports.ts';
import { buildFreeGrants } from '../grants/grants.service.ts';
import { unchargedStore } from '../grants/uncharged.store.ts';
import { buildUnchargedAnswers, type UnchargedAnswers } from '../grants/uncharged.ts';
import type { Ledger } from '../ledger/ledger.ports.ts';
import { ledger } from '../ledger/ledger.store.ts';
import { boughtChecks } from '../ledger/tariffs.store.ts';
import { buildFeedbackService, type FeedbackService } from '../survey/feedback.service.ts';
import { buildSurveyService, type SurveyService } from '../survey/survey.service.ts';
import { buildSurveyFormService, type SurveyFormService } from '../survey/survey-form.service.ts';
import { surveyFormStore } from '../survey/survey-form.store.ts';
import { surveyResponseStore } from '../survey/survey-responses.store.ts';

/** What is given for nothing, within the limits of a day. `book`: default, the database's balance ledger. */
export function wireFreeGrants(limits: GrantLimits, book: Pick<Ledger, 'grant'> = ledger): FreeGrants {
  return buildFreeGrants({
    store: freeGrantsStore,
    ledger: book,
    limits,
    emailOf: async (db, sub) => (await findUser(db, sub))?.email ?? null,
  });
}

/** Answers to checks that cost nothing, `perDay` for who never bought. */
export function wireUncharged(perDay: number): UnchargedAnswers {
  return buildUnchargedAnswers({ store: unchargedStore, boughtChecks, perDay, nobodys: [OPERATOR_OWNER] });
}

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
