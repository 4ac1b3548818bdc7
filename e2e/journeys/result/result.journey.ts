import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { encodePageData } from '../../harness/page-data.ts';
import { addressField, checkAddress, checkButton, suggestion } from '../../harness/search.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { visibleTime } from '../../harness/visible-time.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the result', () => {
  it('[SRCH-14] [BIZ-01] opens after the check of a user, and the header shows the checks left', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('own-check'));
    await page.goto(siteUrl);
    await page.locator('header').getByText('1 check').waitFor();
    await checkAddress(page, KNOWN.sanctioned);
    expect(new URL(page.url()).pathname).toMatch(/^\/riskcheck\/[0-9a-f]{32}$/);
    await page.locator('header').getByText('0 checks').waitFor();
    await end();
  });

  it('[RISK-02] [RISK-03] [RISK-05] of an address on a sanctions list shows one star and the sources', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.sanctioned);
    expect(await page.title()).toBe('Risk score for BTC wallet address - Assay');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Risk score for BTC wallet address');
    expect(await page.locator('.verdict').getByRole('img', { name: '1 of 5 stars' }).isVisible()).toBe(true);
    const state = await page.request.get(`${siteUrl}/api/monitor/check/${page.url().split('/').at(-1)}`);
    const { texts } = (await state.json()).data.asset;
    expect((await page.locator('#verdict').innerText()).replaceAll('\n', ' ')).toBe(texts.headline);
    expect(await page.locator('.verdict-text p').allTextContents()).toEqual([texts.advice, texts.text]);
    expect(texts.text).toContain('OFAC SDN list');
    expect(await page.locator('.fields .asset svg').count()).toBe(1);
    expect(await page.locator('.fields .asset').textContent()).toBe('BTCBitcoin');
    expect(await page.locator('.addr').textContent()).toBe(KNOWN.sanctioned.address);
    expect(await page.locator('.fields time').textContent()).toMatch(/^\d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC$/);
    const own = page.locator('.labels tbody tr').filter({ hasText: 'This wallet' }).first();
    expect(await own.textContent()).toContain('Sanctions');
    expect(await own.locator('.c-source a').getAttribute('href')).toMatch(/^https:/);
    expect(await own.locator('.c-dated').textContent()).toMatch(/\d{4}/);
    for (const term of ['Coverage', 'Confidence', 'Chain tip', 'Method', 'Label set']) {
      expect(await page.locator('.facts dt', { hasText: term }).count(), term).toBeGreaterThan(0);
    }
    expect(await page.locator('.facts dt', { hasText: 'Coverage' }).isVisible()).toBe(true);
    expect(await page.locator('.facts dt', { hasText: 'Label set' }).isVisible()).toBe(false);
    await page.getByText('Chain tip, method and other details').click();
    await page.locator('.facts dt', { hasText: 'Label set' }).waitFor();
    expect(await page.locator('header').getByRole('combobox', { name: 'Wallet address' }).isVisible()).toBe(true);
    await end();
  });

  it('[RISK-01] opens by its URL for anybody', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.sanctioned);
    const link = page.url();
    const headline = await page.locator('#verdict').textContent();
    await end();
    const other = await visit(browser, { hasScript: false });
    await other.page.goto(link);
    expect(await other.page.locator('#verdict').textContent()).toBe(headline);
    await other.end();
  });

  it.each([1440, 901, 768, 641, 640, 390])('keeps its tables inside the certificate at %d px', async (width) => {
    const { page, siteUrl, end } = await visit(browser, { width, as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.exchangeCustomer);
    await page.locator('table.evidence').waitFor();
    // What the result rests on comes after the rest.
    await page.locator('.certificate table').nth(1).waitFor();
    const beyond = await page.evaluate(() =>
      [...document.querySelectorAll('.certificate table')].map((table) => {
        const section = table.closest('section') ?? document.body;
        return table.getBoundingClientRect().right - section.getBoundingClientRect().right;
      }),
    );
    expect(beyond.length).toBeGreaterThan(1);
    for (const pixels of beyond) expect(pixels).toBeLessThanOrEqual(0.5);
    await end();
  });

  it('copies the address, and confirms it for a moment', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.sanctioned);
    const readVisibleMs = await visibleTime(page, '.certificate', 'The address is copied to clipboard');
    await page.getByRole('button', { name: 'Copy address' }).click();
    const visibleMs = await readVisibleMs();
    expect(visibleMs).toBeGreaterThanOrEqual(1490);
    expect(visibleMs).toBeLessThan(10_000);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(KNOWN.sanctioned.address);
    await end();
  });

  it('[ERR-15] confirms nothing when the clipboard refuses', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.addInitScript(() => {
      const refused: string[] = [];
      const writeText = async (text: string) => {
        refused.push(text);
        throw new DOMException('Write permission denied.', 'NotAllowedError');
      };
      Object.assign(window, { refused });
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
    });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.sanctioned);
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.waitForFunction(() => 'refused' in window && Array.isArray(window.refused) && window.refused.length > 0);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.getByText('The address is copied to clipboard').count()).toBe(0);
    await end();
  });

  it('[RISK-05] [RISK-07] of an unknown address shows N/A, no stars and no flow', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.unknown);
    expect(await page.locator('.verdict .na').textContent()).toBe('N/A');
    expect(await page.locator('.verdict .stars').count()).toBe(0);
    await page.getByText('No flow data').waitFor();
    expect(await page.getByRole('radio', { name: 'Outgoing' }).count(), 'nothing to switch to').toBe(0);
    await end();
  });

  it('[RISK-04] offers Share, Download, a new check and the risk guide', async () => {
    const { page, siteUrl, end } = await visit(browser, { isMotionReduced: false, as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.sanctioned);
    await page.getByRole('button', { name: 'Share', exact: true }).waitFor();
    await page
      .getByRole('link', { name: /^Download/ })
      .or(page.getByRole('button', { name: /^Download/ }))
      .waitFor();
    expect(await page.getByRole('link', { name: 'New check' }).getAttribute('href')).toBe('/');
    await page.getByRole('link', { name: 'Learn more about possible risks' }).click();
    await page.waitForFunction(() => (document.getElementById('risks')?.getBoundingClientRect().top ?? 9999) < 400);
    await page.getByRole('link', { name: 'New check' }).click();
    await page.waitForURL(`${siteUrl}/`);
    expect(await addressField(page).inputValue()).toBe('');
    await end();
  });

  it.each([
    [640, false],
    [641, true],
  ])('[RISK-10] at %d px the risk panel is open from the start: %s', async (width, isOpen) => {
    const { page, siteUrl, end } = await visit(browser, { width, as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.sanctioned);
    const panel = page.locator('.risks-body');
    expect(await panel.isVisible()).toBe(isOpen);
    await page.getByRole('link', { name: 'Learn more about possible risks' }).click();
    await panel.waitFor();
    await page.waitForFunction(() => (document.getElementById('risks')?.getBoundingClientRect().top ?? 9999) < 400);
    if (!isOpen) {
      await page.getByRole('button', { name: 'Show possible risks' }).click();
      await panel.waitFor({ state: 'hidden' });
    }
    await end();
  });

  it('animates the stars once, on a new result, and not under reduced motion', async () => {
    const fresh = await visit(browser, { isMotionReduced: false, as: 'demo' });
    await fresh.page.goto(fresh.siteUrl);
    await checkAddress(fresh.page, KNOWN.sanctioned);
    await fresh.page.locator('.stars[data-striking]').waitFor();
    await expect.poll(() => fresh.page.locator('.rosette-drawing[data-engraving]').count()).toBe(1);
    await fresh.page.reload();
    await fresh.page.locator('.rosette-drawing path').first().waitFor();
    expect(await fresh.page.locator('[data-striking], [data-engraving]').count()).toBe(0);
    await fresh.end();

    const still = await visit(browser, { isMotionReduced: true, as: 'demo' });
    await still.page.goto(still.siteUrl);
    await checkAddress(still.page, KNOWN.sanctioned);
    const duration = await still.page
      .locator('.verdict .stars svg')
      .first()
      .evaluate((star) => getComputedStyle(star).animationDuration);
    expect(duration).toBe('0s');
    await still.end();
  });
});

