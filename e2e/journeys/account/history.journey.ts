import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, type VisitOptions, visit } from '../../harness/browser.ts';
import { hasDatabase } from '../../harness/database.ts';
import { hold } from '../../harness/hold.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';
import { seedHistory } from '../../harness/seed-history.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { visibleTime } from '../../harness/visible-time.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const rows = (page: Page) => page.locator('.hist tbody tr');
const pageNames = (page: Page) =>
  page.locator('.pages').locator('button:not([aria-label*=" page"]), span').allTextContents();

async function visitWithHistory(checks: number, options: VisitOptions = {}): Promise<Visit> {
  const visited = await visit(browser, options);
  const email = newEmail('history');
  await signInByMail(visited.context.request, visited.siteUrl, email);
  await seedHistory(email, checks);
  await visited.page.goto(`${visited.siteUrl}/account`);
  await rows(visited.page).first().waitFor();
  return visited;
}

describe('an empty history', () => {
  it('[HIST-07] says that results will appear, and leads to a check', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('empty'));
    await page.goto(`${siteUrl}/account?tab=history`);
    await page.getByRole('heading', { name: 'No checks history yet' }).waitFor();
    await page.getByText('The results will appear here once you check a crypto wallet address for risk').waitFor();
    await page.getByRole('link', { name: 'Make a check' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await end();
  });
});

describe('a check of the user', () => {
  it('[HIST-03] [HIST-04] [HIST-05] is listed in the history, can be copied and can be checked again', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await signInByMail(context.request, siteUrl, newEmail('own'));
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.sanctioned);
    await page.goto(`${siteUrl}/account`);
    const row = rows(page).first();
    await row.getByText('149w6…Keq8C', { exact: true }).waitFor();
    expect(await row.locator('.asset').textContent()).toBe('BTC');
    expect(await row.getByRole('img', { name: '1 of 5 stars' }).isVisible()).toBe(true);
    const readVisibleMs = await visibleTime(page, '.hist tbody tr', 'The address is copied to clipboard');
    await row.getByRole('button', { name: /^Copy address/ }).click();
    const visibleMs = await readVisibleMs();
    expect(visibleMs).toBeGreaterThanOrEqual(1490);
    expect(visibleMs).toBeLessThan(10_000);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(KNOWN.sanctioned.address);

    const first = await row.getByRole('link').getAttribute('href');
    await row.getByRole('button', { name: /^Check again/ }).click();
    await page.waitForURL(/\/riskcheck\//);
    await page.locator('.verdict').getByRole('img', { name: '1 of 5 stars' }).waitFor();
    expect(new URL(page.url()).pathname).not.toBe(first);
    await page.getByRole('region', { name: 'What has changed' }).waitFor();
    await page.goto(`${siteUrl}/account`);
    await rows(page).nth(1).waitFor();
    expect(await rows(page).count()).toBe(2);
    await end();
  });

  it('shows that it is running, and why it failed', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 503 });
    await signInByMail(context.request, siteUrl, newEmail('again'));
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.sanctioned);
    await page.goto(`${siteUrl}/account`);
    const message = 'The check could not be finished. No check was spent. Please try again.';
    const fail = await hold(page, '**/api/monitor/check', (route) =>
      route.fulfill({ status: 503, json: { error: { errorName: 'CheckFailed', message, requestId: 'r' } } }),
    );
    const again = rows(page)
      .first()
      .getByRole('button', { name: /^Check again/ });
    await again.click();
    await page.locator('.hist tr[aria-busy=true]').waitFor();
    fail();
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.locator('.hist tr[aria-busy=true]').waitFor({ state: 'detached' });
    await end();
  });
});

