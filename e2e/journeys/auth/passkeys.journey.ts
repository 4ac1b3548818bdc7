import { freePort } from '@assay/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../harness/browser.ts';
import { linkFor, newEmail, signInByMail } from '../../harness/sign-in.ts';
import { type Product, startProduct } from '../../harness/start-product.ts';

let browser: Browser;
/** A product of its own: no passkey belongs to an IP address, so its public URL has a name. */
let product: Product;
beforeAll(async () => {
  browser = await launchBrowser();
  const port = await freePort();
  product = await startProduct({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, STARTER_DATA: 'off' });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** An authenticator of the browser's own, whose user is always there and verified. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setUserVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

it('a passkey is added, signs in alone and after a link, and is removed', async () => {
  const { url: siteUrl, localCookie } = product;
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addCookies([localCookie]);
  const page = await context.newPage();
  const email = newEmail('passkey');
  await signInByMail(context.request, siteUrl, email);
  await page.goto(`${siteUrl}/account/security`);
  const authenticator = await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('region', { name: 'Your recovery codes' }).waitFor();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Remove Passkey 1' }).waitFor();

  const leave = async () => {
    const cookies = await context.cookies();
    const session = cookies.filter(({ name }) => name.endsWith('assay_session'));
    for (const { name } of session) await context.clearCookies({ name });
  };
  await leave();
  await page.goto(`${siteUrl}/login`);
  await authenticator.setUserVerified(false);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByText('The passkey was not used.').waitFor();
  await authenticator.setUserVerified(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL(`${siteUrl}/`);

  await leave();
  await page.goto(await linkFor(context.request, siteUrl, email));
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.waitForURL(`${siteUrl}/`);
  await page.goto(`${siteUrl}/account/security`);
  await page.getByRole('button', { name: 'Remove Passkey 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('You have none yet.').waitFor();

  await leave();
  await page.goto(`${siteUrl}/login`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByText('This code or passkey was not accepted.').waitFor();
  expect((await context.cookies()).some(({ name }) => name.endsWith('assay_session'))).toBe(false);
  await context.close();
});
