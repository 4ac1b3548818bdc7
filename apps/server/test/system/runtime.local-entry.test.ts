import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Product, startProduct } from '../support/built-product.ts';
import { type PlainRelay, startPlainRelay } from '../support/plain-relay.ts';
import { preparedDataDir } from '../support/prepared-data-dir.ts';

const ADMIN = 'admin@firm.example';

/** The rules of local access for the whole process: one product, whose links are used up from test to test. */
describe('the product behind a proxy that adds no forwarding header', { timeout: 120_000 }, () => {
  let place: Awaited<ReturnType<typeof preparedDataDir>>;
  let product: Product;
  let relay: PlainRelay;
  let link: URL;
  let cookie = '';

  beforeAll(async () => {
    place = await preparedDataDir();
    product = startProduct({ dataDir: place.dataDir, env: { ADMIN_EMAILS: ADMIN } });
    link = new URL(await product.printedLink);
    relay = await startPlainRelay(link);
    const asked = await relay.ask('POST', '/api/auth/login', { body: { email: ADMIN, acceptTerms: true } });
    expect(asked.status).toBe(200);
    await vi.waitFor(() => expect(product.said()).toContain(`Mail to ${ADMIN}`), { timeout: 30_000, interval: 100 });
  }, 120_000);
  afterAll(async () => {
    await relay?.close();
    product?.child.kill('SIGTERM');
    await product?.exited;
    await place?.remove();
  });

  it('gives it no outbox, no demo account, no stand-ins and no metrics', async () => {
    const outbox = await relay.ask('GET', '/outbox');
    expect(outbox.status).toBe(403);
    expect(outbox.body).toContain('Open the link in the terminal first');
    expect(outbox.body).not.toContain('confirm-link');
    expect((await relay.ask('POST', '/api/auth/demo')).status).toBe(404);
    expect((await relay.ask('GET', '/api/payment/offer')).body).toContain('"providers":[]');
    expect((await relay.ask('GET', '/metrics')).status).toBe(404);
    expect((await relay.ask('GET', '/api/auth/demo')).body).toContain('"offered":false');
  });

  it('accepts no guessed token, and none from a link on another site', async () => {
    const guessed = await relay.ask('GET', `/?local=${'A'.repeat(43)}`);
    const foreign = await relay.ask('GET', `/${link.search}`, { headers: { referer: 'https://elsewhere.example/' } });
    for (const answer of [guessed, foreign]) {
      expect(answer.status).toBe(303);
      expect(answer.head).not.toMatch(/set-cookie: assay_local/i);
    }
  });

  it('exchanges the printed token for a cookie that no script can read and no other site can send', async () => {
    const { status, head } = await relay.ask('GET', `/${link.search}`);
    expect(status).toBe(303);
    expect(head).toMatch(/^location: \/\r?$/im);
    expect(head).toMatch(/^cache-control: no-store\r?$/im);
    expect(head).toMatch(/^referrer-policy: no-referrer\r?$/im);
    const set = /^set-cookie: (assay_local_\d+=[\w-]{43}); (.*)$/im.exec(head);
    expect(set?.[2]).toMatch(/HttpOnly/);
    expect(set?.[2]).toMatch(/SameSite=Strict/);
    cookie = set?.[1] ?? '';
    const outbox = await relay.ask('GET', '/outbox', { headers: { cookie } });
    expect(outbox.status).toBe(200);
    expect(outbox.body).toContain('/confirm-link?link=');
    const demo = await relay.ask('POST', '/api/auth/demo', { headers: { cookie } });
    expect(demo.status).toBe(200);
    // A program that obtained the cookie gets its tokens in the response, as other programs do.
    expect(demo.body).toContain('"accessToken"');
    expect((await relay.ask('GET', '/api/payment/offer', { headers: { cookie } })).body).toContain('"is_trial":true');
  });

  it('accepts each token once, and prints the next', async () => {
    const again = await relay.ask('GET', `/${link.search}`);
    expect(again.status).toBe(303);
    expect(again.head).not.toMatch(/set-cookie: assay_local/i);
    const next = /in another browser: (\S+)\n/.exec(product.said())?.[1] ?? '';
    expect(new URL(next).search).not.toBe(link.search);
    expect((await relay.ask('GET', `/${new URL(next).search}`)).head).toContain(cookie);
  });

  it('serves metrics to this machine', async () => {
    const scrape = await fetch(`${link.origin}/metrics`);
    expect(await scrape.text()).toContain('assay_http_request_seconds');
  });
});
