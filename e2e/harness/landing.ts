import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const EXAMPLES = 6;
const WAIT_MS = 60_000;

/** Opens the landing as soon as this installation has checked its example addresses. */
export async function openLanding(page: Page, siteUrl: string): Promise<void> {
  const countExamples = async () => {
    const answer = await page.request.get(`${siteUrl}/api/site/showcase`);
    const { data } = (await answer.json()) as { data: { checks: unknown[] } };
    return data.checks.length;
  };
  await expect.poll(countExamples, { timeout: WAIT_MS, interval: 200 }).toBeGreaterThanOrEqual(EXAMPLES);
  await page.goto(siteUrl, { waitUntil: 'networkidle' });
}
