import { existsSync } from 'node:fs';
import { scratchFolder } from '@assay/testkit';
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInDemo } from './sign-in.ts';
import { site } from './site.ts';

const { CHROME_PATH } = process.env;

const CANDIDATES = [
  CHROME_PATH,
  '/usr/bin/chromium-headless-shell',
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

/** A process for the network and one for drawing spend much of their time on handing over what the browser asks for. */
const FEWER_PROCESSES = [
  '--in-process-gpu',
  // The second is Playwright's own choice, which this replaces.
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface',
];
const SHARED_MEMORY = '/dev/shm';

/** The browser of this worker: its files come one after the other, and a new browser for each takes its time. */
let shared: Promise<Browser> | undefined;

/** A browser for one file of journeys; `close` closes what the file opened. The worker's end closes the browser. */
export async function launchBrowser(): Promise<Browser> {
  shared ??= startBrowser(FEWER_PROCESSES, sharedInMemory()).then((browser) =>
    Object.assign(browser, {
      close: async () => {
        await Promise.all(browser.contexts().map((context) => context.close()));
      },
    }),
  );
  return await shared;
}

/** Playwright has processes share memory through files on the disk, since that folder can be small; here it is not. */
function sharedInMemory(): LaunchOptions {
  return scratchFolder() === SHARED_MEMORY ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {};
}

/** A browser of its own. */
export async function startBrowser(moreFlags: readonly string[] = [], more: LaunchOptions = {}): Promise<Browser> {
  const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) throw new Error('No Chromium found: install one, or name it in CHROME_PATH');
  const isRoot = process.getuid?.() === 0;
  const args = [...FLAGS, ...moreFlags, ...(isRoot ? ['--no-sandbox'] : [])];
  return await chromium.launch({ ...more, executablePath, args });
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly siteUrl: string;
  /** Paths of the API the page has called, in order, as 'GET /api/…'. */
  readonly calls: readonly string[];
  /** Closes the page, and fails where it logged an error, broke its security policy or requested anything from another host. */
  readonly end: () => Promise<void>;
}

export interface VisitOptions {
  /** The user who is signed in from the start; a guest by default. */
  readonly as?: 'guest' | 'demo';
  /** Whether the browser opened the link that the terminal printed; it did by default. */
  readonly isLocal?: boolean;
  readonly timezone?: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly isMotionReduced?: boolean;
  readonly hasScript?: boolean;
  /** The visitor's screen is touched, as that of a phone is. */
  readonly hasTouch?: boolean;
  /** Does not wait until the app has hydrated a page. */
  readonly isEarly?: boolean;
  /** The visitor pays: requests to the stand-ins of the providers, on other ports of this machine, are allowed. */
  readonly isPaying?: boolean;
  /** The browser logs an error for a response with this status; it is expected. */
  readonly expectedStatus?: number;
  /** Console messages and errors that a journey causes on purpose. */
  readonly expectedComplaint?: RegExp;
}

/** A new visitor. Errors and warnings in the console fail the test. */
export async function visit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const { url: siteUrl, localCookie } = site();
  const {
    width = 1440,
    height = 900,
    theme = 'light',
    isMotionReduced = true,
    hasScript = true,
    hasTouch = false,
  } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: isMotionReduced ? 'reduce' : 'no-preference',
    javaScriptEnabled: hasScript,
    hasTouch,
    locale: 'en-US',
    ...(options.timezone === undefined ? {} : { timezoneId: options.timezone }),
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (localCookie !== null && options.isLocal !== false) await context.addCookies([localCookie]);
  if (options.as === 'demo') await signInDemo(context.request, siteUrl);
  const page = await context.newPage();
  if (hasScript && options.isEarly !== true) await waitForTheApp(page);
  const complaints: string[] = [];
  const calls: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Messages of a stand-in's own pages do not count.
    if (options.isPaying === true && isStandIn(message.location().url, siteUrl)) return;
    const status = options.expectedStatus;
    if (status !== undefined && message.text().includes(`status of ${status}`)) return;
    complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isAllowed = url.origin === siteUrl || (options.isPaying === true && isStandIn(request.url(), siteUrl));
    if (url.protocol !== 'data:' && !isAllowed) complaints.push(`outside: ${request.url()}`);
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
 * From now on a journey continues only after the app has hydrated the page that was opened or reloaded. What is typed
 * earlier is kept, but handled later.
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