describe('a check that takes longer', () => {
  it('is polled until its end when no events arrive: progress first, stars only with the result', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', expectedStatus: 503 });
    await page.route('**/api/monitor/check/*/events', (route) => route.fulfill({ status: 503, body: '{}' }));
    const { address, ticker } = KNOWN.sanctioned;
    const progressSeen: (string | null)[] = [];
    // Each poll is answered after the previous progress was seen.
    const seen = ['10', '40', '80'].map((value) => ({ value, ...Promise.withResolvers<void>() }));
    let looks = 0;
    await page.route('**/riskcheck/*.data*', (route) => {
      const subId = /riskcheck\/(\w+)\.data/.exec(route.request().url())?.[1] ?? '';
      const state = { status: 'running', sub_id: subId, ticker, parent: null, address, progress: 0.1 };
      const body = encodePageData({
        root: { data: { productName: 'Assay', publicUrl: siteUrl, hasLandingHeaderSearch: true, user: null } },
        'routes/risk-check': { data: { state, share: null } },
      });
      return route.fulfill({ body, headers: { 'content-type': 'text/x-script', 'x-remix-response': 'yes' } });
    });
    await page.route('**/api/monitor/check/*', async (route) => {
      await seen[looks]?.promise;
      looks += 1;
      if (looks > 2) return route.continue();
      const subId = route.request().url().split('/').at(-1) ?? '';
      const state = { status: 'running', sub_id: subId, ticker, parent: null, address, progress: looks * 0.4 };
      return route.fulfill({ json: { data: state } });
    });
    await page.goto(siteUrl);
    await addressField(page).fill(address);
    await suggestion(page, KNOWN.sanctioned).click();
    await checkButton(page).click();
    for (const { value, resolve } of seen) {
      const bar = page.locator(`progress[value="${value}"]`);
      await bar.waitFor();
      progressSeen.push(await bar.getAttribute('value'));
      expect(await page.locator('.stars, .na').count()).toBe(0);
      resolve();
    }
    await page.locator('.verdict').getByRole('img', { name: '1 of 5 stars' }).waitFor();
    expect(progressSeen).toEqual(['10', '40', '80']);
    expect(looks).toBe(3);
    await end();
  });
});
