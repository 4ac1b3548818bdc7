import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

/** An authenticator app in the test's hands. */
export interface TotpApp {
  /** A code that was not asked for before: where need be, of the next step, which the server accepts too. */
  nextCode(): Promise<string>;
}

const PERIOD_MS = 30_000;

export function totpApp(secret: string): TotpApp {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_MS / 1000 });
  let lastStep = 0;
  return {
    async nextCode() {
      const step = Math.max(lastStep + 1, Math.floor(Date.now() / PERIOD_MS));
      // The server accepts codes one step early.
      while (Math.floor(Date.now() / PERIOD_MS) + 1 < step) await new Promise((resolve) => setTimeout(resolve, 500));
      lastStep = step;
      return totp.generate({ timestamp: step * PERIOD_MS });
    },
  };
}

/** Enrols an authenticator app on the page Security; returns the app and the recovery codes that were shown. */
export async function enrolTotp(page: Page, siteUrl: string, name: string) {
  await page.goto(`${siteUrl}/account/security`);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  const secret = (await dialog.locator('code').textContent()) ?? '';
  const app = totpApp(secret.replaceAll(' ', ''));
  await dialog.getByLabel('Code of the app').fill(await app.nextCode());
  await dialog.getByLabel('Name (optional)').fill(name);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const codes = await page.getByRole('region', { name: 'Your recovery codes' }).locator('code').allTextContents();
  return { app, codes };
}
