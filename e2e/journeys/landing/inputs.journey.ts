import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { addressField, checkAddress } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

it('[CONST-01] inputs strip spaces typed and pasted, make a number of what is typed, and wait 570 ms', async () => {
  const guest = await visit(browser);
  await guest.page.goto(guest.siteUrl, { waitUntil: 'networkidle' });
  await addressField(guest.page).pressSequentially('1A 1z P1');
  await expect.poll(() => addressField(guest.page).inputValue()).toBe('1A1zP1');
  await guest.page.evaluate(() => navigator.clipboard.writeText(' 1A1z P1eP5 \n QGefi '));
  await addressField(guest.page).press('ControlOrMeta+a');
  await addressField(guest.page).press('ControlOrMeta+v');
  await expect.poll(() => addressField(guest.page).inputValue()).toBe('1A1zP1eP5QGefi');
  const checks = guest.page.getByLabel('Number of checks');
  await checks.fill('2 5x0');
  await expect.poll(() => checks.inputValue()).toBe('250');
  await guest.end();

  const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
  // The pause after a key lasts as long as the test runs the clock of the page.
  await page.clock.install();
  await page.goto(siteUrl, { waitUntil: 'networkidle' });
  await checkAddress(page, KNOWN.sanctioned);
  await page.goto(`${siteUrl}/account?tab=history`, { waitUntil: 'networkidle' });
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('search=')) asked.push(new URL(request.url()).searchParams.get('search'));
  });
  const search = page.getByRole('searchbox', { name: 'Search the history' });
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const key of ['b', 't', 'c']) {
    await search.pressSequentially(key);
    await page.clock.runFor(560);
    expect(asked).toEqual([]);
  }
  await page.clock.runFor(10);
  await expect.poll(() => asked).toEqual(['btc']);
  await end();
});
