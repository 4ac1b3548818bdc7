/**
 * The explorer with thousands of edges: `npm run -w @assay/e2e explorer-frames` starts the built product, checks a wallet,
 * stores expansions until its graph has 5,000 edges, and opens it in the real browser without a graphics card. It prints
 * times of frames while the graph is moved and zoomed, and the processor time of the longest tasks of the main thread, with
 * and without drawing.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { openEmbedded } from '../../apps/server/src/platform/db/postgres/embedded.ts';
import { takeFilledData } from '../../bench/filled-data.ts';
import { sized } from '../../bench/size.ts';
import { startBrowser } from '../harness/browser.ts';
import { ownCall, signInDemo } from '../harness/sign-in.ts';
import { startProduct } from '../harness/start-product.ts';
import { starterDataLoaded } from '../harness/starter-data.ts';

const SUBJECT = { ticker: 'USDT', parent: 'TRX', address: 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU' };
const ASSET = { ticker: 'USDT', parent: 'TRX', decimals: 6 };
/** All but the last one are open when the page is loaded. */
const EXPANSIONS = sized(51, 4);
const EDGES_EACH = sized(100, 5);
const FRAMES = sized(120, 10);

/** In this order; each begins with a mark of its name. */
const PHASES = ['load', 'layout in the worker', 'moving and zooming', 'expanding', 'filtering', 'searching'] as const;
type Phase = (typeof PHASES)[number];

interface Measured {
  readonly frames: readonly number[];
  readonly label: string;
}

/** A tree of expansions: each address of one row is expanded into a row of its own. Amounts differ, so that widths do. */
function expansionsOf(): { readonly address: string; readonly found: string }[] {
  const address = (at: number) => (at === 0 ? SUBJECT.address : `T${String(at).padStart(33, '0')}`);
  return Array.from({ length: EXPANSIONS }, (_, expanded) => {
    const others = Array.from({ length: EDGES_EACH }, (__, at) =>
      address(1 + ((expanded * 31 + at) % (EXPANSIONS * 32))),
    );
    const ends = (other: string, at: number) =>
      at % 2 === 0 ? [other, address(expanded)] : [address(expanded), other];
    const time = '2021-05-03T10:00:00.000Z';
    const found = {
      ...{ address: address(expanded), asset: ASSET, expanded_at: time, also_seen: [] },
      nodes: others.map((id) => ({ kind: 'address', id, is_subject: false, label: null, records_read: null })),
      edges: others.map((other, at) => {
        const [from, to] = ends(other, at);
        const amount = String(1_000_000 * (1 + ((at * 7919) % 5_000)));
        return {
          ...{ id: `${from}>${to}:${expanded}`, from, to, asset: ASSET, basis: 'records', amount, share: null },
          ...{ transfers: 1, first_time: time, last_time: time, transactions: [] },
        };
      }),
    };
    return { address: address(expanded), found: JSON.stringify(found) };
  });
}

async function store(dataDir: string, subId: string): Promise<string> {
  const database = await openEmbedded(dataDir);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const expansions = expansionsOf();
  for (const { address, found } of expansions) {
    await client.query(
      `INSERT INTO explorer_expansions (sub_id, workspace, address, ticker, parent, found, expanded_at)
       SELECT sub_id, owner, $2, 'USDT', 'TRX', $3, now() FROM checks WHERE sub_id = $1`,
      [subId, address, found],
    );
  }
  await client.end();
  await database.close();
  const open = expansions.slice(0, -1).map(({ address }) => `open=${encodeURIComponent(`${address}~USDT.TRX`)}`);
  // The last one is selected, so that its button is there.
  return [...open, `at=${expansions.at(-1)?.address}`].join('&');
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
}

const TRACED = ['toplevel', 'devtools.timeline', 'blink.user_timing'];
const SETTLED_MS = sized(6_000, 500);

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds; a mark has no duration. */
  readonly ts: number;
  readonly dur?: number;
  /** Of the processor, so that the machine's other work does not count. */
  readonly tdur?: number;
  readonly args: {
    readonly name?: string;
    readonly chrome_mojo_event_info?: { readonly mojo_interface_tag?: string };
  };
}

interface Task {
  readonly phase: Phase;
  /** Processor time, in milliseconds. */
  readonly ms: number;
  /** As the reader waited for it, with what else the machine did. */
  readonly elapsed: number;
  /** Without the frames of our canvas, and without the browser's own styles, layout and paint. */
  readonly besideDrawing: number;
}

