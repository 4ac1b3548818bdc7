/**
 * Lighthouse, which sees the site as a phone on a slow network does, over the pages a first visit begins with:
 * `npm run -w @assay/e2e lighthouse` starts the built product, or takes the one that `ASSAY_JOURNEY_URL` names. A line a
 * page, the reports under e2e/results/lighthouse, and an exit code of 1 below the bars. The scores are no part of `npm run verify`:
 * what it measures needs a quiet machine. Words after it (`landing result`) choose pages, a number how often each of them
 * is measured.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { freePort } from '@assay/testkit';
import lighthouse from 'lighthouse';
import { request } from 'playwright-core';
import { takeFilledData } from '../../bench/filled-data.ts';
import { reaches, sized } from '../../bench/size.ts';
import { startBrowser } from '../harness/browser.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { type LocalCookie, openRunning } from '../harness/local-visit.ts';
import { signInDemo } from '../harness/sign-in.ts';
import { startProduct } from '../harness/start-product.ts';
import { starterDataLoaded } from '../harness/starter-data.ts';

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';
type Bars = Partial<Record<Category, number>>;

/** Lowest score that passes, of 100. */
const EVERY_PAGE: Bars = { performance: 95, accessibility: 100, 'best-practices': 100 };
const LISTED: Bars = { ...EVERY_PAGE, seo: 100 };
const WORDS = process.argv.slice(2);
/** Each page is measured this often; the middle run of a category counts. */
const RUNS = Number(WORDS.find((word) => /^\d+$/.test(word)) ?? sized(3, 1));
const ATTEMPTS = 3;
/** One line of the table for each page. */
const rows: string[] = ['| Bars | Page | Path | Scores | Failed audits |', '| --- | --- | --- | --- | --- |'];
const RESULTS_DIR = new URL('../results/lighthouse/', import.meta.url);

interface Subject {
  readonly name: string;
  readonly path: string;
  readonly bars: Bars;
}

interface MeasuredProduct {
  readonly url: string;
  readonly localCookie: LocalCookie | null;
}

async function subjects({ url: siteUrl, localCookie }: MeasuredProduct): Promise<readonly Subject[]> {
  const all = [
    { name: 'landing', path: '/', bars: LISTED },
    { name: 'asset', path: '/check/USDT', bars: LISTED },
    { name: 'login', path: '/login', bars: EVERY_PAGE },
    { name: 'result', path: `/riskcheck/${await makeResult(siteUrl, localCookie)}`, bars: EVERY_PAGE },
    { name: 'privacy', path: '/privacy-policy', bars: LISTED },
    { name: 'method', path: '/method', bars: LISTED },
    { name: 'scorecard', path: '/scorecard', bars: LISTED },
    { name: 'sources', path: '/sources', bars: LISTED },
  ];
  const wanted = WORDS.filter((word) => !/^\d+$/.test(word));
  return wanted.length === 0 ? sized(all, all.slice(0, 1)) : all.filter(({ name }) => wanted.includes(name));
}

/** Anyone who has the id can open the result: the pages are measured as a guest sees them. */
async function makeResult(siteUrl: string, localCookie: LocalCookie | null): Promise<string> {
  const cookies = localCookie === null ? [] : [localCookie];
  const caller = await request.newContext({ storageState: { cookies, origins: [] } });
  try {
    await signInDemo(caller, siteUrl);
    const answer = await caller.post(`${siteUrl}/api/monitor/check`, {
      headers: { origin: siteUrl, 'sec-fetch-site': 'same-origin' },
      data: { ...KNOWN.gambler, parent: null, subticker: null, name: 'Bitcoin' },
    });
    const { data } = (await answer.json()) as { data?: { asset: { sub_id: string } } };
    if (data === undefined) throw new Error(`The check answered ${answer.status()}`);
    return data.asset.sub_id;
  } finally {
    await caller.dispose();
  }
}

/** Measures one page; false where a score is below its bar. */
async function measure(siteUrl: string, port: number, { name, path, bars }: Subject): Promise<boolean> {
  const categories = Object.keys(bars) as Category[];
  const runs: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [], seo: [] };
  const failed = new Set<string>();
  for (let run = 1; run <= RUNS; run += 1) {
    const { lhr, report } = await measureOnce(siteUrl + path, port, categories);
    await writeFile(new URL(`${name}-${run}.json`, RESULTS_DIR), String(report));
    for (const category of categories) runs[category].push(Math.round((lhr.categories[category]?.score ?? 0) * 100));
    for (const category of categories.filter((one) => one !== 'performance')) {
      for (const { id, weight } of lhr.categories[category]?.auditRefs ?? []) {
        const score = lhr.audits[id]?.score;
        if (weight > 0 && typeof score === 'number' && score < 1) failed.add(id);
      }
    }
    const numbers = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ];
    const shown = numbers.map((id) => lhr.audits[id]?.displayValue ?? '?');
    const load = loadavg()[0]?.toFixed(1);
    process.stdout.write(
      `  ${name} ${run}: FCP ${shown[0]}, LCP ${shown[1]}, TBT ${shown[2]}, CLS ${shown[3]} (load ${load})\n`,
    );
  }
  const scores = categories.map((category) => ({ category, score: middle(runs[category]), bar: bars[category] ?? 0 }));
  const low = scores.filter(({ score, bar }) => score < bar);
  const text = scores.map(({ category, score }) => `${category} ${score}`).join(', ');
  rows.push(`| ${low.length === 0 ? 'ok' : 'LOW'} | ${name} | ${path} | ${text} | ${[...failed].join(', ')} |`);
  return reaches(low.length === 0);
}

/** One run, repeated when the browser's recording failed, which is no fault of the page. */
async function measureOnce(url: string, port: number, onlyCategories: Category[]) {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories });
    const failure = outcome === undefined ? 'nothing was measured' : outcome.lhr.runtimeError?.code;
    if (outcome !== undefined && failure === undefined) return outcome;
    if (attempt === ATTEMPTS) throw new Error(`${url} could not be measured: ${failure}`);
  }
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function run(product: MeasuredProduct): Promise<boolean> {
  const { url: siteUrl } = product;
  process.stdout.write(`Load of this machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors\n`);
  await starterDataLoaded(siteUrl);
  await mkdir(RESULTS_DIR, { recursive: true });
  const port = await freePort();
  const browser = await startBrowser([`--remote-debugging-port=${port}`]);
  try {
    let isGood = true;
    for (const subject of await subjects(product)) isGood = (await measure(siteUrl, port, subject)) && isGood;
    process.stdout.write(`\n${rows.join('\n')}\n`);
    return isGood;
  } finally {
    await browser.close();
  }
}

const { ASSAY_JOURNEY_URL: running } = process.env;
const product = running === undefined ? await startProduct({}, takeFilledData) : null;
try {
  const isGood = await run(product ?? (await openRunning(String(running))));
  process.exitCode = isGood ? 0 : 1;
} finally {
  await product?.stop();
}
