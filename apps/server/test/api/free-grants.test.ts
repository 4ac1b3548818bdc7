import { describe, expect, it } from 'vitest';
import { auditLedger } from '../../src/modules/money/index.ts';
import { wireFreeGrants } from '../../src/modules/money/open/given.ts';
import { anyAnswer } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { type AuthApp, useAuthApp, type Visitor } from '../support/auth-app.ts';

const DAY_MS = 86_400_000;
const SHIPPED = readConfig({}).grants;
const ADMIN = 'admin@operator.example';
const PROXIED = { host: '127.0.0.1', publicUrl: 'http://localhost:3000', trustProxy: 1 } as const;

/** A new account of a mailbox, from an address of the internet. */
async function signUp(server: AuthApp, email: string, ip: string) {
  const who = server.browser({ 'x-forwarded-for': ip });
  const answer = await who.get(`/api/auth/confirm-link/${await server.ask(who, email)}`);
  return {
    who,
    status: answer.status,
    isWithout: answer.data['no_free_check'] !== undefined,
    because: answer.data['no_free_check'],
  };
}

const checksOf = async (who: Visitor) => Number((await who.get('/api/auth/me')).data['checks']);

describe('free checks of one day, with the limits that ship', () => {
  const server = useAuthApp({ settings: PROXIED, grants: wireFreeGrants(SHIPPED), adminEmails: [ADMIN] });

  it('go to five accounts of one network; the others are made without', { timeout: 60_000 }, async () => {
    const made = [];
    for (let n = 0; n < 20; n += 1) {
      made.push(await signUp(server, `box${n}@mail${n % 7}.catch-all.example`, `203.0.113.${n}`));
    }
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    expect(made.map(({ isWithout }) => isWithout)).toEqual(made.map((_one, n) => n >= 5));
    expect(made.at(-1)?.because).toBe('network');
    expect(await Promise.all(made.map(({ who }) => checksOf(who)))).toEqual(made.map((_one, n) => (n < 5 ? 1 : 0)));
    const answers = await anyAnswer(server.pool);
    const refusals = async () =>
      (await server.pool.query("SELECT FROM free_grants WHERE kind = 'survey' AND refused_by IS NOT NULL")).rowCount;
    for (const { who } of made) expect((await who.post('/api/survey/submit', { answers })).status).toBe(429);
    expect(await refusals()).toBe(made.length);
    for (const { who } of made.slice(0, 3)) await who.post('/api/survey/submit', { answers });
    expect(await refusals(), 'a refusal is stored once a day').toBe(made.length);
    expect(await server.pool.query('SELECT FROM survey_takers')).toMatchObject({ rowCount: 0 });
    const { rows } = await server.pool.query(
      "SELECT sum(checks)::integer AS n FROM ledger_entries WHERE reason = 'signup'",
    );
    expect(rows).toEqual([{ n: 5 }]);
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('are counted for a /48 of IPv6', { timeout: 60_000 }, async () => {
    const made = [];
    for (let n = 0; n < 7; n += 1) {
      made.push(await signUp(server, `six${n}@six${n}.example`, `2001:db8:77:${n}::${n}`));
    }
    expect(made.filter(({ isWithout }) => !isWithout)).toHaveLength(5);
  });

  it('go to ten mailboxes of one domain and the names below it, from any network', { timeout: 60_000 }, async () => {
    const made = [];
    for (let n = 0; n < 12; n += 1) {
      made.push(await signUp(server, `any${n}@n${n}.farm.co.uk`, `198.51.${n}.7`));
    }
    expect(made.map(({ isWithout }) => isWithout)).toEqual(made.map((_one, n) => n >= 10));
    expect(made.at(-1)?.because).toBe('domain');
    const other = await signUp(server, 'mara@honest.co.uk', '198.51.90.7');
    expect(other.isWithout).toBe(false);
  });

  it('are not limited by the domain of a provider of free mail', { timeout: 60_000 }, async () => {
    for (let n = 0; n < 12; n += 1) {
      const { isWithout } = await signUp(server, `person${n}x@gmail.com`, `192.0.${n + 10}.7`);
      expect(isWithout).toBe(false);
    }
  });

  it('are given again on the next day', { timeout: 60_000 }, async () => {
    const today = await signUp(server, 'today@late.example', '203.0.113.200');
    server.passTime(DAY_MS);
    const tomorrow = await signUp(server, 'tomorrow@late.example', '203.0.113.200');
    expect([today.isWithout, tomorrow.isWithout]).toEqual([true, false]);
  });

  it('are not taken again by a mailbox that had them, and use up nothing', { timeout: 60_000 }, async () => {
    for (let n = 0; n < 6; n += 1) {
      const { who, because } = await signUp(server, 'again@again.example', '203.0.114.7');
      expect(because, 'it is said why').toBe(n === 0 ? undefined : 'mailbox');
      await who.post('/api/account/delete', { email: 'again@again.example' });
      server.passTime(16 * 60_000);
    }
    expect((await signUp(server, 'neighbour@neighbour.example', '203.0.114.8')).isWithout).toBe(false);
  });

  it('are given once to all spellings of a mailbox, and the second account reads why', async () => {
    await signUp(server, 'spelt@spelling.example', '203.0.115.7');
    const second = await signUp(server, 'spelt+2@spelling.example', '203.0.115.7');
    expect([second.because, await checksOf(second.who)]).toEqual(['mailbox', 0]);
  });

  it('store no address, no mailbox and no account', async () => {
    const { rows } = await server.pool.query<{ network: string }>('SELECT * FROM free_grants');
    expect(rows.length).toBeGreaterThan(30);
    for (const { network } of rows) expect(network).toMatch(/\.0\/24$|::\/48$/);
    expect(JSON.stringify(rows)).not.toMatch(/@|203\.0\.113\.[1-9]/);
    expect(Object.keys(rows[0] as object).sort()).toEqual(
      ['checks', 'day', 'domain', 'id', 'kind', 'network', 'refused_by', 'refused_gift'].sort(),
    );
  });
});

describe('free checks that many ask for at once', () => {
  const server = useAuthApp({ settings: PROXIED, grants: wireFreeGrants(SHIPPED) });

  it('are five from one network, by any number of confirmations at the same moment', { timeout: 60_000 }, async () => {
    const asked: { who: Visitor; token: string }[] = [];
    for (let n = 0; n < 16; n += 1) {
      const who = server.browser({ 'x-forwarded-for': '203.0.113.9' });
      asked.push({ who, token: await server.ask(who, `rush${n}@rush${n}.example`) });
    }
    const answers = await Promise.all(asked.map(({ who, token }) => who.get(`/api/auth/confirm-link/${token}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ data }) => data['no_free_check'] === undefined)).toHaveLength(5);
    expect(await auditLedger(server.pool)).toEqual([]);
  });
});

describe('over the limit of the installation', () => {
  const limits = { perNetwork: 4, perDomain: 10, perDay: 3 };
  const server = useAuthApp({ settings: PROXIED, grants: wireFreeGrants(limits), adminEmails: [ADMIN] });

  it('accounts are made without a free check, and promo codes still work', { timeout: 60_000 }, async () => {
    const made = [];
    for (let n = 0; n < 4; n += 1) made.push(await signUp(server, `full${n}@full${n}.example`, `198.18.${n}.1`));
    expect(made.map(({ isWithout }) => isWithout)).toEqual([false, false, false, true]);
    expect(made.at(-1)?.because).toBe('installation');
    const admin = await server.signedIn(ADMIN);
    const code = String((await admin.post('/api/promocode', { free_checks: 5, total_usages: 0 })).data['code']);
    const [, , , last] = made;
    expect((await last?.who.post(`/api/promocode/usages/${code}`))?.data).toMatchObject({ applied: true });
  });

  it('a promo code is redeemed four times from one network, and is not used up by a refusal', {
    timeout: 60_000,
  }, async () => {
    const admin = await server.signedIn(ADMIN);
    const code = String((await admin.post('/api/promocode', { free_checks: 5, total_usages: 0 })).data['code']);
    const redeem = async (who: Visitor, ip: string) =>
      (await who.post(`/api/promocode/usages/${code}`, undefined, { 'x-forwarded-for': ip })).data;
    const people = [];
    for (let n = 0; n < 5; n += 1) people.push(await signUp(server, `code${n}@code.example`, `198.19.${n}.1`));
    const applied = [];
    for (const { who } of people) applied.push((await redeem(who, '198.19.77.1'))['applied']);
    expect(applied).toEqual([true, true, true, true, false]);
    const last = people.at(-1)?.who;
    if (last === undefined) throw new Error('nobody');
    expect((await redeem(last, '198.19.77.2'))['message']).toMatch(/tomorrow/);
    expect(await redeem(last, '198.19.78.1')).toMatchObject({ applied: true });
    expect(await auditLedger(server.pool)).toEqual([]);
  });
});
