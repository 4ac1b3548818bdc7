import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { SECURITY_EVENT_NAMES } from '../../../src/platform/kernel/security-events/index.ts';
import { useAuthApp, type Visitor } from '../../support/auth-app.ts';
import { securityLog } from '../../support/security-log.ts';
import { callBot, newUser } from '../bot-fixture.ts';

const ADMIN = 'admin@firm.example';
const DAY_MS = 86_400_000;
/** Nobody answers there: messages of providers are only received. */
const NOWHERE = 'http://127.0.0.1:9';
/** Caused outside this file: by which test. */
const ELSEWHERE = {
  account_recovery: '../recovery.test.ts',
  admin_without_factor: '../admin.403.test.ts',
  company_login_refused: '../company-sign-in.refused.test.ts',
  factor_changed: '../second-step.test.ts',
  factor_refused: '../second-step.test.ts',
  signing_key_changed: '../stolen-key.test.ts',
  signing_refused: '../signing-refused.test.ts',
  private_download_refused: 'private-download.test.ts',
};

const log = securityLog();
const proven = new Set<string>();
const server = useAuthApp({
  securityEvents: log.events,
  adminEmails: [ADMIN],
  limits: { unknownPerMinute: 3 },
  payments: {
    stripe: {
      apiUrl: NOWHERE,
      secretKey: 'sk_1',
      publishableKey: 'pk_1',
      webhookSecret: 'whsec_1',
      scriptUrl: NOWHERE,
    },
    nowpayments: { apiUrl: NOWHERE, apiKey: 'key', ipnSecret: 'ipn', login: null },
  },
});

/** The lines that one call added; each names the call's request. */
async function linesOf(call: () => Promise<{ readonly headers: Readonly<Record<string, unknown>> }>) {
  const before = log.lines.length;
  const { headers } = await call();
  const lines = log.lines.slice(before);
  for (const { event, reqId } of lines) {
    expect(reqId, event).toBe(headers['x-request-id']);
    proven.add(event.replace('security.', ''));
  }
  return lines;
}

async function subOf(who: Visitor): Promise<string> {
  const { rows } = await server.pool.query('SELECT sub FROM users WHERE email = $1', [
    (await who.get('/api/auth/me')).data['email'],
  ]);
  return `account:${rows[0]?.sub}`;
}

