/**
 * The explorer with thousands of edges: `npm run -w @assay/e2e explorer-frames` starts the built product, checks a wallet,
 * stores expansions until its graph has 5,000 edges, and opens it in the real browser without a graphics card. It prints
 * times of frames while the graph is moved and zoomed, and tasks of the main thread that took over 50 ms.
 */
import pg from 'pg';
import { openEmbedded } from '../../apps/server/src/adapters/postgres/embedded.ts';
import { sized } from '../../bench/size.ts';
import { startBrowser } from '../harness/browser.ts';
import { starterDataLoaded } from '../harness/global-setup.ts';
import { ownCall, signInDemo } from '../harness/sign-in.ts';
import { startProduct } from '../harness/start-product.ts';

const SUBJECT = { ticker: 'USDT', parent: 'TRX', address: 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU' };
const ASSET = { ticker: 'USDT', parent: 'TRX', decimals: 6 };
const EXPANSIONS = sized(50, 3);
const EDGES_EACH = sized(100, 5);
const FRAMES = sized(120, 10);

interface Measured {
  readonly frames: readonly number[];
  readonly tasks: readonly { readonly phase: string; readonly ms: number }[];
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
  return expansions.map(({ address }) => `open=${encodeURIComponent(`${address}~USDT.TRX`)}`).join('&');
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
}

const product = await startProduct();
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
  await page.addInitScript(() => {
    const tasks: { phase: string; ms: number }[] = [];
    Object.assign(window, { tasks, phase: 'load' });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push({ phase: Reflect.get(window, 'phase'), ms: duration });
    }).observe({ entryTypes: ['longtask'] });
  });
  await page.goto(`${product.url}/riskcheck/${data.asset.sub_id}/explore?${query}`);
  await page.locator('.explorer-canvas').waitFor();
  await page.evaluate(() => Object.assign(window, { phase: 'layout in the worker' }));
  await page.waitForTimeout(sized(12_000, 1_000));
  const measured: Measured = await page.evaluate(async (frames) => {
    Object.assign(window, { phase: 'moving and zooming' });
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
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { frames: times, tasks: Reflect.get(window, 'tasks'), label: canvas.getAttribute('aria-label') ?? '' };
  }, FRAMES);
  const phases = ['load', 'layout in the worker', 'moving and zooming'];
  process.stdout.write(
    [
      `${measured.label}`,
      '',
      '| What | Figure |',
      '|---|---|',
      `| Frame while moving and zooming, p50 | ${quantile(measured.frames, 0.5).toFixed(1)} ms |`,
      `| Frame while moving and zooming, p95 | ${quantile(measured.frames, 0.95).toFixed(1)} ms |`,
      ...phases.map((phase) => {
        const own = measured.tasks.filter((task) => task.phase === phase).map(({ ms }) => Math.round(ms));
        return `| Tasks over 50 ms, ${phase} | ${own.length}${own.length === 0 ? '' : `, longest ${Math.max(...own)} ms`} |`;
      }),
      '',
    ].join('\n'),
  );
} finally {
  await browser.close();
  await product.stop();
}
