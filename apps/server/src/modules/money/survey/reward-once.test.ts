import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_MAILBOX_HASH } from '../../../../test/support/auth.ts';
import { useAuthApp } from '../../../../test/support/auth-app.ts';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { GENEROUS, NO_LIMITS } from '../../../../test/support/free-grants.ts';
import { auditLedger } from '../ledger/audit.store.ts';
import { FREE_TARIFF, type Ledger } from '../ledger/ledger.ports.ts';
import { ledger } from '../ledger/ledger.store.ts';
import { wireFreeGrants, wireSurvey } from '../open/given.ts';
import { anyAnswer, booksOf, firstAnswers } from './test/survey-fixture.ts';

describe('the reward of the survey', () => {
  const server = useAuthApp();

  it('is given once for 50 submissions at a time, from two accounts of one mailbox', async () => {
    const [one, two] = [await server.signedIn('race@firm.example'), await server.signedIn('race+2@firm.example')];
    const answers = await firstAnswers(one);
    const sent = Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? one : two).post('/api/survey/submit', { answers, comment: `comment ${index}` }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const kept = await server.pool.query('SELECT FROM survey_responses');
    const answered = await server.pool.query('SELECT FROM survey_answers');
    const marks = await server.pool.query('SELECT FROM survey_takers');
    const grants = await server.pool.query("SELECT checks FROM ledger_entries WHERE reason = 'survey'");
    expect([kept.rowCount, answered.rowCount, marks.rowCount]).toEqual([1, 3, 1]);
    expect(grants.rows).toEqual([{ checks: 3 }]);
    for (const visitor of [one, two]) {
      expect((await visitor.get('/api/survey/status')).data).toEqual({ completed: true });
    }
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('is given to every one of many people at a time', async () => {
    const visitors = [];
    for (let index = 0; index < 8; index += 1) visitors.push(await server.signedIn(`many${index}@firm.example`));
    const answers = await anyAnswer(server.pool);
    await Promise.all(visitors.map((visitor) => visitor.post('/api/survey/submit', { answers })));
    for (let index = 0; index < 8; index += 1) {
      const books = await booksOf(server.pool, `many${index}@firm.example`);
      expect(books).toEqual({ granted: 3, grants: 1, responses: 1 });
    }
  });
});

describe('a submission that breaks', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  async function person(sub: string): Promise<string> {
    const email = `${sub.slice(0, 4)}@firm.example`;
    await database.pool.query('INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)', [sub, email]);
    const key = `signup:${sub}`;
    await ledger.grant(database.pool, { sub, tariff: FREE_TARIFF, checks: 1, reason: 'signup', key, expiresAt: null });
    return email;
  }
  const withBook = (grant: Ledger['grant']) =>
    wireSurvey(database.pool, TEST_MAILBOX_HASH, wireFreeGrants(NO_LIMITS, { grant }));
  const answered = async () => ({ answers: await anyAnswer(database.pool) });
  const nothing = { granted: 0, grants: 0, responses: 0 };

  it('leaves neither answers nor mark behind when the checks cannot be given', async () => {
    const sub = 'a'.repeat(32);
    const email = await person(sub);
    const broken = withBook(async () => {
      throw new Error('broken on purpose');
    });
    await expect(broken.survey.submit(sub, { ...(await answered()), comment: 'lost' })).rejects.toThrow(
      'broken on purpose',
    );
    expect(await booksOf(database.pool, email)).toEqual(nothing);
    expect(await broken.survey.hasTaken(sub)).toBe(false);
    await wireSurvey(database.pool, TEST_MAILBOX_HASH, GENEROUS).survey.submit(sub, {
      ...(await answered()),
      comment: 'kept',
    });
    expect(await booksOf(database.pool, email)).toEqual({ granted: 3, grants: 1, responses: 1 });
  });

  it('leaves nothing behind when the connection dies after the checks were given', async () => {
    const sub = 'b'.repeat(32);
    const email = await person(sub);
    const dying = withBook(async (db, grant) => {
      const isGranted = await ledger.grant(db, grant);
      const found = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await database.pool.query('SELECT pg_terminate_backend($1)', [found.rows[0]?.pid]);
      return isGranted;
    });
    await expect(dying.survey.submit(sub, await answered())).rejects.toThrow();
    expect(await booksOf(database.pool, email)).toEqual(nothing);
    await wireSurvey(database.pool, TEST_MAILBOX_HASH, GENEROUS).survey.submit(sub, await answered());
    expect(await booksOf(database.pool, email)).toEqual({ granted: 3, grants: 1, responses: 1 });
    expect(await auditLedger(database.pool)).toEqual([]);
  });

  it('is refused for an account that was deleted meanwhile', async () => {
    const { survey } = wireSurvey(database.pool, TEST_MAILBOX_HASH, GENEROUS);
    await expect(survey.submit('c'.repeat(32), { answers: [] })).rejects.toMatchObject({ errorName: 'Unauthorized' });
  });
});
