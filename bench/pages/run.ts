import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FLEX_TARIFF, ledger } from '../../apps/server/src/modules/money/index.ts';
import { inTransaction } from '../../apps/server/src/platform/db/index.ts';
import { openProduct, print, type RunningProduct } from '../checks/product.ts';
import { figure } from '../figure.ts';
import { reaches, sized } from '../size.ts';
import { type Flood, Visitors } from './flood.ts';
import { openPeer } from './peer.ts';

const FLOOD_MS = sized(10_000, 500);
const CONNECTIONS = 16;
/** Of the rate at which a bare Fastify sends the same bytes. */
const LANDING_SHARE = 0.5;
/** A shared result, beside the same page rendered for each visit, which a thread of its own does meanwhile. */
const RESULT_TIMES = 3;
/** What others may wait during a flood, in milliseconds. */
const OTHERS_P99_MS = 250;
/** Bitcoin's first address: labelled by nobody here, so that its check needs no data. */
const CHECK = { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ticker: 'BTC', name: 'Bitcoin', parent: null };

const waits: number[] = [];

const product = await openProduct(2, { STARTER_DATA: 'off', LIVE_CHAINS: 'off' });
const visitors = new Visitors();
const dir = await mkdtemp(path.join(tmpdir(), 'assay-pages-'));
try {
  const landing = await visitors.get(`${product.url}/`);
  if (landing.status !== 200) throw new Error(`The landing answered ${landing.status}`);
  const peer = await openPeer(dir, landing.bytes);
  const result = `${product.url}/riskcheck/${await makeResult(product)}`;
  const heapBefore = await heapMb(product.url);
  print(
    `${landing.bytes.byteLength} bytes of landing, packed; ${CONNECTIONS} connections, ${FLOOD_MS / 1_000} s each.`,
  );
  print('');
  print('| Page | Answers/s | Refused, 503 | /healthz p99, ms | /auth/me p99, ms |');
  print('| --- | --- | --- | --- | --- |');
  const bare = await visitors.flood(peer.url, CONNECTIONS, FLOOD_MS);
  print(`| the landing's bytes, by bare Fastify | ${bare.perSecond.toFixed(0)} | | | |`);
  const shared = await measure('landing', `${product.url}/`);
  const sharedResult = await measure('result, shared', result);
  // A page with a query is rendered for each visit.
  const ownResult = await measure('result, rendered for each visit', `${result}?visit`);
  const heapAfter = await heapMb(product.url);
  print('');
  print(`Heap of the thread that answers: ${heapBefore.toFixed(0)} MB before, ${heapAfter.toFixed(0)} MB after.`);
  const landingShare = shared / bare.perSecond;
  const resultTimes = sharedResult / ownResult;
  const longest = Math.max(...waits);
  print(`Landing beside the same bytes: ${landingShare.toFixed(2)} (${LANDING_SHARE} or more).`);
  print(`A shared result beside a rendered one: ${resultTimes.toFixed(1)} times (${RESULT_TIMES} or more).`);
  print(`Others waited ${longest.toFixed(0)} ms at most at the 99th percentile (${OTHERS_P99_MS} or less).`);
  figure('landing-per-second', shared);
  figure('result-per-second', sharedResult);
  const isReached = landingShare >= LANDING_SHARE && resultTimes >= RESULT_TIMES && longest <= OTHERS_P99_MS;
  if (!reaches(isReached)) process.exitCode = 1;
  peer.close();
} finally {
  visitors.close();
  await product.stop();
  await rm(dir, { recursive: true });
}

/** Floods a page while two others ask for what must stay quick; pages a second that were answered. */
async function measure(name: string, url: string): Promise<number> {
  const p99s: number[] = [];
  let flood: Flood | undefined;
  const work = visitors.flood(url, CONNECTIONS, FLOOD_MS).then((done) => {
    flood = done;
  });
  p99s.push(
    ...(await Promise.all([
      visitors.p99While(`${product.url}/healthz`, work),
      visitors.p99While(`${product.url}/api/auth/me`, work),
    ])),
  );
  if (flood === undefined) throw new Error('The flood did not end');
  waits.push(...p99s);
  const pages = flood.statuses.get(200) ?? 0;
  const all = [...flood.statuses.values()].reduce((sum, count) => sum + count, 0);
  const perSecond = (flood.perSecond * pages) / all;
  const refused = flood.statuses.get(503) ?? 0;
  print(`| ${name} | ${perSecond.toFixed(0)} | ${refused} | ${p99s.map((ms) => ms.toFixed(0)).join(' | ')} |`);
  return perSecond;
}

async function makeResult({ url, pool, ...running }: RunningProduct): Promise<string> {
  const { sub, authorization } = await running.signIn('pages');
  const grant = { sub, tariff: FLEX_TARIFF, checks: 1, reason: 'operator', key: sub, expiresAt: null } as const;
  await inTransaction(pool, (tx) => ledger.grant(tx, { ...grant, now: new Date() }));
  const answer = await fetch(`${url}/api/monitor/check`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'the-timezone-iana': 'UTC' },
    body: JSON.stringify(CHECK),
  });
  const body = (await answer.json()) as { readonly data?: { readonly asset: { readonly sub_id: string } } };
  if (body.data === undefined) throw new Error(`The check answered ${answer.status}: ${JSON.stringify(body)}`);
  return body.data.asset.sub_id;
}

async function heapMb(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 1024 / 1024;
}
