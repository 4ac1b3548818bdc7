import { readFileSync } from 'node:fs';
import type { APIRequestContext, Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { hasDatabase, withDatabase } from '../../harness/database.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

/** Texts of the company: none of them may be on a page, in a file or in an event for anybody else. */
const COMPANY = 'Hidden Holding Ltd.';
const INVOICED = 'Hidden Invoice Street 7';
const TEXTS = [COMPANY, INVOICED, 'hidden-owner', 'hidden-guest'];

const PRIVATE = KNOWN.sanctioned;

interface Ids {
  readonly workspace: string;
  readonly owner: string;
  readonly check: string;
  readonly order: string;
  readonly payment: string;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** A person with cookies of their own, and calls as the site's page makes them. */
async function person(name: string | null) {
  const visited = await visit(browser);
  const { siteUrl } = visited;
  const { request } = visited.context;
  if (name !== null) await signInByMail(request, siteUrl, newEmail(name));
  const headers = { origin: siteUrl, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
  async function call(method: string, path: string, data?: object): Promise<Record<string, unknown>> {
    const answer = await request.fetch(`${siteUrl}/api${path}`, {
      method,
      headers,
      ...(data === undefined ? {} : { data }),
    });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  }
  return { request, siteUrl, call, end: visited.end };
}

type Person = Awaited<ReturnType<typeof person>>;

async function companyOf({ call }: Person, name: string): Promise<string> {
  const workspace = String((await call('POST', '/workspaces', { name }))['id']);
  await withDatabase(async (client) => {
    await client.query('INSERT INTO ledger_holders (sub) VALUES ($1)', [workspace]);
    await client.query(
      "INSERT INTO ledger_tariffs (holder, series, plan_id) SELECT id, 'flex', 2 FROM ledger_holders WHERE sub = $1",
      [workspace],
    );
    await client.query(
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, key, plan_id, created_at)
       SELECT t.id, 'grant', 5, 'operator', 'first of ' || h.sub, 2, now()
         FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = $1`,
      [workspace],
    );
  });
  return workspace;
}

/** A company with a check that it does not share, an order that is paid, an invoice, an invitation and billing details. */
async function fill(owner: Person): Promise<Ids> {
  const { call } = owner;
  const workspace = await companyOf(owner, COMPANY);
  const started = await call('POST', '/monitor/check', { parent: null, subticker: null, name: 'Bitcoin', ...PRIVATE });
  const check = String((started['asset'] as { sub_id: string }).sub_id);
  await call('DELETE', `/monitor/check/${check}/share`);
  await call('PUT', '/payment/billing-details', { company: COMPANY, address: INVOICED, tax_id: 'EE1' });
  await call('POST', '/workspace/invitations', { email: newEmail('hidden-guest'), role: 'viewer' });
  const order = 'ad'.repeat(16);
  const payment = await withDatabase(async (client) => {
    await client.query(
      `INSERT INTO orders (id, sub, provider, checks, amount_cents, success_url, cancel_url, created_at, looked_at)
       VALUES ($1, $2, 'stripe', 10, 1000, '', '', now(), now())`,
      [order, workspace],
    );
    for (const status of ['pending', 'paid']) {
      await client.query('UPDATE orders SET status = $2 WHERE id = $1', [order, status]);
    }
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO payments (order_id, reference, amount_cents, status, paid_at) VALUES ($1, 'pi_hidden', 1000, 'paid', now())
       RETURNING id`,
      [order],
    );
    return String(rows[0]?.id);
  });
  return { workspace, owner: String((await call('GET', '/auth/me'))['sub']), check, order, payment };
}

/** Every page of the site, with ids of the company wherever its address takes one, and as data where the site asks so. */
function pagesWith({ workspace, owner, check, order }: Ids): readonly string[] {
  const routes = readFileSync(new URL('../../../apps/web/app/routes.ts', import.meta.url), 'utf8');
  const paths = [...routes.matchAll(/route\('([^']+)'/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(20);
  const ids: Readonly<Record<string, string>> = { id: check, subId: check, slug: workspace, key: check, '*': check };
  const filled = paths.map(
    (path) => `/${path.replaceAll(/:(\w+)|\*/g, (name, key?: string) => ids[key ?? name] ?? check)}`,
  );
  const asked = [
    '/',
    ...filled,
    `/account?tab=history&search=${PRIVATE.address}`,
    '/account?tab=tariffs',
    '/account?tab=feedback',
    `/account/audit-log?actor=${owner}`,
    `/account/audit-log?target=${workspace}`,
    `/stripe?order_id=${order}`,
    `/success-auth?order_id=${order}`,
    `/invitation?token=${workspace}`,
    `/verify?sub_id=${check}`,
  ];
  const data = asked
    .filter((path) => !/\.(xml|txt)$/.test(path))
    .map((path) => {
      const [pathname = '', query = ''] = path.split('?');
      return `${pathname === '/' ? '/_root' : pathname}.data${query === '' ? '' : `?${query}`}`;
    });
  return [...asked, ...data];
}

/** Files, streams and searches of the API. 404: there is nothing for this person; 200: only what is theirs. */
const filesOf = ({
  check,
  order,
  payment,
}: Ids): readonly (readonly [path: string, signedIn: number, stranger: number])[] => [
  [`/monitor/pdf/${check}`, 404, 404],
  [`/monitor/check/${check}`, 404, 404],
  [`/monitor/check/${check}/events`, 404, 404],
  [`/monitor/check/${check}/certificate.json`, 404, 404],
  [`/monitor/check/${check}/preview.png`, 404, 404],
  [`/payment/receipts/${payment}/invoice`, 404, 401],
  [`/payment/orders/${order}`, 404, 401],
  [`/monitor/result/${PRIVATE.address}`, 404, 401],
  [`/monitor/history/pagination?search=${PRIVATE.address}`, 200, 401],
  [`/monitor/history/export?search=${PRIVATE.address}`, 200, 401],
  ['/audit/export?format=csv', 200, 401],
];

async function textOf(request: APIRequestContext, url: string): Promise<{ status: number; text: string }> {
  const answer = await request.get(url, { headers: { accept: 'text/html,*/*' } });
  return { status: answer.status(), text: (await answer.body()).toString('latin1') };
}

describe.skipIf(!hasDatabase())('every page, file, stream and search with the ids of a company', () => {
  it('shows nothing of it to another company, a personal account and a stranger', async () => {
    const owner = await person('hidden-owner');
    const ids = await fill(owner);
    const other = await person('other-owner');
    await companyOf(other, 'Other Ltd.');
    const visitors: readonly (readonly [string, Person])[] = [
      ['another company', other],
      ['a personal account', await person('personal')],
      ['a stranger', await person(null)],
    ];
    for (const [name, { request, siteUrl }] of visitors) {
      for (const path of pagesWith(ids)) {
        const { status, text } = await textOf(request, `${siteUrl}${path}`);
        expect(status, `${name}: ${path}`).toBeLessThan(500);
        for (const hidden of TEXTS) expect(text.includes(hidden), `${name}: ${path} names ${hidden}`).toBe(false);
      }
      for (const [path, signedIn, stranger] of filesOf(ids)) {
        const { status, text } = await textOf(request, `${siteUrl}/api${path}`);
        expect(status, `${name}: ${path}`).toBe(name === 'a stranger' ? stranger : signedIn);
        for (const hidden of [...TEXTS, ids.check]) {
          expect(text.includes(hidden), `${name}: ${path} names ${hidden}`).toBe(false);
        }
      }
    }

    // The same addresses show the company its own: the test asks for what is there.
    const own = async (path: string) => textOf(owner.request, `${owner.siteUrl}${path}`);
    expect((await own(`/riskcheck/${ids.check}`)).text).toContain(PRIVATE.address);
    expect((await own('/account/workspace')).text).toContain(COMPANY);
    expect((await own(`/api/payment/receipts/${ids.payment}/invoice`)).status).toBe(200);
    expect((await own(`/api/monitor/pdf/${ids.check}`)).status).toBe(200);
    expect((await own(`/api/monitor/history/pagination?search=${PRIVATE.address}`)).text).toContain(ids.check);
    for (const [, visitor] of visitors) await visitor.end();
    await owner.end();
  });
});