describe.skipIf(!hasDatabase())('a history of a thousand checks', () => {
  it('[HIST-01] [HIST-14] has four columns, and is requested by the browser', async () => {
    const { page, siteUrl, calls, end } = await visitWithHistory(20);
    await page.getByRole('heading', { level: 1, name: 'Checks history' }).waitFor();
    expect((await page.locator('.hist thead th').allTextContents()).slice(0, 4)).toEqual([
      'Asset',
      'Wallet address',
      'Risk score',
      'Date',
    ]);
    expect(calls).toContain('GET /api/monitor/history/pagination');
    const rendered = await page.request.get(`${siteUrl}/account`);
    expect(await rendered.text()).not.toContain('journe');
    await end();
  });

  it('[HIST-09] [HIST-10] is shown in pages of fifteen, or of the size that was typed', async () => {
    const { page, siteUrl, end } = await visitWithHistory(1000);
    expect(await rows(page).count()).toBe(15);
    await page.getByText('journ…01000', { exact: true }).waitFor();
    expect(await page.locator('.show-n').textContent()).toBe('Showchecks');
    const size = page.getByLabel(/^Show how many checks/);
    expect([await size.getAttribute('type'), await size.inputValue()]).toEqual(['number', '15']);
    expect(await pageNames(page)).toEqual(['1', '2', '3', '…', '66', '67']);
    const previous = page.getByRole('button', { name: 'Previous page' });
    expect(await previous.isDisabled()).toBe(true);
    for (const to of [2, 3, 4, 5]) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.locator(`.pages [aria-current]`, { hasText: new RegExp(`^${to}$`) }).waitFor();
    }
    expect(await pageNames(page)).toEqual(['1', '2', '…', '4', '5', '6', '…', '66', '67']);
    await page.getByText('journ…00940', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Page 67', exact: true }).click();
    await page.getByText('journ…00001', { exact: true }).waitFor();
    await page.goto(`${siteUrl}/account?tab=history&page=99`);
    await page.getByText('journ…00001', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('page')).toBe('67');
    expect(await rows(page).count()).toBe(10);
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    await page.reload();
    await page.getByText('journ…00001', { exact: true }).waitFor();

    await size.fill('100');
    await page.getByText('journ…00901', { exact: true }).waitFor();
    expect(await rows(page).count()).toBe(100);
    expect(await page.locator('.pages [aria-current]').textContent()).toBe('1');
    await size.fill('5000');
    await page.getByText('journ…00801', { exact: true }).waitFor();
    expect(await rows(page).count()).toBe(200);
    await end();
  });

  it('[HIST-10] takes no fraction for a page size: 12.5 is neither 12 nor 125, and the size from before returns', async () => {
    const { page, calls, end } = await visitWithHistory(200);
    const size = page.getByLabel(/^Show how many checks/);
    const asked = () => calls.filter((call) => call.endsWith('/pagination')).length;
    const before = asked();
    await page.clock.pauseAt(Date.now() + 60_000);
    await size.fill('12.5');
    await page.clock.runFor(2_000);
    expect(await size.inputValue()).toBe('12.5');
    await size.blur();
    await expect.poll(() => size.inputValue()).toBe('15');
    await page.clock.runFor(2_000);
    await page.clock.resume();
    expect([asked(), await rows(page).count()]).toEqual([before, 15]);
    // The next whole number applies as ever.
    await size.fill('12');
    await expect.poll(() => rows(page).count()).toBe(12);
    await end();
  });

  it('[HIST-02] [HIST-08] is searched after a pause, and the search can be cleared', async () => {
    const { page, calls, end } = await visitWithHistory(1000);
    const search = page.getByPlaceholder('By asset, ticker, address, etc');
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await page.getByText('journ…00985', { exact: true }).waitFor();
    const asked = () => calls.filter((call) => call.endsWith('/pagination')).length;
    const before = asked();
    // The clock of the page is stopped during typing: the pause after a key lasts as long as the test sets.
    await page.clock.pauseAt(Date.now() + 60_000);
    await search.pressSequentially('00000777');
    await page.clock.runFor(560);
    expect(asked()).toBe(before);
    await page.clock.runFor(20);
    await page.clock.resume();
    await page.getByText('journ…00777', { exact: true }).waitFor();
    expect(asked()).toBe(before + 1);
    expect(await rows(page).count()).toBe(1);
    expect(await search.inputValue()).toBe('00000777');

    await search.fill('nobody has this');
    await page.getByRole('heading', { name: "We couldn't find any matches" }).waitFor();
    await page.getByText('Be less specific, check the spelling, or use different keywords').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByText('journ…01000', { exact: true }).waitFor();
    await expect.poll(() => search.inputValue()).toBe('');
    await search.fill('usdt trx');
    await page.locator('.pages [aria-current]', { hasText: /^1$/ }).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.hist .asset b')].every((ticker) => ticker.textContent === 'USDT'),
    );
    await end();
  });

  it('[HIST-11] [HIST-06] grows by fifteen at the end of the page on a phone, loads only those, and shows short dates', async () => {
    const { page, end } = await visitWithHistory(100, { width: 640 });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/history/pagination')) asked.push(new URL(request.url()).search);
    });
    expect(await rows(page).count()).toBe(15);
    expect(await rows(page).first().locator('.c-date span:visible').textContent()).toMatch(
      /^\d{2} \w{3}, \d{2}:\d{2}$/,
    );
    const held = Promise.withResolvers<void>();
    await page.route('**/history/pagination?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const bottom = page.locator('.load-more');
    await bottom.scrollIntoViewIfNeeded();
    await expect.poll(() => asked).toEqual(['?offset=15&page=2']);
    // The end comes into view again while the step is on its way.
    for (const edge of [page.getByRole('heading', { level: 1 }), bottom]) {
      await edge.scrollIntoViewIfNeeded();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    expect(asked).toHaveLength(1);
    held.resolve();
    for (const count of [30, 45]) {
      await bottom.scrollIntoViewIfNeeded();
      // On a busy machine the next part can be there before this looks.
      await page.waitForFunction((wanted) => document.querySelectorAll('.hist tbody tr').length >= wanted, count);
    }
    expect(await page.locator('.pages').isVisible()).toBe(false);
    expect(asked.slice(0, 2)).toEqual(['?offset=15&page=2', '?offset=15&page=3']);
    expect((await rows(page).count()) % 15).toBe(0);
    await end();
  });

  it('names who asked below the address, and stays within a phone', async () => {
    const { page, end } = await visitWithHistory(3, { width: 390 });
    await page.route('**/api/monitor/history/**', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { items: object[] } };
      const asked_by = { kind: 'member', email: 'a-colleague-with-a-long-name@subsidiary.example.org' };
      const items = data.items.map((item) => ({ ...item, asked_by }));
      await route.fulfill({ response, json: { data: { ...data, items } } });
    });
    await page.reload();
    const by = page.getByText('Checked by a-colleague-with-a-long-name@subsidiary.example.org').first();
    await by.waitFor();
    const address = await rows(page).first().locator('.c-addr .copy').boundingBox();
    expect((await by.boundingBox())?.y).toBeGreaterThanOrEqual((address?.y ?? 0) + (address?.height ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await end();
  });

  it('shows times in the time zone of the browser', async () => {
    const email = newEmail('zone');
    const texts: string[] = [];
    for (const timezone of ['Asia/Tokyo', 'America/New_York']) {
      const { page, siteUrl, context, end } = await visit(browser, { timezone });
      await signInByMail(context.request, siteUrl, email);
      if (texts.length === 0) await seedHistory(email, 1);
      await page.goto(`${siteUrl}/account`);
      await rows(page).first().waitFor();
      texts.push((await rows(page).first().locator('.c-date span:visible').textContent()) ?? '');
      await end();
    }
    expect(texts[0]).toMatch(/^\d{2} \w{3} \d{4}, \d{2}:\d{2}$/);
    expect(texts[0]).not.toBe(texts[1]);
  });

  it('is saved as CSV', async () => {
    const { page, end } = await visitWithHistory(20);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await page.getByPlaceholder('By asset, ticker, address, etc').fill('btc');
    const found = page.getByRole('link', { name: 'Export these as CSV' });
    await found.waitFor();
    expect(await found.getAttribute('href')).toContain('search=btc');
    await end();
  });
});
