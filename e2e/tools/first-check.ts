/**
 * The first check of a new installation: `npm run -w @assay/e2e first-check` starts the built product on an empty folder,
 * signs in and checks as soon as the site is open, while labels and sample records are loaded, and then checks again
 * when they are. It prints a table of seconds, and exits with 1 where the first check fails or finds other stars than
 * the later ones.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sized } from '../../bench/size.ts';
import { type Product, startProduct } from '../harness/start-product.ts';
import { starterDataLoaded } from '../harness/starter-data.ts';

/** Tether on Tron, the first of the examples: its records are the last that are loaded. */
const SUBJECT = { ticker: 'USDT', parent: 'TRX', address: 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU' };
const LATER_CHECKS = sized(5, 1);
const ASKS_EVERY_MS = 50;

interface Check {
  readonly seconds: number;
  readonly stars: number;
}

async function signIn({ url, localCookie }: Product): Promise<Record<string, string>> {
  const own = { origin: url, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'the-timezone-iana': 'UTC' };
  const cookie = `${localCookie.name}=${localCookie.value}`;
  const answer = await fetch(`${url}/api/auth/demo`, { method: 'POST', headers: { ...own, cookie } });
  if (!answer.ok) throw new Error(`The demo account answered ${answer.status}`);
  const session = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { ...own, cookie: [cookie, ...session].join('; ') };
}

/** One check, from the request to its stars. */
async function check({ url }: Product, headers: Readonly<Record<string, string>>): Promise<Check> {
  const from = performance.now();
  const started = await fetch(`${url}/api/monitor/check`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(SUBJECT),
  });
  const { data } = (await started.json()) as { data?: { asset: { sub_id: string } } };
  if (data === undefined) throw new Error(`A check answered ${started.status}`);
  for (;;) {
    const answer = await fetch(`${url}/api/monitor/check/${data.asset.sub_id}`, { headers });
    const state = (await answer.json()) as { data?: { status: string; asset?: { riskscore: number } } };
    if (state.data?.status === 'done' && state.data.asset !== undefined) {
      return { seconds: (performance.now() - from) / 1_000, stars: state.data.asset.riskscore };
    }
    if (state.data?.status !== 'running') throw new Error(`The check ended as ${JSON.stringify(state)}`);
    await sleep(ASKS_EVERY_MS);
  }
}

const product = await startProduct();
try {
  const openedAt = performance.now();
  const headers = await signIn(product);
  const first = await check(product, headers);
  await starterDataLoaded(product.url);
  const loadedSeconds = (performance.now() - openedAt) / 1_000;
  const later: Check[] = [];
  for (let at = 0; at < LATER_CHECKS; at += 1) later.push(await check(product, headers));
  const median = later.map(({ seconds }) => seconds).sort((a, b) => a - b)[Math.floor(later.length / 2)] ?? 0;
  process.stdout.write(
    [
      '| What | Seconds |',
      '|---|---|',
      `| The first check, begun as the site opened | ${first.seconds.toFixed(2)} |`,
      `| All that ships is loaded, after the site opened | ${loadedSeconds.toFixed(2)} |`,
      `| A check after that, median of ${later.length} | ${median.toFixed(2)} |`,
      '',
    ].join('\n'),
  );
  const isSame = later.every(({ stars }) => stars === first.stars);
  if (!isSame) {
    process.stderr.write('The first check found other stars than later ones\n');
    process.exitCode = 1;
  }
} finally {
  await product.stop();
}
