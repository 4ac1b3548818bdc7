import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { linkSentTo } from '../../harness/outbox.ts';
import { newEmail } from '../../harness/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const { address } = KNOWN.sanctioned;
/** Pages that show an error of a form have its status. */
const REFUSED = /status of 4(00|22)/;

describe('without any script', () => {
  it('checks an address from the landing through asset page and registration to the result', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { hasScript: false, expectedComplaint: REFUSED });
    await page.goto(siteUrl);
    await page.getByRole('combobox', { name: 'Wallet address' }).fill(address);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('heading', { name: 'Available in this blockchains' }).waitFor();
    await page.locator('.choices a').first().click();
    await page.waitForURL(/\/check\/\w+\?/);
    expect(await page.getByRole('combobox', { name: 'Wallet address' }).inputValue()).toBe(address);

    await page.getByRole('combobox', { name: 'Wallet address' }).fill('nonsense');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Unknown address format').waitFor();
    await page.getByRole('combobox', { name: 'Wallet address' }).fill('');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Paste the wallet address to make a check').waitFor();
    await page.getByRole('combobox', { name: 'Wallet address' }).fill(address);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.waitForURL(/\/register\?/);

    const email = newEmail('unscripted');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Please read and accept the Terms of Service').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Check your email!' }).waitFor();
    await page.getByText(`we sent to ${email} to sign up.`).waitFor();

    await page.goto(await linkSentTo(context.request, siteUrl, email));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/\/riskcheck\//);
    // Without a script, a reload shows the progress.
    await expect
      .poll(async () => {
        await page.reload();
        return page.locator('.verdict .stars').count();
      })
      .toBe(1);
    await end();
  });

  it('asks before it runs the check of a link that was requested in another browser', async () => {
    const asking = await visit(browser, { hasScript: false });
    const { siteUrl } = asking;
    const email = newEmail('unscripted-elsewhere');
    await asking.page.goto(`${siteUrl}/register?${new URLSearchParams({ address, ticker: 'BTC', parent: '' })}`);
    await asking.page.getByLabel('Email').fill(email);
    await asking.page.getByRole('checkbox').check();
    await asking.page.getByRole('button', { name: 'Create account' }).click();
    await asking.page.getByRole('heading', { name: 'Check your email!' }).waitFor();
    const link = await linkSentTo(asking.context.request, siteUrl, email);
    await asking.end();

    const { page, end } = await visit(browser, { hasScript: false });
    await page.goto(link);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Run this check?' }).waitFor();
    await page.getByRole('button', { name: 'Run this check (uses 1)' }).click();
    await page.waitForURL(/\/riskcheck\//);
    await end();
  });

  it('logs in, and shows every refusal', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { hasScript: false, expectedComplaint: REFUSED });
    await page.goto(`${siteUrl}/login`);
    const send = () => page.getByRole('button', { name: 'Log in', exact: true }).click();
    await send();
    await page.getByText('Please enter an email address').waitFor();
    await page.getByLabel('Email').fill('name@example');
    await send();
    await page.getByText('Incorrect email').waitFor();
    await page.getByLabel('Email').fill(newEmail('asked'));
    await send();
    await page.getByText('Please read and accept the Terms of Service').waitFor();
    await page.getByRole('checkbox').check();
    await send();
    await page.getByText(/^Tap the button in the email we sent to .* to log in\.$/).waitFor();
    expect(await context.cookies()).not.toEqual([]);
    await end();
  });

  it('opens the demo account', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    await page.goto(`${siteUrl}/login`);
    await page.getByRole('button', { name: 'Use the demo account' }).click();
    await page.waitForURL(`${siteUrl}/`);
    await page.getByRole('link', { name: /^\d+ checks?$/ }).waitFor();
    await end();
  });

  it('subscribes by opening the registration with the address filled in', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    await page.goto(siteUrl);
    const footer = page.getByRole('contentinfo');
    await footer.getByLabel('Email').fill('name@example.org');
    await footer.getByRole('button', { name: 'Subscribe' }).click();
    await page.waitForURL(/\/register\?email=/);
    expect(await page.getByLabel('Email').inputValue()).toBe('name@example.org');
    await end();
  });

  it('shows that a link is invalid', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    await page.goto(`${siteUrl}/confirm-link?link=nothing-of-ours`);
    await page.getByRole('heading', { name: 'Invalid Token' }).waitFor();
    await end();
  });
});
