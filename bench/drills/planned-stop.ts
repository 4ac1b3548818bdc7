import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sized } from '../size.ts';
import { auditBooks, numberOf } from './books.ts';
import { Client, isReady, newAddress, postCheck, until } from './client.ts';
import { count, counted, type DrillRun } from './drill.ts';
import { labelAll, openInstallation } from './installation.ts';

const USERS = sized(4, 2);
const CHECKS_OF_USER = 4;
const VISITORS = 8;
const GRACE_SECONDS = 2;
const PROBE_EVERY_MS = 200;
/** Only what hangs takes so long. */
const DONE_WITHIN_MS = 90_000;

/**
 * A server is stopped as an operator stops it, while checks wait for a slow provider and visitors ask for pages over
 * kept connections, sent elsewhere as soon as a load balancer sees `/readyz` fail. No request is cut off, no check fails, and the next start ends each of them under its id.
 */
export async function plannedStop(run: DrillRun): Promise<string> {
  const installation = await openInstallation(run.dir);
  const provider = await openSlowProvider();
  try {
    const settings = {
      LIVE_CHAINS: 'on',
      LIVE_SECONDS: '60',
      CHAIN_SOURCES: `ETH=etherscan:${provider.url}`,
      STOP_GRACE_SECONDS: String(GRACE_SECONDS),
    };
    const addresses = Array.from({ length: CHECKS_OF_USER }, () => newAddress(run.random));
    await labelAll(installation.pool, addresses);
    const users = await installation.signIn(USERS, CHECKS_OF_USER);
    const stopping = await installation.start('stopping', settings);
    const client = new Client(run.fault);
    const waiting = users.flatMap((user) =>
      addresses.map((address) => postCheck(client, () => stopping.url, user, address)),
    );
    const running = `SELECT count(*)::integer AS n FROM checks WHERE status = 'running'`;
    if (!(await until(async () => (await numberOf(installation.pool, running)) === waiting.length, DONE_WITHIN_MS))) {
      run.fault('the checks do not run');
    }
    await until(async () => provider.held() > 0, DONE_WITHIN_MS);
    const pages = new Map<string, number>();
    const balancer = new AbortController();
    const visiting = Array.from({ length: VISITORS }, () => visit(stopping.url, pages, balancer.signal));
    await sleep(sized(1_000, 300));
    const stopped = stopping.stop();
    if (!(await until(async () => !(await isReady(stopping.url)), DONE_WITHIN_MS, PROBE_EVERY_MS))) {
      run.fault('/readyz stays ready');
    }
    balancer.abort();
    const answers = await Promise.all(waiting);
    const exitCode = await stopped;
    await Promise.all(visiting);
    if (exitCode !== 0) run.fault(`the server ended with ${exitCode}`);
    if (pages.has('cut off')) run.fault(`${pages.get('cut off')} page requests were cut off`);
    const failed = answers.filter(({ subId }) => subId === null);
    for (const { status, errorName } of failed) run.fault(`a waiting check was answered ${status} ${errorName ?? ''}`);

    provider.letGo();
    const next = await installation.start('next', settings);
    const states = new Map<string, number>();
    for (const { subId } of answers) {
      if (subId === null) continue;
      const url = `${next.url}/api/monitor/check/${subId}`;
      let state = '';
      await until(async () => {
        state = /"status":"(\w+)"/.exec((await client.ask(url)).text)?.[1] ?? 'unknown';
        return state !== 'running';
      }, DONE_WITHIN_MS);
      count(states, state);
    }
    for (const [state, times] of states) if (state !== 'done') run.fault(`${times} checks ended ${state}`);
    const charged = await numberOf(installation.pool, 'SELECT count(*)::integer AS n FROM checks WHERE charged');
    if (charged !== waiting.length) run.fault(`${charged} of ${waiting.length} checks were charged`);
    const books = await auditBooks(run, installation.cluster.databaseUrl);
    return `${waiting.length} checks ran at the stop: ${counted(states)} after the next start; pages meanwhile: ${counted(pages)}; ${books}`;
  } finally {
    provider.close();
    await installation.close();
  }
}

/** A provider that answers nothing until it is let go, and then that it knows of no transfer. */
async function openSlowProvider() {
  const { promise: open, resolve: letGo } = Promise.withResolvers<void>();
  let held = 0;
  const server = createServer((_request, response) => {
    held += 1;
    void open.then(() => response.end('{"status":"0","message":"No transactions found","result":[]}'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api`,
    held: () => held,
    letGo,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Asks again and again on a kept connection, until the load balancer sends visitors elsewhere. */
async function visit(url: string, tally: Map<string, number>, elsewhere: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!elsewhere.aborted) {
    const outcome = await new Promise<string>((resolve) => {
      const request = get(`${url}/healthz`, { agent }, (response) => {
        response.resume();
        response.once('end', () => resolve(String(response.statusCode)));
        response.once('error', () => resolve('cut off'));
      });
      request.once('error', () => resolve('cut off'));
    });
    count(tally, outcome);
    await sleep(5);
  }
  agent.destroy();
}