describe('what the server refuses', () => {
  it.each(['stripe', 'nowpayments'])('is logged: a message of %s without its signature', async (provider) => {
    const call = () => server.client().post(`/api/payment/webhooks/${provider}`, { id: 'evt_secret' });
    expect(await linesOf(call)).toMatchObject([
      { event: 'security.webhook_refused', provider, subject: expect.stringMatching(/^network:[0-9a-f]{16}$/) },
    ]);
    const signature = provider === 'stripe' ? 'stripe-signature' : 'x-nowpayments-sig';
    // The same again within the minute: counted, not listed.
    await server.client().post(`/api/payment/webhooks/${provider}`, { id: 'evt_1' }, { [signature]: 't=1,v1=00' });
    expect(log.of('webhook_refused').filter((line) => line['provider'] === provider)).toHaveLength(1);
  });

  it('is logged: a change that another site asked for, of the API and of a form of the site', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const lines = await linesOf(() => server.browser().post('/api/monitor/check', {}, foreign));
    expect(lines).toMatchObject([{ event: 'security.cross_site_refused', route: '/api/monitor/check' }]);
    const form = { ...foreign, 'content-type': 'application/x-www-form-urlencoded' };
    expect(await linesOf(() => server.browser().post('/login', 'email=a', form))).toMatchObject([
      { event: 'security.cross_site_refused', route: '/*' },
    ]);
  });

  it('is logged: too many requests, once, with the pattern of the route and never the path', async () => {
    const before = log.lines.length;
    for (let count = 0; count < 8; count += 1) await server.client().get(`/api/secret-path-${count}`);
    const lines = log.lines.slice(before);
    expect(lines).toMatchObject([{ event: 'security.rate_limit_hit', route: '/api/*' }]);
    expect(lines[0]?.reqId).toMatch(/^[\w-]{16}$/);
    proven.add('rate_limit_hit');
  });

  it('is no refusal: a further link for a mailbox is asked for as the first was (decision 0134), and nothing is logged', async () => {
    const who = server.browser();
    for (let count = 0; count < 5; count += 1) await server.ask(who, 'flooded@firm.example');
    const statuses: number[] = [];
    const call = async () => {
      const answer = await who.post('/api/auth/login', { email: 'flooded@firm.example', acceptTerms: true });
      statuses.push(answer.status);
      return answer;
    };
    expect(await linesOf(call)).toEqual([]);
    expect(statuses).toEqual([200]);
  });

  it('is logged: a link that was used, has expired or is not ours, with the mailbox as a pseudonym', async () => {
    const who = server.browser();
    const used = await server.ask(who, 'ann+shop@firm.example');
    await who.get(`/api/auth/confirm-link/${used}`);
    const subject = log.nameOf({ kind: 'mailbox', mailbox: 'ann@firm.example' });
    const stranger = server.browser();
    expect(await linesOf(() => stranger.get(`/api/auth/confirm-link/${used}`))).toMatchObject([
      { event: 'security.link_refused', reason: 'used', subject },
    ]);
    const expired = await server.ask(who, 'ann@firm.example');
    server.passTime(DAY_MS);
    expect(await linesOf(() => stranger.get(`/api/auth/confirm-link/${expired}/status`))).toMatchObject([
      { event: 'security.link_refused', reason: 'expired', subject },
    ]);
    const wrong = `${used.slice(0, -2)}${used.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await linesOf(() => stranger.get(`/api/auth/confirm-link/${wrong}`))).toMatchObject([
      { event: 'security.link_refused', reason: 'unknown', subject: expect.stringMatching(/^network:/) },
    ]);
  });

  it('is logged: a refresh token that was used before', async () => {
    const thief = server.client();
    const answer = await thief.get(`/api/auth/confirm-link/${await server.ask(thief, 'bob@firm.example')}`);
    const { accessToken, refreshToken, tokenId } = answer.data['tokens'] as Record<string, string>;
    const refresh = { authorization: `Bearer ${refreshToken}`, 'token-id': tokenId ?? '' };
    const { rows } = await server.pool.query<{ sub: string }>("SELECT sub FROM users WHERE email = 'bob@firm.example'");
    expect((await thief.get('/api/auth/refresh', refresh)).status).toBe(200);
    server.passTime(60_000);
    const lines = await linesOf(() => thief.get('/api/auth/refresh', refresh));
    expect(lines).toMatchObject([
      { event: 'security.refresh_token_reused', level: 'error', subject: `account:${rows[0]?.sub}`, session: tokenId },
    ]);
    expect(JSON.stringify(lines)).not.toContain(refreshToken);
    expect(JSON.stringify(lines)).not.toContain(accessToken);
  });

  it('is logged: what a suspended account tries, on the site and in a chat', async () => {
    const who = await server.signedIn('carol@firm.example');
    const subject = await subOf(who);
    await server.pool.query("UPDATE users SET suspended_at = now() WHERE email = 'carol@firm.example'");
    expect(await linesOf(() => who.post('/api/promocode/usages/ABC'))).toMatchObject([
      { event: 'security.suspended_refused', route: '/api/promocode/usages/:code', subject },
    ]);
    const chat = newUser();
    await server.pool.query('INSERT INTO suspended_telegram_users (telegram_id, suspended_at) VALUES ($1, now())', [
      chat,
    ]);
    const order = { payment_type: 'stripe', checks_number: 10 };
    expect(await linesOf(() => callBot(server.app, 'POST', `/bot/users/${chat}/payments`, order))).toMatchObject([
      { event: 'security.suspended_refused', subject: log.nameOf({ kind: 'telegram', id: chat }) },
    ]);
    expect(log.lines.some((line) => JSON.stringify(line).includes(chat))).toBe(false);
  });

  it('is logged: a call of the bot with a wrong secret', async () => {
    const wrong = { authorization: 'Bearer not-the-secret' };
    const call = () => callBot(server.app, 'PUT', `/bot/users/${newUser()}`, {}, wrong);
    const lines = await linesOf(call);
    expect(lines).toMatchObject([{ event: 'security.bot_secret_refused', route: '/api/bot/users/:user_id' }]);
    expect(JSON.stringify(lines)).not.toContain('not-the-secret');
  });

  it('is logged: what needs a confirmation without a recent one', async () => {
    const who = await server.signedIn('dora@firm.example');
    const subject = await subOf(who);
    await server.pool.query("UPDATE sessions SET created_at = created_at - interval '1 hour' WHERE sub = $1", [
      subject.replace('account:', ''),
    ]);
    expect(await linesOf(() => who.get('/api/account/data'))).toMatchObject([
      { event: 'security.step_up_required', route: '/api/account/data', subject },
    ]);
  });

  it('is logged: a call for administrators by somebody else', async () => {
    const who = await server.signedIn('dave@firm.example');
    expect(await linesOf(() => who.get('/api/promocode'))).toMatchObject([
      { event: 'security.admin_refused', subject: await subOf(who) },
    ]);
  });
});

describe('what administrators change', () => {
  it('is logged with who did it and the id of what was changed, and not with its text', async () => {
    const admin = await server.signedIn(ADMIN);
    const subject = await subOf(admin);
    let id = 0;
    let questionId = 0;
    const admins = '/api/survey/admin';
    const option = () => ({ questionId, text: 'Unspoken', sortOrder: 1 });
    const code = { code: 'HIDDEN77', social: 'x', free_checks: 3, total_usages: 1 };
    const steps: [string, () => ReturnType<Visitor['get']>][] = [
      ['promo_code.create', () => admin.post('/api/promocode', code)],
      ['promo_code.change', () => admin.patch(`/api/promocode/${id}`, { free_checks: 4 })],
      ['promo_code.delete', () => admin.delete(`/api/promocode/${id}`)],
      [
        'survey.question.save',
        () => admin.post(`${admins}/question/upsert`, { title: 'Unspoken', sortOrder: 9, isActive: true }),
      ],
      ['survey.option.save', () => admin.post(`${admins}/option/upsert`, option())],
      ['survey.option.delete', () => admin.post(`${admins}/option/delete?id=${id}`)],
      ['survey.question.delete', () => admin.post(`${admins}/question/delete?id=${questionId}`)],
      ['survey.settings.save', () => admin.patch(`${admins}/settings`, { title: 'Unspoken', checksReward: 2 })],
    ];
    for (const [action, step] of steps) {
      const lines = await linesOf(async () => {
        const answer = await step();
        expect(answer.status, `${action} ${answer.text}`).toBe(200);
        id = Number(answer.data['id'] ?? id);
        if (action === 'survey.question.save') questionId = id;
        if (action === 'survey.question.delete') id = questionId;
        return answer;
      });
      expect(lines, action).toMatchObject([
        {
          event: 'security.admin_action',
          action,
          target: action === 'survey.settings.save' ? null : String(id),
          subject,
        },
      ]);
    }
    for (const text of ['HIDDEN77', 'Unspoken']) expect(JSON.stringify(log.lines)).not.toContain(text);
  });
});

describe('the events as a whole', () => {
  it('are all proven by a real call', async () => {
    for (const [name, file] of Object.entries(ELSEWHERE)) {
      expect(await readFile(new URL(file, import.meta.url), 'utf8'), file).toContain(name);
    }
    expect([...proven, ...Object.keys(ELSEWHERE)].sort()).toEqual([...SECURITY_EVENT_NAMES].sort());
  });

  it('hold no address of a person', () => {
    expect(JSON.stringify(log.lines)).not.toMatch(/firm\.example|127\.0\.0\.1/);
  });
});
