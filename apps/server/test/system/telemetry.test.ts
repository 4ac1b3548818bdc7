import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND, COMPILE_CACHE, type Product, startProduct } from '../support/built-product.ts';
import { logLines } from '../support/log-lines.ts';
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts';
import { preparedDataDir } from '../support/prepared-data-dir.ts';

const WITHIN_MS = 60_000;
const SECRET = 'a-secret-of-the-receiver';
/** A trace that the client began. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
/** Of a request that its client leaves. */
const LEFT_TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = '00f067aa0ba902b7';

const PAID = '0x1111111111111111111111111111111111111111';
const PAYER = '0x2222222222222222222222222222222222222222';
const RECORDS = `network,asset,from,to,amount,time,transaction,sequence
ETH,USDT,${PAYER},${PAID},5,1704067200,0x${'1'.repeat(64)},1
`;

const { dataDir, remove } = await preparedDataDir();
let receiver: OtlpReceiver;
let provider: ReturnType<typeof createServer>;
let product: Product;
let cookie = '';

beforeAll(async () => {
  receiver = await openOtlpReceiver();
  provider = createServer((_request, response) => {
    response.end('{"status":"0","message":"No transactions found","result":[]}');
  });
  await new Promise<void>((resolve) => {
    provider.listen(0, '127.0.0.1', resolve);
  });
  await importRecords();
  product = startProduct({
    dataDir,
    env: {
      LIVE_CHAINS: 'on',
      CHAIN_SOURCES: `ETH=etherscan:http://127.0.0.1:${(provider.address() as AddressInfo).port}/api`,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRET}`,
      LOG_LEVEL: 'info',
    },
  });
  cookie = cookiesOf(await fetch(await product.printedLink, { redirect: 'manual' }));
  cookie = `${cookie}; ${cookiesOf(await post('/api/auth/demo', {}))}`;
}, 2 * WITHIN_MS);
afterAll(async () => {
  product.child.kill('SIGKILL');
  await product.exited;
  receiver.close();
  provider.close();
  await remove();
});

async function importRecords(): Promise<void> {
  const args = [COMMAND, 'transfers', 'import', '--format', 'csv', '--create', '-'];
  const child = spawn(process.execPath, args, {
    env: { ...COMPILE_CACHE, ASSAY_DATA_DIR: dataDir, PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(RECORDS);
  expect((await once(child, 'close'))[0]).toBe(0);
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const origin = await product.opened;
  return fetch(`${origin}${url}`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Checks as the demo account, in the trace of the client. */
async function check(address: string, asset: object): Promise<number> {
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  return (await post('/api/monitor/check', { address, subticker: null, ...asset }, { traceparent })).status;
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** The spans of the client's trace, once its request and what it began are there. */
async function spansOfTrace(requests: number): Promise<readonly ReceivedSpan[]> {
  const ofTrace = () => receiver.spans.filter(({ traceId }) => traceId === TRACE);
  await expect
    .poll(() => ofTrace().filter(({ name }) => name === 'run check').length, { timeout: WITHIN_MS, interval: 200 })
    .toBe(requests);
  await expect
    .poll(() => ofTrace().filter(({ name }) => name === 'POST /api/monitor/check').length, { timeout: WITHIN_MS })
    .toBe(requests);
  return ofTrace();
}

describe('a server that sends traces and logs', { timeout: 3 * WITHIN_MS }, () => {
  it('sends one trace a check, from the request to the database and the walks, with nothing personal in it', async () => {
    expect(await check(PAID, { ticker: 'USDT', parent: 'ETH', name: 'Tether' })).toBe(200);
    const spans = await spansOfTrace(1);
    const named = (name: string) => spans.filter((span) => span.name.startsWith(name));
    const [request] = named('POST /api/monitor/check');
    expect(request).toMatchObject({
      parentSpanId: PARENT,
      kind: 2,
      facts: { 'http.route': '/api/monitor/check', 'http.response.status_code': expect.anything() },
    });
    const [asked] = named('check an address');
    expect(asked?.parentSpanId).toBe(request?.spanId);
    const [run] = named('run check');
    expect(run).toMatchObject({
      parentSpanId: asked?.spanId,
      facts: { 'assay.asset': 'USDT', 'assay.network': 'ETH', 'assay.source': 'imported' },
    });
    expect(new Set(named('walk').map(({ facts }) => facts['assay.direction']))).toEqual(new Set(['bwd', 'fwd']));
    const ids = new Set([PARENT, ...spans.map(({ spanId }) => spanId)]);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId))).toEqual([]);
    const statements = named('database SELECT');
    expect(statements.length).toBeGreaterThan(3);
    expect(statements.every(({ kind, facts }) => kind === 3 && facts['db.system.name'] === 'postgresql')).toBe(true);
    expect(JSON.stringify(receiver.spans)).not.toContain(PAID.slice(2));
  });

  it('has the questions to providers in the trace, by name and not by what was asked', async () => {
    const asked = '0x3333333333333333333333333333333333333333';
    expect(await check(asked, { ticker: 'ETH', parent: null, name: 'Ethereum' })).toBe(200);
    const spans = await spansOfTrace(2);
    const questions = spans.filter(({ name }) => name.startsWith('ask '));
    expect(questions.length).toBeGreaterThan(0);
    expect(questions.every(({ kind, facts }) => kind === 3 && facts['assay.provider'] === 'own etherscan')).toBe(true);
    expect(JSON.stringify(receiver.spans)).not.toContain(asked.slice(2));
  });

  it('sends the lines of its log, those of a request with its trace', async () => {
    const answered = () =>
      receiver.records.filter(
        ({ body, facts }) => body.stringValue === 'answered' && facts['route'] === '/api/monitor/check',
      );
    await expect.poll(() => answered().length, { timeout: WITHIN_MS, interval: 200 }).toBe(2);
    expect(answered()[0]).toMatchObject({
      severityText: 'INFO',
      severityNumber: 9,
      traceId: TRACE,
      facts: { method: 'POST', status: expect.anything(), reqId: expect.any(String) },
    });
    const lines = logLines(product.stderr()).filter(({ route }) => route === '/api/monitor/check');
    expect(lines).toMatchObject([{ trace_id: TRACE }, { trace_id: TRACE }]);
  });

  it('ends the span of a request once, also where its client leaves before the answer', async () => {
    const origin = await product.opened;
    const left = new AbortController();
    const traceparent = `00-${LEFT_TRACE}-${PARENT}-01`;
    const headers = { cookie, origin, 'content-type': 'application/json', traceparent };
    const body = JSON.stringify({ address: PAYER, ticker: 'ETH', parent: null, subticker: null, name: 'Ethereum' });
    provider.removeAllListeners('request');
    const asked = new Promise((resolve) => {
      provider.once('request', resolve);
    });
    const answer = fetch(`${origin}/api/monitor/check`, { method: 'POST', headers, body, signal: left.signal });
    await asked;
    left.abort();
    await expect(answer).rejects.toThrow('abort');
    const ended = () => receiver.spans.filter(({ traceId, kind }) => traceId === LEFT_TRACE && kind === 2);
    await expect.poll(() => ended().length, { timeout: WITHIN_MS, interval: 200 }).toBe(1);
    expect(ended()[0]?.status).toEqual({ code: 2, message: 'the client left' });
  });

  it('names itself, shows the receiver its secret, and keeps to the protocol', () => {
    expect(receiver.resources[0]).toMatchObject({ 'service.name': 'assay', 'service.version': expect.any(String) });
    expect(receiver.headers.every(({ authorization }) => authorization === `Bearer ${SECRET}`)).toBe(true);
    expect(receiver.faults).toEqual([]);
    expect(product.said()).not.toContain(SECRET);
  });

  it('sends what is left when it stops, and says once that a receiver is away without waiting for it', async () => {
    receiver.close();
    expect((await fetch(`${await product.opened}/healthz`)).status).toBe(200);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    const about = logLines(product.stderr()).filter(({ source }) => source === 'telemetry');
    for (const { reason } of about) expect(reason).not.toContain('ended Span');
    expect(about.length).toBeLessThanOrEqual(1);
  });
});
