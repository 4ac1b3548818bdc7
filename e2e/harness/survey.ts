import type { Locator, Page } from 'playwright-core';
import { withDatabase } from './database.ts';

/** The floating button, whatever its reward. */
export function surveyButton(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Survey' }).getByRole('button');
}

/**
 * Makes an account an administrator, as the operator does, with a second factor that was given in its sessions. Logging
 * in again by mail alone is not possible afterwards.
 */
export async function makeAdmin(email: string): Promise<void> {
  await grantAdmin(email);
  await withDatabase(async (client) => {
    await client.query(
      `INSERT INTO factors (id, sub, kind, name, created_at, credential_id, public_key, sign_count)
       SELECT md5(sub), sub, 'passkey', 'Passkey 1', now(), md5(sub), ''::bytea, 0 FROM users WHERE email = $1`,
      [email],
    );
    await client.query(
      `UPDATE sessions SET methods = methods || '{passkey}', stepped_up_at = now()
        WHERE sub = (SELECT sub FROM users WHERE email = $1)`,
      [email],
    );
  });
}

/** Makes an account an administrator who has no second factor yet. */
export async function grantAdmin(email: string): Promise<void> {
  await withDatabase((client) => client.query('UPDATE users SET admin_granted_at = now() WHERE email = $1', [email]));
}

/** Lets an account use one of its checks. */
export async function useOneCheck(email: string): Promise<void> {
  await withDatabase(async (client) => {
    for (const [kind, key] of [
      ['reserve', 'reserve:'],
      ['commit', 'settle:'],
    ]) {
      await client.query(
        `INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
         SELECT t.id, $2, 1, 'check', $1, $3 || $1, now()
           FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder JOIN users u ON u.sub = h.sub WHERE u.email = $1`,
        [email, kind, key],
      );
    }
  });
}

/** Submissions without an account, each with a comment and one option of every question. */
export async function seedResponses(count: number): Promise<void> {
  await withDatabase((client) =>
    client.query(
      `WITH kept AS (
         INSERT INTO survey_responses (comment, created_at)
         SELECT CASE WHEN number = 1 THEN '=1+1' ELSE 'Comment ' || number END, now() - (1000 - number) * interval '1 hour'
           FROM generate_series(1, $1::integer) AS number RETURNING id)
       INSERT INTO survey_answers (response_id, question_id, option_id)
       SELECT kept.id, q.id, (SELECT min(o.id) + kept.id % 3 FROM survey_options o WHERE o.question_id = q.id)
         FROM kept, survey_questions q WHERE q.id <= 3`,
      [count],
    ),
  );
}
