import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';
import { visibleTime } from '../../harness/visible-time.ts';

let browser: Browser;
let resultPath: string;

/** One result of the demo account for all journeys here. */
beforeAll(async () => {
  browser = await launchBrowser();
  const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
  await page.goto(siteUrl);
  await checkAddress(page, KNOWN.gambler);
  resultPath = new URL(page.url()).pathname;
  await end();
});
afterAll(async () => browser.close());

const menuOf = (page: Page) => page.getByRole('menu');
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const shareButton = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });

describe('sharing a result', () => {
  it('[RISK-09] opens and closes by click, by Escape and by a click outside, and moves by keys', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl + resultPath);
    await shareButton(page).click();
    await menuOf(page).waitFor();
    await shareButton(page).click();
    await menuOf(page).waitFor({ state: 'detached' });
    await shareButton(page).click();
    await menuOf(page).waitFor();
    await page.keyboard.press('Escape');
    await menuOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => shareButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedText(page)).toBe('Facebook');
    await page.keyboard.press('End');
    await expect.poll(() => focusedText(page)).toBe('Copy link');
    await page.keyboard.press('Home');
    await expect.poll(() => focusedText(page)).toBe('Facebook');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedText(page)).toBe('Telegram');
    await page.mouse.click(5, 400);
    await menuOf(page).waitFor({ state: 'detached' });
    await end();
  });

  it('[RISK-09] opens six networks in popups with the URL and title of the page, and the share sheet of a phone', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.addInitScript(() => {
      const opened: string[] = [];
      Object.assign(window, {
        opened,
        open: (url: string, _name: string, features: string) => opened.push(`${features} ${url}`),
      });
    });
    await page.goto(siteUrl + resultPath);
    const title = await page.title();
    for (const name of ['Facebook', 'Telegram', 'WhatsApp', 'LinkedIn', 'Reddit', 'X']) {
      await shareButton(page).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      await menuOf(page).waitFor({ state: 'detached' });
    }
    const opened = await page.evaluate(() => (window as unknown as { opened: string[] }).opened);
    const address = encodeURIComponent(siteUrl + resultPath);
    const words = encodeURIComponent(title);
    const popup = 'popup,width=640,height=620,noopener,noreferrer ';
    expect(opened).toEqual([
      `${popup}https://www.facebook.com/sharer/sharer.php?u=${address}&quote=${words}`,
      `${popup}https://t.me/share/url?url=${address}&text=${words}`,
      `${popup}https://wa.me/?text=${words}%20${address}`,
      `${popup}https://www.linkedin.com/sharing/share-offsite/?url=${address}&title=${words}`,
      `${popup}https://www.reddit.com/submit?url=${address}&title=${words}`,
      `${popup}https://x.com/intent/post?url=${address}&text=${words}`,
    ]);
    await end();

    const phone = await visit(browser, { width: 640 });
    await phone.page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) });
    });
    await phone.page.goto(siteUrl + resultPath);
    await shareButton(phone.page).click();
    await phone.page.waitForFunction(() => (window as unknown as { shared: unknown[] }).shared.length === 1);
    expect(await phone.page.evaluate(() => (window as unknown as { shared: unknown[] }).shared[0])).toEqual({
      title,
      url: siteUrl + resultPath,
    });
    expect(await menuOf(phone.page).count()).toBe(0);
    await phone.page.setViewportSize({ width: 641, height: 800 });
    await shareButton(phone.page).click();
    await menuOf(phone.page).waitFor();
    await phone.end();
  });

  it('copies the link, and confirms it for a moment', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl + resultPath}?from=mail#risks`);
    await shareButton(page).click();
    const readVisibleMs = await visibleTime(page, '.share', 'The link is copied to clipboard');
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    const visibleMs = await readVisibleMs();
    expect(visibleMs).toBeGreaterThanOrEqual(1490);
    expect(visibleMs).toBeLessThan(10_000);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(siteUrl + resultPath);
    await end();
  });

  it('ends when the owner stops it: page, PDF, certificate and picture are not found by others until it is undone', async () => {
    const owner = await visit(browser, { as: 'demo' });
    const { page, siteUrl } = owner;
    await page.goto(siteUrl + resultPath);
    await shareButton(page).click();
    await page.getByRole('menuitem', { name: 'Stop sharing' }).click();
    const notice = page.getByText('Only you can open this result.');
    await notice.waitFor();
    await page.reload();
    await notice.waitFor();

    const id = resultPath.split('/').at(-1) ?? '';
    const other = await visit(browser, { expectedStatus: 404 });
    for (const path of [
      `/api/monitor/check/${id}`,
      `/api/monitor/pdf/${id}`,
      `/api/monitor/check/${id}/certificate.json`,
      `/api/monitor/check/${id}/preview.png`,
    ]) {
      expect((await other.context.request.get(siteUrl + path)).status(), path).toBe(404);
    }
    for (const path of [resultPath, `/verify/${id}`]) {
      expect((await other.page.goto(siteUrl + path))?.status()).toBe(404);
      await other.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    }
    await other.end();

    await shareButton(page).click();
    await menuOf(page).waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Share again']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share again' }).click();
    await notice.waitFor({ state: 'detached' });
    const again = await visit(browser);
    expect((await again.page.goto(siteUrl + resultPath))?.status()).toBe(200);
    await again.end();
    await owner.end();
  });

  it('offers Stop sharing only to the owner', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl + resultPath);
    await shareButton(page).click();
    await menuOf(page).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Stop sharing' }).count()).toBe(0);
    await end();
  });

  it('names the picture of the result for link previews', async () => {
    const { page, context, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl + resultPath);
    const image = await page.locator('meta[property="og:image"]').getAttribute('content');
    const id = resultPath.split('/').at(-1) ?? '';
    expect(image).toBe(`${siteUrl}/api/monitor/check/${id}/preview.png`);
    const answer = await context.request.get(image ?? '');
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
    await end();
  });
});

describe('downloading the report', () => {
  it('[RISK-20] saves the signed PDF, named after product and check', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl + resultPath);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`assay-report-${resultPath.split('/').at(-1)}.pdf`);
    await end();
  });

  it('shows that it is busy, and no message when it failed', async () => {
    const { page, siteUrl, end } = await visit(browser, { expectedStatus: 503 });
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/monitor/pdf/**', async (route) => {
      await answered;
      await route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: '{"error":{"errorName":"Overloaded","message":"Busy","requestId":"r"}}',
      });
    });
    await page.goto(siteUrl + resultPath);
    const link = page.getByRole('link', { name: 'Download', exact: true });
    await link.click();
    await page.getByText('The report is being prepared').waitFor({ state: 'attached' });
    await expect.poll(() => link.getAttribute('aria-busy')).toBe('true');
    answer();
    await page.getByText('The report is being prepared').waitFor({ state: 'detached' });
    await expect.poll(() => link.getAttribute('aria-busy')).toBe('false');
    expect(await page.locator('.alert').count()).toBe(0);
    await end();
  });

  it('is a plain link to the file without scripts', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    await page.goto(siteUrl + resultPath);
    const href = await page.getByRole('link', { name: 'Download', exact: true }).getAttribute('href');
    expect(href).toBe(`/api/monitor/pdf/${resultPath.split('/').at(-1)}`);
    await end();
  });
});
