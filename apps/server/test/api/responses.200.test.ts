import { SurveyExportData, SurveyResponsesData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { ADMIN, adminOf, questionsFor } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const read = async (admin: Visitor, query = '') =>
  SurveyResponsesData.parse((await admin.get(`/api/survey/admin/responses${query}`)).data);
const exported = async (admin: Visitor) =>
  SurveyExportData.parse(JSON.parse((await admin.get('/api/survey/admin/export')).text).data);

describe('GET /survey/admin/responses and /survey/admin/export, answered 200', () => {
  const server = useAuthApp({ adminEmails: [ADMIN] });

  it('return zero counts before the first response', async () => {
    const admin = await adminOf(server);
    const nothing = await read(admin);
    expect(nothing).toMatchObject({ total: 0, from: null, to: null });
    expect(nothing.questions.map(({ answered, options }) => [answered, options.length])).toEqual([
      [0, 5],
      [0, 5],
      [0, 5],
    ]);
    expect(nothing.comments).toEqual({ items: [], meta: { totalPages: 1, total: 0, page: 1 } });
    expect(await exported(admin)).toEqual([]);
  });

  it('[API-33] [SURV-15] count options with their shares, list the written texts, and export flat records', async () => {
    const admin = await adminOf(server);
    const [first, second, third] = await questionsFor(admin);
    if (first === undefined || second === undefined || third === undefined) throw new Error('Three are shipped');
    const [one, two] = first.options;
    const submissions = [
      { answers: [{ questionId: first.id, optionId: one?.id }], comment: '=1+1' },
      { answers: [{ questionId: first.id, optionId: one?.id }] },
      { answers: [{ questionId: first.id, optionId: two?.id }] },
      { answers: [{ questionId: second.id, optionId: second.options[4]?.id, freeText: 'A bet' }] },
      { answers: [] },
    ];
    for (const [index, body] of submissions.entries()) {
      const visitor = await server.signedIn(`person${index}@firm.example`);
      expect((await visitor.post('/api/survey/submit', body)).status).toBe(200);
    }
    const { total, from, to, questions, comments } = await read(admin);
    expect(total).toBe(5);
    expect(Date.parse(to ?? '')).toBeGreaterThan(Date.parse(from ?? ''));
    expect(questions.map(({ answered }) => answered)).toEqual([3, 1, 0]);
    expect(questions[0]?.options.map(({ count, share }) => [count, share])).toEqual([
      [2, 2 / 3],
      [1, 1 / 3],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(comments.items.map(({ comment, freeTexts }) => [comment, freeTexts])).toEqual([
      [null, [{ question: second.title, text: 'A bet' }]],
      ['=1+1', []],
    ]);

    const records = await exported(admin);
    const columns = [first, second, third].flatMap(({ title }) => [title, `${title} (Other)`]);
    expect(records).toHaveLength(5);
    for (const record of records) expect(Object.keys(record)).toEqual(['id', 'submitted_at', ...columns, 'comment']);
    expect(records[0]).toMatchObject({ [first.title]: one?.text, [second.title]: '', comment: '=1+1' });
    expect(records[3]).toMatchObject({ [second.title]: 'Other', [`${second.title} (Other)`]: 'A bet', comment: '' });
    expect(JSON.stringify(records)).not.toContain('firm.example');
  });

  it('keep responses to removed questions and options, and distinguish columns of the same name', async () => {
    const admin = await adminOf(server);
    const [first, second] = await questionsFor(admin);
    await admin.post(`/api/survey/admin/option/delete?id=${first?.options[0]?.id}`);
    await admin.post(`/api/survey/admin/question/delete?id=${second?.id}`);
    await admin.post('/api/survey/admin/question/upsert', { title: 'comment', sortOrder: 9, isActive: true });
    const { questions } = await read(admin);
    expect(questions[0]?.options[0]).toMatchObject({ count: 2, isRemoved: true });
    expect(questions.at(-1)).toMatchObject({ title: second?.title, isRemoved: true, answered: 1 });
    const [record] = await exported(admin);
    expect(Object.keys(record ?? {})).toContain('comment (2)');
    expect(record).toMatchObject({ comment: '=1+1', 'comment (2)': '' });
  });

  it('return the comments in pages, the newest first, and export more than one database read', async () => {
    const admin = await adminOf(server);
    await server.pool.query(
      `INSERT INTO survey_responses (comment, created_at) SELECT 'comment ' || place, now() FROM generate_series(1, 2100) place`,
    );
    const last = await read(admin, '?page=141');
    expect(last.comments.meta).toEqual({ totalPages: 141, total: 2102, page: 141 });
    expect(last.comments.items).toHaveLength(2);
    expect((await read(admin)).comments.items[0]?.comment).toBe('comment 2100');
    expect((await read(admin, '?page=999')).comments.items).toEqual([]);
    expect((await admin.get('/api/survey/admin/responses?page=0')).status).toBe(400);
    const records = await exported(admin);
    expect(records).toHaveLength(2105);
    expect(new Set(records.map(({ id }) => id)).size).toBe(2105);
  });
});
