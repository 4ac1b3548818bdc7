/**
 * Whether a person notices a flood of pages: `npm run -w @assay/e2e flooded-visit` starts the built product and lets a
 * person register, check an address and pay in a real browser, in turn without and with floods of 600 pages at once.
 * Exit code 1 when a step fails, or takes more than a second and a half longer during the floods.
 */
import type { Browser, Page } from 'playwright-core';
import { quantile } from '../../bench/checks/product.ts';
import { floodPages } from '../../bench/drills/page-flood.ts';
import { reaches, sized } from '../../bench/size.ts';
import { startBrowser } from '../harness/browser.ts';
import { starterDataLoaded } from '../harness/global-setup.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { buyPlanByCard, openTariffs } from '../harness/money.ts';
import { linkSentTo } from '../harness/outbox.ts';
import { checkAddress } from '../harness/search.ts';
import { emailField, newEmail } from '../harness/sign-in.ts';
import { type Product, startProduct } from '../harness/start-product.ts';

const ROUNDS = sized(5, 1);
const PAGES = sized(600, 60);
const MAY_TAKE_LONGER_MS = 1_500;
/** Only what hangs takes so long. */
const STEP_WITHIN_MS = 120_000;

const STEPS = ['sign in', 'check', 'pay'] as const;
type Times = Record<(typeof STEPS)[number], number[]>;

async function visit(browser: Browser, product: Product, times: Times): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  try {
    context.setDefaultTimeout(STEP_WITHIN_MS);
    await context.addCookies([product.localCookie]);
    const page = await context.newPage();
    const timed = async (step: keyof Times, work: () => Promise<void>) => {
      const startedAt = performance.now();
      await work();
      times[step].push(performance.now() - startedAt);
    };
    await timed('sign in', () => register(page, product.url));
    await timed('check', async () => {
      await page.goto(product.url);
      await checkAddress(page, KNOWN.gambler);
    });
    await timed('pay', async () => {
      await openTariffs(page, product.url);
      await buyPlanByCard(page, product.url, 'Standard');
    });
  } finally {
    await context.close();
  }
}

async function register(page: Page, siteUrl: string): Promise<void> {
  const email = newEmail('flooded');
  await page.goto(`${siteUrl}/register`);
  await emailField(page).fill(email);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${siteUrl}/success-auth`);
  await page.goto(await linkSentTo(page.request, siteUrl, email));
  await page.locator('header').getByText('1 check').waitFor();
}

/** One flood after the other until it is stopped: of the landing and of pages that are rendered for each visit. */
function startFlood(siteUrl: string, statuses: Map<string, number>): () => Promise<void> {
  let isOver = false;
  const run = async () => {
    for (let flood = 0; !isOver; flood += 1) {
      const result = await floodPages(flood % 2 === 0 ? `${siteUrl}/` : `${siteUrl}/check/USDT?visit=${flood}-{n}`, {
        requests: PAGES,
        connections: flood % 4 < 2 ? 1 : 10,
        // Another network each time: one alone is soon refused.
        networkOf: (request) => `10.${flood & 255}.${request >> 8}.${request & 255}`,
      });
      for (const [status, times] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + times);
    }
  };
  const running = run();
  return async () => {
    isOver = true;
    await running;
  };
}

const noTimes = (): Times => ({ 'sign in': [], check: [], pay: [] });
const product = await startProduct({ TRUST_PROXY: '1' });
const browser = await startBrowser();
try {
  await starterDataLoaded(product.url);
  const [quiet, flooded] = [noTimes(), noTimes()];
  const statuses = new Map<string, number>();
  // The first visit pays for what is compiled and rendered once.
  await visit(browser, product, noTimes());
  for (let round = 0; round < ROUNDS; round += 1) {
    await visit(browser, product, quiet);
    const stop = startFlood(product.url, statuses);
    try {
      await visit(browser, product, flooded);
    } finally {
      await stop();
    }
  }
  const answers = [...statuses].map(([status, times]) => `${times} ${status}`).join(', ');
  process.stdout.write(`${ROUNDS} visits each, medians; pages of the floods: ${answers}\n\n`);
  process.stdout.write('| Step | Without a flood, ms | During floods, ms | Longest, ms |\n| --- | --- | --- | --- |\n');
  let isNoticed = false;
  for (const step of STEPS) {
    const [without, during] = [quantile(quiet[step]), quantile(flooded[step])];
    const longest = Math.max(...flooded[step]);
    process.stdout.write(`| ${step} | ${without.toFixed(0)} | ${during.toFixed(0)} | ${longest.toFixed(0)} |\n`);
    if (during - without > MAY_TAKE_LONGER_MS) isNoticed = true;
  }
  process.exitCode = reaches(!isNoticed) ? 0 : 1;
} finally {
  await browser.close();
  await product.stop();
}
