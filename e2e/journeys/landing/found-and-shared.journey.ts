import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const LISTED = [
  '/',
  '/check/BTC',
  '/check/USDT?parent=ETH',
  '/privacy-policy',
  '/terms-of-service',
  '/method',
  '/developers/quickstart',
  '/developers/reference',
  '/scorecard',
  '/sources',
];
const UNLISTED = ['/login', '/register', '/no/such/page', '/riskcheck/none'];

function contentOf(page: Page, selector: string): Promise<string | null> {
  return page.locator(`head ${selector}`).first().getAttribute('content');
}

describe('listed pages', () => {
  it.each(LISTED)('%s has a description and one canonical address', async (path) => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    const answer = await page.goto(siteUrl + path);
    expect(answer?.headers()['x-robots-tag']).toBeUndefined();
    expect(await page.locator('html').getAttribute('lang')).toBe('en-US');
    expect(await page.locator('head link[rel=canonical]').getAttribute('href')).toBe(siteUrl + path);
    expect(await page.locator('head meta[name=robots]').count()).toBe(0);
    expect((await contentOf(page, 'meta[name=description]'))?.length).toBeGreaterThan(50);
    expect(await contentOf(page, 'meta[property="og:title"]')).toBe(await page.title());
    expect(await contentOf(page, 'meta[property="og:url"]')).toBe(siteUrl + path);
    expect(await contentOf(page, 'meta[name="twitter:card"]')).toBe('summary_large_image');
    const picture = (await contentOf(page, 'meta[property="og:image"]')) ?? '';
    const image = await page.request.get(picture);
    expect(image.status()).toBe(200);
    expect(image.headers()['content-type']).toBe('image/png');
    await end();
  });

  it.each(UNLISTED)('%s is not listed', async (path) => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false, expectedStatus: 404 });
    await page.goto(siteUrl + path);
    expect(await contentOf(page, 'meta[name=robots]')).toBe('noindex');
    expect(await page.locator('head link[rel=canonical]').count()).toBe(0);
    await end();
  });

  it('one asset has one address, however it is written', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    for (const path of ['/check/usdt', '/check/USDT?parent=TRX', '/check/Usdt?parent=trx&address=x']) {
      await page.goto(siteUrl + path);
      expect(await page.locator('head link[rel=canonical]').getAttribute('href'), path).toBe(`${siteUrl}/check/USDT`);
    }
    await end();
  });

  it('[CONST-02] titles are in the language of the page, en-US', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/check/btc`);
    expect(await page.title()).toBe('Check your BTC - Assay');
    expect(await page.locator('html').getAttribute('lang')).toBe('en-US');
    expect(await contentOf(page, 'meta[property="og:locale"]')).toBe('en_US');
    await end();
  });

  it('carry correct structured data', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    await page.goto(siteUrl);
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
    const kinds = texts.map((text) => (JSON.parse(text) as { '@type': string })['@type']);
    expect(kinds).toEqual(['Organization', 'WebSite', 'FAQPage']);
    const faq = JSON.parse(texts[2] ?? '') as { mainEntity: { name: string; acceptedAnswer: { text: string } }[] };
    expect(faq.mainEntity).toHaveLength(5);
    for (const { name } of faq.mainEntity) expect(await page.getByText(name, { exact: true }).count(), name).toBe(1);
    await end();
  });

  it('are in the sitemap, each under its canonical address, and no other page is', async () => {
    const { page, siteUrl, end } = await visit(browser);
    const answer = await page.request.get(`${siteUrl}/sitemap.xml`);
    expect(answer.headers()['content-type']).toContain('application/xml');
    const xml = await answer.text();
    await page.goto(siteUrl);
    const found = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml');
      return {
        error: parsed.querySelector('parsererror')?.textContent ?? null,
        root: parsed.documentElement.namespaceURI,
        urls: [...parsed.querySelectorAll('url > loc')].map((loc) => loc.textContent ?? ''),
      };
    }, xml);
    expect(found.error).toBeNull();
    expect(found.root).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    expect(new Set(found.urls).size).toBe(found.urls.length);
    expect(found.urls.filter((url) => url.includes('/check/')).length).toBeGreaterThan(100);
    for (const path of LISTED) expect(found.urls).toContain(siteUrl + path);
    for (const url of found.urls.filter((_url, at) => at % 12 === 0)) {
      const html = await (await page.request.get(url)).text();
      expect(html, url).toContain(`rel="canonical" href="${url}"`);
    }
    const robots = await (await page.request.get(`${siteUrl}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
    expect(robots).toContain('Disallow: /account');
    expect(robots).not.toContain('riskcheck');
    await end();
  });
});

describe('trust', () => {
  it.each(['/', '/check/BTC', '/login', '/register'])('nobody is asked to connect a wallet on %s', async (path) => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    await page.goto(siteUrl + path);
    expect(await page.getByText('We never ask you to connect a wallet.').isVisible()).toBe(true);
    await end();
  });
});

describe('the weight of a first page', () => {
  /** Most script a first page may load, in bytes, each file as gzip makes it. */
  const BUDGET_BYTES = 150_000;

  it.each([
    { as: 'guest', path: '/' },
    { as: 'guest', path: '/check/BTC' },
    { as: 'guest', path: '/login' },
    { as: 'guest', path: '/register' },
    { as: 'guest', path: '/privacy-policy' },
    { as: 'guest', path: '/terms-of-service' },
    { as: 'guest', path: '/method' },
    { as: 'guest', path: '/sources' },
    { as: 'guest', path: '/verify' },
    { as: 'guest', path: '/no/such/page' },
    { as: 'demo', path: '/' },
    { as: 'demo', path: '/check/BTC' },
    { as: 'demo', path: '/account?tab=history' },
    { as: 'demo', path: '/account?tab=tariffs' },
    { as: 'demo', path: '/account/privacy' },
  ] as const)('is at most 150 kB of compressed script for a $as on $path', async ({ as, path }) => {
    const { page, siteUrl, end } = await visit(browser, { as, expectedStatus: 404 });
    // Prefetched files belong to other pages.
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'connection', {
        get: () => Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' }),
      });
    });
    const scripts = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      scripts.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      );
    });
    await page.goto(siteUrl + path, { waitUntil: 'networkidle' });
    const total = (await Promise.all(scripts.values())).reduce((sum, size) => sum + size, 0);
    expect(scripts.size).toBeGreaterThan(3);
    expect(total).toBeLessThanOrEqual(BUDGET_BYTES);
    await end();
  });
});