const DRAWING: ReadonlySet<string> = new Set([
  ...['FireAnimationFrame', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'],
]);

/** The tasks of the main thread of the page, those left out that the journeys' own tools cause. */
function tasksOf({ traceEvents: events }: { readonly traceEvents: readonly TraceEvent[] }): readonly Task[] {
  const marks = PHASES.flatMap((phase) => events.findLast(({ name }) => name === phase) ?? []);
  const [page] = marks.slice(1);
  if (page === undefined) throw new Error('The trace has no mark of the page');
  const own = events.filter(({ pid, tid }) => pid === page.pid && tid === page.tid);
  const within = (task: TraceEvent) =>
    own.filter((event) => event !== task && event.ts >= task.ts && endOf(event) <= endOf(task));
  return own
    .filter(({ name, tdur = 0 }) => name.endsWith('RunTask') && tdur > 20_000)
    .flatMap((task) => {
      const parts = within(task);
      if (parts.some(({ args }) => args.chrome_mojo_event_info?.mojo_interface_tag?.includes('DevTools'))) return [];
      const drawing = parts.filter(({ name }) => DRAWING.has(name)).reduce((sum, { tdur = 0 }) => sum + tdur, 0);
      const phase = PHASES.findLast((_, at) => (marks[at]?.ts ?? Number.POSITIVE_INFINITY) <= task.ts);
      const { tdur = 0 } = task;
      if (phase === undefined) return [];
      return [
        { phase, ms: tdur / 1000, elapsed: (task.dur ?? 0) / 1000, besideDrawing: Math.max(0, tdur - drawing) / 1000 },
      ];
    });
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}

async function begin(page: Page, phase: Phase): Promise<void> {
  await page.evaluate((mark) => performance.mark(mark), phase);
}

function move(page: Page): Promise<Measured> {
  return page.evaluate(async (frames) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.explorer-canvas');
    if (canvas === null) throw new Error('There is no graph');
    const keys = ['ArrowLeft', 'ArrowUp', '+', 'ArrowRight', 'ArrowDown', '-'];
    const times: number[] = [];
    let last: number | null = null;
    for (let at = 0; at < frames; at += 1) {
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: keys[at % keys.length] ?? '0', bubbles: true }));
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      if (last !== null) times.push(now - last);
      last = now;
    }
    return { frames: times, label: canvas.getAttribute('aria-label') ?? '' };
  }, FRAMES);
}

const product = await startProduct({}, takeFilledData);
const browser = await startBrowser();
try {
  await starterDataLoaded(product.url);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([product.localCookie]);
  await signInDemo(context.request, product.url);
  const checked = await context.request.post(`${product.url}/api/monitor/check`, {
    data: SUBJECT,
    headers: ownCall(product.url),
  });
  const { data } = (await checked.json()) as { data: { asset: { sub_id: string } } };
  for (let isDone = false; !isDone; ) {
    const answer = await context.request.get(`${product.url}/api/monitor/check/${data.asset.sub_id}`);
    isDone = ((await answer.json()) as { data: { status: string } }).data.status === 'done';
  }
  const query = await store(product.dataDir, data.asset.sub_id);
  const page = await context.newPage();
  const trace = join(product.dataDir, 'trace.json');
  await browser.startTracing(page, { path: trace, categories: TRACED });
  await page.addInitScript((mark) => performance.mark(mark), 'load' satisfies Phase);
  await page.goto(`${product.url}/riskcheck/${data.asset.sub_id}/explore?${query}`);
  await page.locator('.explorer-canvas').waitFor();
  await begin(page, 'layout in the worker');
  await page.waitForTimeout(SETTLED_MS);
  await begin(page, 'moving and zooming');
  const measured = await move(page);
  await begin(page, 'expanding');
  await page.getByRole('button', { name: 'Expand', exact: true }).click();
  await page.waitForTimeout(SETTLED_MS);
  await begin(page, 'filtering');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Smallest amount').fill('1000');
  await page.waitForTimeout(SETTLED_MS);
  await page.getByLabel(/^Hide small/).check();
  await page.waitForTimeout(SETTLED_MS);
  await begin(page, 'searching');
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('00012');
  await page.waitForTimeout(sized(2_000, 300));
  await browser.stopTracing();
  const tasks = tasksOf(JSON.parse(await readFile(trace, 'utf8')));
  process.stdout.write(
    [
      measured.label,
      '',
      '| What | Figure |',
      '|---|---|',
      `| Frame while moving and zooming, p50 | ${quantile(measured.frames, 0.5).toFixed(1)} ms |`,
      `| Frame while moving and zooming, p95 | ${quantile(measured.frames, 0.95).toFixed(1)} ms |`,
      ...PHASES.map((phase) => {
        const own = tasks.filter((task) => task.phase === phase);
        const long = own.filter(({ besideDrawing }) => besideDrawing > 50).length;
        const longest = (of: (task: Task) => number) => Math.max(0, ...own.map(of)).toFixed(0);
        const figures = `${long}, longest ${longest((task) => task.besideDrawing)} ms, with drawing ${longest((task) => task.ms)} ms (${longest((task) => task.elapsed)} ms elapsed)`;
        return `| Tasks over 50 ms beside drawing, ${phase} | ${figures} |`;
      }),
      '',
    ].join('\n'),
  );
} finally {
  await browser.close();
  await product.stop();
}
