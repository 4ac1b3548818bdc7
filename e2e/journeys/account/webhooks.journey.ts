import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';

let browser: Browser;
const received: string[] = [];
const receiver = createServer((message, response) => {
  received.push(String(message.headers['webhook-id']));
  message.resume();
  response.end('thanks');
});

beforeAll(async () => {
  browser = await launchBrowser();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await browser.close();
  receiver.closeAllConnections();
  receiver.close();
});

type Page = Awaited<ReturnType<typeof visit>>['page'];

/** Adds an endpoint on this machine, which a server that nobody else reaches allows; returns its URL. */
async function addEndpoint(page: Page, path: string): Promise<string> {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook endpoint' });
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click();
  await page.getByRole('region', { name: 'The secret of the endpoint' }).waitFor();
  return url;
}

describe('webhooks', () => {
  it('are added, tested, looked at, sent again, disabled and deleted', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { expectedStatus: 422 });
    await signInByMail(context.request, siteUrl, newEmail('hooks'));
    await page.goto(`${siteUrl}/account/developers`);
    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('Events are sent nowhere yet.').waitFor();

    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click();
    await dialog.getByText('This is no address of the internet.').waitFor();
    for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click();
    await dialog.getByText('Choose at least one event.').waitFor();
    await dialog.getByRole('checkbox', { name: 'A batch is completed' }).check();
    await dialog.getByLabel('URL').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/batches`);
    const adding = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click();
    expect((await adding).request().postDataJSON()).toMatchObject({ event_types: ['batch.completed'] });
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Events are sent nowhere yet.').waitFor();
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.keyboard.press('Escape');

    const url = await addEndpoint(page, '/journey');
    const shown = page.getByRole('region', { name: 'The secret of the endpoint' });
    const secret = (await shown.locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    await page.getByText(url).first().waitFor();
    expect(await page.getByText(secret).count(), 'the secret is shown once').toBe(0);

    await page.getByRole('button', { name: `Send a test to ${url}` }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'webhook.test' });
    await row.getByText('Delivered, answered 200').waitFor();
    await row.getByRole('button', { name: /^Details/ }).click();
    await row.getByText('"type": "webhook.test"').waitFor();
    await row.getByText('thanks').waitFor();
    await row.getByRole('button', { name: /^Send again/ }).click();
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(2);
    expect(received[0]).toBe(received[1]);

    const endpoint = page.getByRole('listitem').filter({ hasText: '/journey' });
    await endpoint.getByRole('button', { name: /^Replace the secret/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
    await shown.waitFor();
    expect((await shown.locator('code').textContent()) ?? '').not.toBe(secret);
    await endpoint.getByRole('button', { name: /^Disable/ }).click();
    await endpoint.getByText('Disabled.').waitFor();
    await endpoint.getByRole('button', { name: /^Enable/ }).click();
    await endpoint.getByText('Enabled.').waitFor();
    await endpoint.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the endpoint' }).click();
    await page.getByText('Events are sent nowhere yet.').waitFor();
    await end();
  });
});

describe('accessibility of the page of webhooks at every width and in both themes', () => {
  it('finds no violation in the form, the secret, the endpoints, the log, and the guide', async () => {
    const { page, siteUrl, context, end } = await visit(browser, { width: 768, theme: 'dark' });
    await signInByMail(context.request, siteUrl, newEmail('hooks'));
    await page.goto(`${siteUrl}/account/webhooks`);
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const url = await addEndpoint(page, '/a-path-that-is-rather-long/to-see-it-wrap/on-a-phone/in-either-theme');
    await expectAccessible(page);
    await page.getByRole('button', { name: `Send a test to ${url}` }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'webhook.test' });
    await row.getByText('Delivered, answered 200').waitFor();
    await row.getByRole('button', { name: /^Details/ }).click();
    await row.getByText('thanks').waitFor();
    await expectAccessible(page);
    await page.goto(`${siteUrl}/developers/webhooks`);
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await expectAccessible(page);
    await end();
  });
});
