import { describe, expect, it } from 'vitest';
import { ADMIN, adminOf, questionsFor } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';

describe('GET /survey/questions, /survey/settings and /survey/status, answered 200', () => {
  const server = useAuthApp({ adminEmails: [ADMIN] });

  it('[API-25] [ENT-13] lists the three shipped questions with their options, each ending in Other', async () => {
    const questions = await questionsFor(await server.signedIn('new@firm.example'));
    expect(questions).toHaveLength(3);
    expect(questions.map(({ sortOrder, isActive }) => [sortOrder, isActive])).toEqual([
      [0, true],
      [1, true],
      [2, true],
    ]);
    for (const question of questions) {
      expect(Object.keys(question).toSorted()).toEqual(['id', 'isActive', 'options', 'sortOrder', 'title']);
      const { id, title, options } = question;
      for (const option of options) {
        expect(Object.keys(option).toSorted()).toEqual(['id', 'questionId', 'sortOrder', 'text']);
      }
      expect(title).toMatch(/\?$/);
      expect(options.map(({ sortOrder }) => sortOrder)).toEqual([0, 1, 2, 3, 4]);
      expect(new Set(options.map(({ questionId }) => questionId))).toEqual(new Set([id]));
      expect(options.at(-1)?.text).toBe('Other');
    }
  });

  it('[API-26] [API-27] [ENT-15] names title, reward and that it was not taken', async () => {
    const visitor = await server.signedIn('other@firm.example');
    expect((await visitor.get('/api/survey/settings')).data).toEqual({
      title: 'Just a Quick Survey for 3 Free Checks',
      checksReward: 3,
    });
    const status = await visitor.get('/api/survey/status');
    expect(status.data).toEqual({ completed: false });
    expect(status.headers['cache-control']).toBe('no-store');
  });

  it('leaves out what is inactive or removed, in the order of the administrator', async () => {
    const admin = await adminOf(server);
    const [first, second, third] = await questionsFor(admin);
    if (first === undefined || second === undefined || third === undefined) throw new Error('Three are shipped');
    const upsert = (question: typeof first, change: object) => {
      const { id, title, sortOrder, isActive } = question;
      return admin.post('/api/survey/admin/question/upsert', { id, title, sortOrder, isActive, ...change });
    };
    await upsert(first, { isActive: false });
    await upsert(second, { sortOrder: 9 });
    await admin.post(`/api/survey/admin/option/delete?id=${third.options[1]?.id}`);
    const now = await questionsFor(admin);
    expect(now.map(({ id }) => id)).toEqual([third.id, second.id]);
    expect(now[0]?.options).toHaveLength(4);
    const all = JSON.parse((await admin.get('/api/survey/admin/questions')).text).data;
    expect(all.map(({ id, isActive }: { id: number; isActive: boolean }) => [id, isActive])).toEqual([
      [first.id, false],
      [third.id, true],
      [second.id, true],
    ]);
  });
});
