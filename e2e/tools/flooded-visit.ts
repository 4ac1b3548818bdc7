/**
 * Whether a person notices a flood of pages: `npm run -w @assay/e2e flooded-visit` starts the built product and lets a
 * person register, check an address and pay in a real browser, in turn without a flood, while a bare Fastify on the same
 * machine is flooded, and while the product is: 600 pages at once each time. The flood of bare Fastify shows what the
 * machine itself becomes slower by, as browser, floods and server share it. Exit code 1 when a step fails, or takes
 * more than a second and a half longer than it does then.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { quantile } from '../../bench/checks/product.ts';
import { floodPages } from '../../bench/drills/page-flood.ts';
import { takeFilledData } from '../../bench/filled-data.ts';
import { Visitors } from '../../bench/pages/flood.ts';
import { openPeer } from '../../bench/pages/peer.ts';
import { reaches, sized } from '../../bench/size.ts';
import { startBrowser } from '../harness/browser.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { buyPlanByCard, openTariffs } from '../harness/money.ts';
import { linkSentTo } from '../harness/outbox.ts';
import { checkAddress } from '../harness/search.ts';
import { emailField, newEmail } from '../harness/sign-in.ts';
import { type Product, startProduct } from '../harness/start-product.ts';
import { starterDataLoaded } from '../harness/starter-data.ts';

const ROUNDS = sized(5, 1);
const WARM_UP_VISITS = sized(1, 0);
const PAGES = sized(600, 60);
/** Four have both pages, on one connection and on ten. */
const FLOODS_OF_VISIT = sized(Number.POSITIVE_INFINITY, 4);
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

/** One flood after the other until it is stopped, in a tiny run a few: of the landing and of pages that are rendered for each visit. */
function startFlood(pages: readonly [string, string], statuses: Map<string, number>): () => Promise<void> {
  let isOver = false;
  const run = async () => {
    for (let flood = 0; !isOver && flood < FLOODS_OF_VISIT; flood += 1) {
      const result = await floodPages(flood % 2 === 0 ? pages[0] : pages[1].replace('{flood}', String(flood)), {
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
const product = await startProduct({ TRUST_PROXY: '1' }, takeFilledData);
const browser = await startBrowser();
const dir = await mkdtemp(path.join(tmpdir(), 'assay-flooded-visit-'));
const others = new Visitors();
const peer = await openPeer(dir, (await others.get(`${product.url}/`)).bytes);
try {
  await starterDataLoaded(product.url);
  const [quiet, beside, flooded] = [noTimes(), noTimes(), noTimes()];
  const statuses = new Map<string, number>();
  const during = async (pages: readonly [string, string], tally: Map<string, number>, times: Times) => {
    const stop = startFlood(pages, tally);
    try {
      await visit(browser, product, times);
    } finally {
      await stop();
    }
  };
  // The first visit pays for what is compiled and rendered once, which a tiny run leaves in its figures.
  for (let warmUp = 0; warmUp < WARM_UP_VISITS; warmUp += 1) await visit(browser, product, noTimes());
  for (let round = 0; round < ROUNDS; round += 1) {
    await visit(browser, product, quiet);
    await during([`${peer.url}/`, `${peer.url}/`], new Map(), beside);
    await during([`${product.url}/`, `${product.url}/check/USDT?visit={flood}-{n}`], statuses, flooded);
  }
  const answers = [...statuses].map(([status, times]) => `${times} ${status}`).join(', ');
  process.stdout.write(`${ROUNDS} visits each, medians; pages of the floods: ${answers}\n\n`);
  process.stdout.write(
    '| Step | Without a flood, ms | Beside a flood of bare Fastify, ms | During floods, ms | Longest, ms |\n',
  );
  process.stdout.write('| --- | --- | --- | --- | --- |\n');
  let isNoticed = false;
  for (const step of STEPS) {
    const medians = [quiet, beside, flooded].map((times) => quantile(times[step]));
    const [, without = 0, within = 0] = medians;
    const cells = [...medians, Math.max(...flooded[step])].map((ms) => ms.toFixed(0));
    process.stdout.write(`| ${step} | ${cells.join(' | ')} |\n`);
    if (within - without > MAY_TAKE_LONGER_MS) isNoticed = true;
  }
  process.exitCode = reaches(!isNoticed) ? 0 : 1;
} finally {
  peer.close();
  others.close();
  await browser.close();
  await product.stop();
  await rm(dir, { recursive: true });
}
