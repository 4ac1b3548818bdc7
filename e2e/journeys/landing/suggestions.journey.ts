import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleHere } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { addressField, checkButton, suggestion } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** The contract of USDT on Ethereum: many assets, and a remark on what it is. */
const EVM = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

/** Whether each begins where the one before it has ended. */
async function areStacked(...parts: readonly Locator[]): Promise<boolean> {
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  return boxes.every((box, at) => {
    const before = boxes[at - 1];
    return box !== null && (before === undefined || (before !== null && before.y + before.height <= box.y));
  });
}

describe('the suggestions of an address', () => {
  it('are searched where they are many, by keyboard too', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await addressField(page).fill(EVM);
    const query = page.getByPlaceholder(/^Search \d+ assets$/);
    await query.waitFor();
    const total = Number(/\d+/.exec((await query.getAttribute('placeholder')) ?? '')?.[0]);
    expect(total).toBeGreaterThan(50);
    expect(await page.locator('.suggest').getByRole('option').count(), 'none is left out').toBe(total);
    await addressField(page).press('Tab');
    await page.keyboard.type('usdt bsc');
    await expect.poll(() => page.locator('.suggest').getByRole('option').count()).toBe(1);
    await expectAccessibleHere(page);
    await page.keyboard.press('Enter');
    await page.locator('.suggest').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Select an asset, ?USDT ?BSC ?selected$/ }).isVisible()).toBe(true);
    await expect.poll(() => checkButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await end();
  });

  it('say so where no asset is found, and come back with Escape', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await addressField(page).fill(EVM);
    await page.getByPlaceholder(/^Search \d+ assets$/).fill('dogecoin');
    await page.getByText('Nothing found', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.suggest').waitFor({ state: 'detached' });
    await expect.poll(() => addressField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await end();
  });

  it.each([1440, 390])('[ERR-05] lie below what the header’s panel says, %i pixels wide', async (width) => {
    const { page, siteUrl, end } = await visit(browser, { width });
    await page.goto(`${siteUrl}/privacy-policy`);
    const header = page.getByRole('banner');
    const before = await header.boundingBox();
    const field = header.getByRole('combobox', { name: 'Wallet address' });
    await field.fill(EVM);
    await page.locator('.suggest').getByRole('option').first().waitFor();
    await field.press('Enter');
    const remark = page.getByText('This is the contract of USDT on ETH');
    const error = page.getByText('Please select an asset from the list first');
    await error.waitFor();
    expect(await areStacked(field, remark, error, page.locator('.suggest'))).toBe(true);
    expect((await header.boundingBox())?.height, 'the page below does not move').toBe(before?.height);
    await end();
  });
});

describe('an address of no format', () => {
  it.each([
    ['a checksum that does not match', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['upper and lower case together', 'bc1qw508D6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['too many characters', `bc1q${'q'.repeat(90)}`],
    ['too few characters', 'bc1qqqqqq'],
    ['a character that Base58 does not have', '1A1zP1eP5QGefi2DMPTfTL5SLmv7Div0Na'],
  ])('[ERR-18] shows nobody why a format does not fit: %s', async (_what, address) => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/check/btc`);
    await addressField(page).fill(address);
    await page.getByText('Nothing found', { exact: true }).waitFor();
    await addressField(page).press('Enter');
    await page.getByText('Unknown address format').waitFor();
    const said = await page.locator('main').innerText();
    expect(said).not.toMatch(/mixed-case|checksum|length limit|too short|unknown character|non-base/i);
    await end();
  });
});

describe('the focus', () => {
  it('stays in the page with Tab from the address, though Check cannot be pressed yet', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/privacy-policy`);
    const header = page.getByRole('banner');
    await header.getByRole('combobox', { name: 'Wallet address' }).fill(KNOWN.sanctioned.address);
    await suggestion(page, { ticker: 'BTC' }).waitFor();
    expect(await header.getByRole('button', { name: 'Check', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Tab');
    await page.locator('.suggest').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('A');
    await end();
  });

  it('is on the result after a check, and the verdict is read out', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await addressField(page).fill(KNOWN.sanctioned.address);
    await suggestion(page, { ticker: 'BTC' }).click();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/riskcheck\//);
    await page.locator('.verdict .stars').waitFor();
    await expect.poll(() => focused(page)).toBe('MAIN');
    await page
      .getByRole('status')
      .filter({ hasText: /^1 of 5 stars/ })
      .waitFor({ state: 'attached' });
    await end();
  });

  it('is on the page that a link led to', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
    await page.waitForURL(/privacy-policy/);
    await expect.poll(() => focused(page)).toBe('MAIN');
    await end();
  });
});

describe('400% zoom', () => {
  it.each(['/', '/privacy-policy', '/sources', '/method', '/verify', '/register'])(
    'needs no scrolling to the side: %s',
    async (path) => {
      const { page, siteUrl, end } = await visit(browser, { width: 320, height: 256 });
      await page.goto(siteUrl + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await end();
    },
  );
});
