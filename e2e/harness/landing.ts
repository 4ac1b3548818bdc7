import type { Page } from 'playwright-core';

const EXAMPLES = 6;
const WAIT_MS = 60_000;

/** Opens the landing as soon as this installation has checked its example addresses. */
export async function openLanding(page: Page, siteUrl: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const answer = await page.request.get(`${siteUrl}/api/site/showcase`);
    const { data } = (await answer.json()) as { data: { checks: unknown[] } };
    if (data.checks.length >= EXAMPLES) break;
    if (Date.now() > deadline) throw new Error('The examples were not checked in time');
    await page.waitForTimeout(500);
  }
  await page.goto(siteUrl, { waitUntil: 'networkidle' });
}
