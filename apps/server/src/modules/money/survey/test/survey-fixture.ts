import { SurveyQuestionsData } from '@assay/contracts';
import type { AuthApp, Visitor } from '../../../../../test/support/auth-app.ts';
import type { Pool } from '../../../../platform/db/index.ts';

export const ADMIN = 'admin@firm.example';

/** What an account was granted for the survey, and what was stored of its submission. */
export async function booksOf(pool: Pool, email: string) {
  const found = await pool.query<{ granted: number; grants: number; responses: number }>(
    `SELECT count(e.id)::integer AS grants, coalesce(sum(e.checks), 0)::integer AS granted,
            (SELECT count(*)::integer FROM survey_responses r JOIN users u ON u.sub = r.sub WHERE u.email = $1) AS responses
       FROM users u JOIN ledger_holders h ON h.sub = u.sub JOIN ledger_tariffs t ON t.holder = h.id
       JOIN ledger_entries e ON e.tariff = t.id AND e.reason = 'survey'
      WHERE u.email = $1`,
    [email],
  );
  return found.rows[0];
}

/** Lets an account use one of its checks. */
export async function useOneCheck(pool: Pool, email: string): Promise<void> {
  const insert = (kind: string, key: string) =>
    pool.query(
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
       SELECT t.id, '${kind}', 1, 'check', $1, '${key}' || $1, now()
         FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder JOIN users u ON u.sub = h.sub WHERE u.email = $1`,
      [email],
    );
  await insert('reserve', 'reserve:');
  await insert('commit', 'settle:');
}

/** The questions as their users get them. */
export async function questionsFor(visitor: Visitor) {
  const { text } = await visitor.get('/api/survey/questions');
  return SurveyQuestionsData.parse(JSON.parse(text).data);
}

/** The first option of every question. */
export async function firstAnswers(visitor: Visitor) {
  return (await questionsFor(visitor)).map(({ id, options }) => ({ questionId: id, optionId: options[0]?.id ?? 0 }));
}

/** An answer to one of the questions. */
export async function anyAnswer(pool: Pool) {
  const { rows } = await pool.query<{ questionId: number; optionId: number }>(
    'SELECT question_id AS "questionId", id AS "optionId" FROM survey_options WHERE removed_at IS NULL ORDER BY id LIMIT 1',
  );
  return rows;
}

/** An administrator of an app that was started with {@link ADMIN} as one. */
export const adminOf = (server: AuthApp): Promise<Visitor> => server.signedIn(ADMIN);
