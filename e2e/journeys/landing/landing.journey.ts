import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { openLanding } from '../../harness/landing.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the landing', () => {
  it('[LAND-01] [LAND-03] [LAND-09] has all its sections, four steps and five questions', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await openLanding(page, siteUrl);
    const main = page.locator('main');
    const heading = (name: string) => main.getByRole('heading', { name, exact: true });
    for (const name of ['How it works', 'What is behind a score', 'Check from a chat', 'Pricing', 'Questions']) {
      // Sections far below are laid out a moment later.
      await heading(name).waitFor();
    }
    expect(await main.locator('.hero').getByRole('combobox', { name: 'Wallet address' }).isVisible()).toBe(true);
    expect(await main.locator('.step h3').allTextContents()).toEqual([
      'Paste the wallet address',
      'Select an asset',
      'Press Check',
      'Get the risk score',
    ]);
    await main.locator('#features').getByRole('link', { name: 'Create account' }).waitFor();
    // The product of the journeys has a bot; without one a sentence is shown.
    const bot = main.getByRole('link', { name: 'Open the bot' });
    expect(await bot.getAttribute('href')).toMatch(/^https:\/\/t\.me\/\w+$/);
    expect(await main.locator('#questions summary').count()).toBe(5);
    expect(await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).isVisible()).toBe(true);
    await end();
  });

  it('names the largest sets of records, and counts the smaller ones', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    const facts = await page.locator('.coverage-facts li').allTextContents();
    expect(facts[0]).toMatch(/ labels from /);
    expect(facts.filter((fact) => /^[\d,]+ (?:transactions|transfers) of /.test(fact))).toHaveLength(4);
    expect(facts.at(-1)).toMatch(/^Records of \d+ more assets\.$/);
    await end();
  });

  it('[LAND-02] [LAND-06] [LAND-07] names the assets, the data sources and the features', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await openLanding(page, siteUrl);
    const main = page.locator('main');
    const lede = (await main.locator('.hero .lede').textContent()) ?? '';
    expect(lede).toContain('Covers USDT, Bitcoin, Ethereum and 8000+ assets');
    expect(lede).toContain('avoid coins that an exchange or custody service would freeze');
    const features = main.locator('#features');
    expect(await features.textContent()).toContain('The same sources that major exchanges and custody services use');
    expect(await features.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Signed PDF reports',
      'Authoritative data sources',
      'Shareable risk score',
    ]);
    const create = features.getByRole('link', { name: 'Create account' });
    expect(await create.getAttribute('href')).toBe('/register');
    await end();
  });

  it('[LAND-11] [LAND-12] has footer links and a disclaimer', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl, { waitUntil: 'networkidle' });
    const footer = page.getByRole('contentinfo');
    const target = async (name: string) => footer.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await target('Pricing')).toBe('#pricing');
    expect(await target('Features')).toBe('#features');
    expect(await target('Support')).toMatch(/^mailto:[^@]+@[^@]+$/);
    expect(await target('Blog')).toMatch(/^https:\/\//);
    expect(await target('Terms of Service')).toBe('/terms-of-service');
    expect(await target('Privacy Policy')).toBe('/privacy-policy');
    const networks = footer.locator('.social a');
    expect(await networks.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).toEqual([
      'X',
      'Telegram',
      'LinkedIn',
      'YouTube',
      'Instagram',
      'Facebook',
    ]);
    for (const href of await networks.evaluateAll((links) => links.map((link) => link.getAttribute('href')))) {
      expect(href).toMatch(/^https:\/\//);
    }
    const disclaimer = (await footer.locator('.disclaimer').textContent()) ?? '';
    for (const words of [
      'no investment advice',
      'no crypto exchange or wallet services',
      'information only',
      'as is',
    ]) {
      expect(disclaimer).toContain(words);
    }
    await footer.getByRole('link', { name: 'Pricing', exact: true }).click();
    await page.waitForURL(/#pricing$/);
    await expect.poll(async () => (await page.locator('#pricing').boundingBox())?.y).toBeLessThan(200);
    await end();
  });

  it('shows real checks and links to their results', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await openLanding(page, siteUrl);
    const slip = page.getByRole('complementary', { name: 'Example result' });
    // It leads with a check that says what it says without a reservation.
    expect(await slip.getByRole('img').getAttribute('aria-label')).toBe('3 of 5 stars');
    expect(await slip.textContent()).not.toContain('Limited data');
    expect(await page.locator('.examples .stars').count()).toBe(6);
    await slip.getByRole('link', { name: 'See this result' }).click();
    await page.waitForURL(/\/riskcheck\/[0-9a-f]{32}$/);
    await page.locator('.verdict').getByRole('img', { name: '3 of 5 stars' }).waitFor();
    await end();
  });

  it('[LAND-08] offers the plans of one period at a time, the month first', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl, { waitUntil: 'networkidle' });
    const period = page.getByRole('radiogroup', { name: 'Payment period' });
    expect(await period.getByRole('radio', { checked: true }).textContent()).toBe('MonthBase');
    expect(await period.getByRole('radio').allTextContents()).toEqual([
      'MonthBase',
      '3 months10%',
      '6 months15%',
      'Year20%',
    ]);
    const prices = async () => page.locator('.plan .price b').allTextContents();
    const checks = async () =>
      page.locator('.plan-cell', { hasText: 'Number of checks' }).locator('span:last-child').allTextContents();
    expect(await prices()).toEqual(['$24', '$60', '$150']);
    expect(await checks()).toEqual(['30 checks', '100 checks', '300 checks']);
    expect(await page.locator('.plan .badge-sale').count()).toBe(0);
    await period.getByRole('radio', { name: '3 months' }).click();
    await expect.poll(prices).toEqual(['$64.80', '$162', '$405']);
    expect(await page.locator('.plan .badge-sale').allTextContents()).toEqual(['10% OFF', '10% OFF', '10% OFF']);
    await page.keyboard.press('ArrowRight');
    await expect.poll(prices).toEqual(['$122.40', '$306', '$765']);
    await page.keyboard.press('ArrowRight');
    await expect.poll(prices).toEqual(['$230.40', '$576', '$1,440']);
    expect(await checks()).toEqual(['360 checks, 30 a month', '1200 checks, 100 a month', '3600 checks, 300 a month']);
    expect(await page.getByRole('link', { name: 'Buy Standard' }).getAttribute('href')).toBe('/register');
    await end();
  });

  it('[PAYG-02] [PAYG-04] [PAYG-06] sells any number of checks from ten on', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.goto(siteUrl, { waitUntil: 'networkidle' });
    const block = page.getByRole('region', { name: 'Pay As You Go' });
    const total = block.locator('.price b');
    const field = block.getByLabel('Number of checks');
    expect(await page.locator('.hero-form').textContent()).toContain('$0.99 per check');
    expect(await field.inputValue()).toBe('10');
    expect(await total.textContent()).toBe('Total $9.90');
    expect(await block.getByRole('button', { name: 'Fewer checks' }).isDisabled()).toBe(true);
    await block.getByRole('button', { name: 'More checks' }).click();
    await expect.poll(() => total.textContent()).toBe('Total $19.80');
    await block.getByRole('button', { name: 'Fewer checks' }).click();
    await expect.poll(() => field.inputValue()).toBe('10');
    await field.fill('3');
    await field.blur();
    await expect.poll(() => field.inputValue()).toBe('10');
    await field.fill('12.5');
    await block.getByText('Use a whole number.').waitFor();
    expect(await total.textContent()).toBe('Total $9.90');
    await field.blur();
    await expect.poll(() => field.inputValue()).toBe('10');
    await field.fill('2x50');
    await expect.poll(() => field.inputValue()).toBe('250');
    await expect.poll(() => total.textContent()).toBe('Total $222.75');
    expect(await block.locator('li[aria-current=step]').textContent()).toBe('20010% off');
    expect(await block.locator('.scale-keys li').allTextContents()).toEqual([
      '00% off',
      '20010% off',
      '50015% off',
      '1000+20% off',
    ]);
    await field.fill('999999');
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('100000');
    expect(await block.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/register');
    expect(calls.filter((call) => !call.includes('/site/'))).toEqual([]);
    await end();
  });

  it('[LAND-10] [AUTH-05] validates an email address locally and opens the registration', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.goto(siteUrl, { waitUntil: 'networkidle' });
    const form = page.locator('.subscribe');
    const field = form.getByLabel('Email');
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await form.getByText('Please enter an email address').waitFor();
    await field.fill('nobody');
    await form.getByRole('alert').waitFor({ state: 'detached' });
    await field.press('Enter');
    await form.getByText('Incorrect email').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('mara+news@example.org');
    await field.press('Enter');
    await page.waitForURL(/\/register\?/);
    expect(new URL(page.url()).searchParams.get('email')).toBe('mara+news@example.org');
    expect(await page.locator('main input[type=email]').inputValue()).toBe('mara+news@example.org');
    expect(calls.filter((call) => !call.includes('/site/'))).toEqual([]);
    await end();
  });

  it('can be read, and left, without a script', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false, isMotionReduced: false });
    await openLanding(page, siteUrl);
    expect(await page.locator('.step h3').count()).toBe(4);
    expect(await page.locator('.how-track').evaluate((track) => track.clientHeight)).toBeLessThan(900);
    const question = page.locator('#questions details').nth(1);
    await question.locator('summary').click();
    await question.locator('p').waitFor();
    await page.locator('.subscribe').getByLabel('Email').fill('mara@example.org');
    await page.locator('.subscribe').getByRole('button').click();
    await page.waitForURL(/\/register\?email=mara%40example\.org$/);
    await end();
  });
});

describe('accessibility at every width and in both themes', () => {
  it('finds no violation on the landing page with every question open', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 390 });
    await openLanding(page, siteUrl);
    for (const index of [1, 2, 3, 4]) await page.locator('#questions summary').nth(index).click();
    await page.getByRole('radio', { name: 'Year' }).click();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Please enter an email address').waitFor();
    await expectAccessible(page);
    await end();
  });
});
