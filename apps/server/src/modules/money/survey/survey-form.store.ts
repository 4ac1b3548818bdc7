import type { SurveyFormStore } from './survey.ports.ts';

export const surveyFormStore: SurveyFormStore = {
  async settings(db) {
    const found = await db.query('SELECT title, checks_reward AS "checksReward" FROM survey_settings');
    const settings = found.rows[0];
    if (settings === undefined) throw new Error('The settings of the survey are gone from the database');
    return settings;
  },

  async saveSettings(db, { title, checksReward }) {
    await db.query('UPDATE survey_settings SET title = $1, checks_reward = $2', [title, checksReward]);
  },

  async questions(db, which) {
    const found = await db.query(
      `SELECT q.id, q.title, q.sort_order AS "sortOrder", q.is_active AS "isActive", options.list AS options
         FROM survey_questions q,
              LATERAL (SELECT coalesce(json_agg(json_build_object('id', o.id, 'questionId', o.question_id,
                                'text', o.text, 'sortOrder', o.sort_order) ORDER BY o.sort_order, o.id), '[]') AS list
                         FROM survey_options o WHERE o.question_id = q.id AND o.removed_at IS NULL) AS options
        WHERE q.removed_at IS NULL AND (q.is_active OR $1)
        ORDER BY q.sort_order, q.id`,
      [which === 'all'],
    );
    return found.rows;
  },

  async saveQuestion(db, { id, title, sortOrder, isActive }) {
    const saved =
      id === null
        ? await db.query(
            'INSERT INTO survey_questions (title, sort_order, is_active) VALUES ($1, $2, $3) RETURNING id',
            [title, sortOrder, isActive],
          )
        : await db.query(
            `UPDATE survey_questions SET title = $2, sort_order = $3, is_active = $4
              WHERE id = $1 AND removed_at IS NULL RETURNING id`,
            [id, title, sortOrder, isActive],
          );
    return saved.rows[0]?.id ?? null;
  },

  async saveOption(db, { id, questionId, text, sortOrder }) {
    const columns = 'id, question_id AS "questionId", text, sort_order AS "sortOrder"';
    const saved =
      id === null
        ? await db.query(
            `INSERT INTO survey_options (question_id, text, sort_order)
             SELECT id, $2, $3 FROM survey_questions WHERE id = $1 AND removed_at IS NULL RETURNING ${columns}`,
            [questionId, text, sortOrder],
          )
        : await db.query(
            `UPDATE survey_options SET text = $3, sort_order = $4
              WHERE id = $1 AND question_id = $2 AND removed_at IS NULL RETURNING ${columns}`,
            [id, questionId, text, sortOrder],
          );
    return saved.rows[0] ?? null;
  },

  async removeQuestion(db, id, now) {
    const removed = await db.query('UPDATE survey_questions SET removed_at = $2 WHERE id = $1 AND removed_at IS NULL', [
      id,
      now,
    ]);
    return removed.rowCount === 1;
  },

  async removeOption(db, id, now) {
    const removed = await db.query('UPDATE survey_options SET removed_at = $2 WHERE id = $1 AND removed_at IS NULL', [
      id,
      now,
    ]);
    return removed.rowCount === 1;
  },
};
