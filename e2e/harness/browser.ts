import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { signInDemo } from './sign-in.ts';

const { CHROME_PATH } = process.env;

const CANDIDATES = [
  CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launchBrowser(moreFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) throw new Error('No Chromium found: install one, or name it in CHROME_PATH');
  const isRoot = process.getuid?.() === 0;
  return await chromium.launch({ executablePath, args: [...FLAGS, ...moreFlags, ...(isRoot ? ['--no-sandbox'] : [])] });
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly siteUrl: string;
  /** Paths of the API the page has called, in order, as 'GET /api/…'. */
  readonly calls: readonly string[];
  /** Closes the page, and fails where it logged an error, broke its security policy or asked anybody outside. */
  readonly end: () => Promise<void>;
}

export interface VisitOptions {
  /** Whom the browser is signed in as from the start; a guest unless told otherwise. */
  readonly as?: 'guest' | 'demo';
  readonly timezone?: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly isMotionReduced?: boolean;
  readonly hasScript?: boolean;
  /** Does not wait for the app to take a page over, as somebody in a hurry. */
  readonly isEarly?: boolean;
  /** The visitor pays: the providers' stand-ins, on other ports of this machine, are nobody outside. */
  readonly isPaying?: boolean;
  /** Answers of pages that are missing on purpose log an error of the browser's own. */
  readonly expectedStatus?: number;
  /** What a journey breaks on purpose may be complained of, in the console or as an error. */
  readonly expectedComplaint?: RegExp;
}

/** A fresh visitor. What the browser complains about is a failure of the test. */
export async function visit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const siteUrl = inject('siteUrl');
  const { width = 1440, height = 900, theme = 'light', isMotionReduced = true, hasScript = true } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: isMotionReduced ? 'reduce' : 'no-preference',
    javaScriptEnabled: hasScript,
    locale: 'en-US',
    ...(options.timezone === undefined ? {} : { timezoneId: options.timezone }),
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (options.as === 'demo') await signInDemo(context.request, siteUrl);
  const page = await context.newPage();
  if (hasScript && options.isEarly !== true) await waitForTheApp(page);
  const complaints: string[] = [];
  const calls: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // What goes on at a stand-in is its own affair.
    if (options.isPaying === true && isStandIn(message.location().url, siteUrl)) return;
    const status = options.expectedStatus;
    if (status !== undefined && message.text().includes(`status of ${status}`)) return;
    complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const mayAsk = url.origin === siteUrl || (options.isPaying === true && isStandIn(request.url(), siteUrl));
    if (url.protocol !== 'data:' && !mayAsk) complaints.push(`outside: ${request.url()}`);
    if (url.origin === siteUrl && url.pathname.startsWith('/api/')) calls.push(`${request.method()} ${url.pathname}`);
  });
  return {
    page,
    context,
    siteUrl,
    calls,
    async end() {
      await context.close();
      const { expectedComplaint } = options;
      expect(complaints.filter((text) => expectedComplaint?.test(text) !== true)).toEqual([]);
    },
  };
}

/**
 * From now on every page that is opened or reloaded has been taken over by the app before the journey goes on: what is
 * typed earlier is kept, but answered later.
 */
async function waitForTheApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('assay:ready', () => Object.assign(window, { isSiteReady: true }));
  });
  const isReady = () =>
    Reflect.get(window, 'isSiteReady') === true ||
    ![...document.scripts].some(({ text }) => text.includes('assay:ready'));
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...words) => {
    const answer = await goto(...words);
    await page.waitForFunction(isReady);
    return answer;
  };
  page.reload = async (...words) => {
    const answer = await reload(...words);
    await page.waitForFunction(isReady);
    return answer;
  };
}

/** Another port of this machine: a payment provider's stand-in. */
function isStandIn(text: string, siteUrl: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.hostname === '127.0.0.1' && url.origin !== siteUrl;
}
