import { isOtherOption, type SurveySubmission } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { inWorkspace } from '../../../platform/kernel/scope.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { FreeGrants } from '../grants/grants.ports.ts';
import type { ChosenOption, SurveyFormStore, SurveyResponseStore } from './survey.ports.ts';

export interface SurveyDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly form: Pick<SurveyFormStore, 'settings'>;
  readonly responses: SurveyResponseStore;
  /** A hash of the mailbox of an account, which does not reveal it; null for an account that is gone. */
  readonly mailboxHashOf: (db: Db, sub: string) => Promise<string | null>;
  readonly usedChecks: (db: Db, sub: string) => Promise<number>;
  readonly grants: FreeGrants;
  readonly clock: Clock;
}

export interface SurveyService {
  /** Whether a person has taken the survey, with this account or another of the same mailbox. */
  hasTaken(sub: string): Promise<boolean>;
  /**
   * Stores a submission, marks its person and grants the check credits: all three or none, once a person. Idempotent. One
   * that answers no question is stored and earns nothing.
   *
   * @throws AppError ValidationError for answers to unknown questions, SurveyNotOffered once a check credit was used,
   *   NoFreeChecksToday where a limit of the day refuses the check credits: then nothing is stored, and it can be sent again
   */
  submit(sub: string, submission: SurveySubmission): Promise<void>;
}

export function buildSurveyService(deps: SurveyDeps): SurveyService {
  const { db, transaction, form, responses, clock } = deps;

  /** Throws for an account that was deleted meanwhile. */
  async function mailboxHashOf(tx: Db, sub: string): Promise<string> {
    const mailboxHash = await deps.mailboxHashOf(tx, sub);
    if (mailboxHash === null) throw new AppError('Unauthorized');
    return mailboxHash;
  }

  /** What a person is given belongs to the person, in whatever workspace they are. */
  function ofPerson<T>(sub: string, work: (tx: Db) => Promise<T>): Promise<T> {
    return inWorkspace(sub, () => transaction(work));
  }

  return {
    async hasTaken(sub) {
      return responses.hasTaken(db, sub, await mailboxHashOf(db, sub));
    },

    async submit(sub, { answers, comment = '' }) {
      const outcome = await ofPerson(sub, async (tx) => {
        const mailboxHash = await mailboxHashOf(tx, sub);
        if (await responses.hasTaken(tx, sub, mailboxHash)) return 'taken';
        if ((await deps.usedChecks(tx, sub)) > 0) throw new AppError('SurveyNotOffered');
        const chosen = await chosenOptions(tx, answers);
        const now = clock.now();
        const checks = chosen.length === 0 ? 0 : (await form.settings(tx)).checksReward;
        const gift = await deps.grants.give(tx, { kind: 'survey', sub, checks, key: `survey:${mailboxHash}`, now });
        // Committed as refused, with nothing of the submission.
        if (typeof gift !== 'string') return gift;
        await responses.insert(tx, { sub, mailboxHash, answers: chosen, comment: comment || null, now });
        return gift;
      });
      if (typeof outcome !== 'string') throw new AppError('NoFreeChecksToday');
    },
  };

  /** Options that were removed after the survey was shown still count: the person saw them. */
  async function chosenOptions(tx: Db, answers: SurveySubmission['answers']): Promise<readonly ChosenOption[]> {
    const chosen = answers.flatMap(({ questionId, optionId, freeText }) =>
      optionId === null ? [] : [{ questionId, optionId, freeText: freeText || null }],
    );
    const texts = await responses.optionTexts(tx, chosen);
    for (const { questionId, freeText } of chosen) {
      const text = texts.get(questionId);
      if (text === undefined) throw wrongAnswer('is no option of its question');
      if (freeText !== null && !isOtherOption(text)) throw wrongAnswer('has words that its option does not ask for');
    }
    return chosen;
  }
}

function wrongAnswer(problem: string): AppError {
  return new AppError('ValidationError', { internal: `an answer ${problem}` });
}
