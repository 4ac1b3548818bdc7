import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openedBy, testAuth } from '../../../../test/support/auth.ts';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { openPool, type Pool } from '../../../platform/db/index.ts';

const noCheck = { runCheck: () => Promise.reject(new Error('no check here')) };
const asHere = { device: 'A test', browserMark: null };
const asked = { device: 'A test', timezone: null, ip: null };

describe('two servers on one database', () => {
  let database: TestDatabase;
  let second: Pool;
  beforeAll(async () => {
    database = await testDatabase();
    second = openPool(database.url, { maxConnections: 5 });
  });
  afterAll(async () => {
    await second.end();
    await database.drop();
  });

  /** The second server's clock is `aheadMs` ahead of the first one's. */
  async function signedIn(email: string, aheadMs: number) {
    const here = testAuth(database.pool, { checks: noCheck });
    const there = testAuth(second, { checks: noCheck, clock: { now: () => new Date(Date.now() + aheadMs) } });
    await here.signIn.requestLink({ email, acceptTerms: true, check: null, browserMark: null, knownMark: null, asked });
    // A link issued by one server is confirmed by the other.
    const session = openedBy(await there.signIn.confirmLink(here.lastToken(), asHere));
    return { here, there, session };
  }

  it.each([0, 20_000, -20_000])(
    'refresh one session at once to the same tokens, with clocks %i ms apart',
    async (ms) => {
      const { here, there, session } = await signedIn(`apart${ms}@firm.example`, ms);
      const { tokenId, refreshToken } = session.tokens;
      const renewed = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (index % 2 === 0 ? here : there).sessions.renew(tokenId, refreshToken),
        ),
      );
      const successors = new Set(renewed.map((answer) => answer?.tokens.refreshToken));
      expect(successors.size).toBe(1);
      const [successor = ''] = successors;
      for (const server of [here, there]) {
        expect(await server.sessions.readAccess(renewed[0]?.tokens.accessToken ?? '')).not.toBeNull();
        expect(await server.sessions.readAccess(renewed[1]?.tokens.accessToken ?? '')).not.toBeNull();
      }
      expect(await here.sessions.renew(tokenId, successor)).not.toBeNull();
    },
  );

  it('let one of many confirm a link, wherever they ask', async () => {
    const here = testAuth(database.pool, { checks: noCheck });
    const there = testAuth(second, { checks: noCheck });
    await here.signIn.requestLink({
      email: 'race@firm.example',
      acceptTerms: true,
      check: null,
      browserMark: null,
      knownMark: null,
      asked,
    });
    const token = here.lastToken();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? here : there).signIn.confirmLink(token, asHere)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
