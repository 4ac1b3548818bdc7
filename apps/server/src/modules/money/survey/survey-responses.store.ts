import { present } from '../../../platform/db/index.ts';
import type { SurveyResponseStore } from './survey.ports.ts';

export const surveyResponseStore: SurveyResponseStore = {
  async hasTaken(db, sub, mailboxHash) {
    const found = await db.query(
      `SELECT EXISTS (SELECT FROM survey_responses WHERE sub = $1)
           OR EXISTS (SELECT FROM survey_takers WHERE mailbox_hash = $2) AS taken`,
      [sub, mailboxHash],
    );
    return found.rows[0]?.taken ?? false;
  },

  async optionTexts(db, pairs) {
    const found = await db.query(
      `SELECT o.question_id AS "questionId", o.text FROM survey_options o
         JOIN unnest($1::integer[], $2::integer[]) AS pair (question_id, option_id)
           ON o.id = pair.option_id AND o.question_id = pair.question_id`,
      [pairs.map(({ questionId }) => questionId), pairs.map(({ optionId }) => optionId)],
    );
    return new Map(found.rows.map(({ questionId, text }) => [questionId, text]));
  },

  async insert(db, { sub, mailboxHash, answers, comment, now }) {
    // A concurrent second submission waits here until the first has finished.
    const marked = await db.query(
      'INSERT INTO survey_takers (mailbox_hash, taken_at) VALUES ($1, $2) ON CONFLICT (mailbox_hash) DO NOTHING',
      [mailboxHash, now],
    );
    if (marked.rowCount !== 1) return false;
    const kept = await db.query(
      `INSERT INTO survey_responses (sub, comment, created_at) VALUES ($1, $2, $3)
       ON CONFLICT (sub) DO NOTHING RETURNING id`,
      [sub, comment, now],
    );
    const response = kept.rows[0];
    if (response === undefined) return false;
    await db.query(
      `INSERT INTO survey_answers (response_id, question_id, option_id, free_text)
       SELECT $1, * FROM unnest($2::integer[], $3::integer[], $4::text[])`,
      [
        response.id,
        answers.map(({ questionId }) => questionId),
        answers.map(({ optionId }) => optionId),
        answers.map(({ freeText }) => freeText),
      ],
    );
    return true;
  },

  async totals(db) {
    const found = await db.query(
      `SELECT count(*)::integer AS total, min(created_at) AS from, max(created_at) AS to FROM survey_responses`,
    );
    return found.rows[0] ?? { total: 0, from: null, to: null };
  },

  async tallies(db) {
    const found = await db.query(
      `WITH counts AS (SELECT option_id, count(*)::integer AS chosen FROM survey_answers GROUP BY option_id),
       options AS (
         SELECT o.*, coalesce(chosen, 0) AS chosen,
                coalesce(sum(chosen) OVER (PARTITION BY question_id), 0)::integer AS answered
           FROM survey_options o LEFT JOIN counts ON counts.option_id = o.id)
       SELECT q.id, q.title, q.is_active AS "isActive", q.removed_at IS NOT NULL AS "isRemoved",
              coalesce(max(o.answered), 0) AS answered,
              coalesce(json_agg(json_build_object('id', o.id, 'text', o.text, 'count', o.chosen,
                         'share', CASE WHEN o.answered = 0 THEN 0 ELSE o.chosen::float8 / o.answered END,
                         'isRemoved', o.removed_at IS NOT NULL) ORDER BY o.sort_order, o.id)
                         FILTER (WHERE o.id IS NOT NULL AND (o.removed_at IS NULL OR o.chosen > 0)), '[]') AS options
         FROM survey_questions q LEFT JOIN options o ON o.question_id = q.id
        GROUP BY q.id
       HAVING q.removed_at IS NULL OR max(o.answered) > 0
        ORDER BY q.removed_at IS NOT NULL, q.sort_order, q.id`,
    );
    // Of an option that is there, as the FILTER says.
    return found.rows.map((row) => ({
      ...row,
      options: row.options.map(({ id, text, count, share, isRemoved }) => ({
        id: present(id),
        text: present(text),
        count: present(count),
        share: present(share),
        isRemoved,
      })),
    }));
  },

  async comments(db, size, page) {
    const hasWords = `r.comment IS NOT NULL
      OR EXISTS (SELECT FROM survey_answers a WHERE a.response_id = r.id AND a.free_text IS NOT NULL)`;
    const counted = await db.query(`SELECT count(*)::integer AS total FROM survey_responses r WHERE ${hasWords}`);
    const found = await db.query(
      `SELECT r.id, r.created_at AS at, r.comment, coalesce(texts.list, '[]') AS "freeTexts"
         FROM survey_responses r,
              LATERAL (SELECT json_agg(json_build_object('question', q.title, 'text', a.free_text)
                                ORDER BY q.sort_order, q.id) AS list
                         FROM survey_answers a JOIN survey_questions q ON q.id = a.question_id
                        WHERE a.response_id = r.id AND a.free_text IS NOT NULL) AS texts
        WHERE ${hasWords} ORDER BY r.id DESC LIMIT $1 OFFSET $2`,
      [size, (page - 1) * size],
    );
    return {
      items: found.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      total: counted.rows[0]?.total ?? 0,
    };
  },

  async after(db, after, most) {
    const found = await db.query(
      `SELECT r.id, r.created_at AS at, r.comment, coalesce(given.list, '[]') AS answers
         FROM survey_responses r,
              LATERAL (SELECT json_agg(json_build_object('questionId', a.question_id, 'option', o.text,
                                'text', a.free_text)) AS list
                         FROM survey_answers a JOIN survey_options o ON o.id = a.option_id
                        WHERE a.response_id = r.id) AS given
        WHERE r.id > $1 ORDER BY r.id LIMIT $2`,
      [after, most],
    );
    return found.rows;
  },
};
