import type { Db } from '../../../platform/db/index.ts';

/** The survey's part of an account export, and of the deletion of an account. */
export const surveyPart = {
  name: 'survey',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const found = await db.query(
      `SELECT r.created_at AS submitted_at, r.comment,
              coalesce((SELECT json_agg(json_build_object('question', q.title, 'answer', o.text, 'words', a.free_text)
                                ORDER BY q.sort_order, q.id)
                          FROM survey_answers a JOIN survey_options o ON o.id = a.option_id
                          JOIN survey_questions q ON q.id = a.question_id WHERE a.response_id = r.id), '[]') AS answers
         FROM survey_responses r WHERE r.sub = $1`,
      [sub],
    );
    yield found.rows;
  },

  /** Chosen options stay stored as numbers; free texts are deleted. */
  async erase(db: Db, sub: string): Promise<void> {
    await db.query(
      'UPDATE survey_answers SET free_text = NULL WHERE response_id = (SELECT id FROM survey_responses WHERE sub = $1)',
      [sub],
    );
    await db.query('UPDATE survey_responses SET sub = NULL, comment = NULL WHERE sub = $1', [sub]);
  },
};
