import { setTimeout as sleep } from 'node:timers/promises';
import { flakyReceiver, type Received } from '../../apps/server/test/support/flaky-receiver.ts';
import { Assay, AssayConnectionError, AssayProblemError, verifyWebhook } from '../../packages/client/src/index.ts';
import type { Visitor } from '../checks/visitors.ts';
import { sized } from '../size.ts';
import { auditBooks, numberOf } from './books.ts';
import { newAddress, until } from './client.ts';
import { count, counted, type DrillRun } from './drill.ts';
import { labelAll, openInstallation, type Server } from './installation.ts';

const TRANSFERS = sized(200, 16);
const BATCH_ROWS = sized(20_000, 40);
/** Rows of the batch that repeat an address. */
const REPEATED = sized(2_000, 8);
const DELIVERED_WITHIN_MS = sized(240_000, 120_000);
const BATCH_WITHIN_MS = sized(800_000, 120_000);
/** Two tries of a request are the client's; what it gives up is asked for again, with the same idempotency key. */
const TRIES = 200;
const PAUSE_MS = 500;

/**
 * An exchange in miniature, by the public API's client alone: deposits and withdrawals are screened all at once, while a
 * batch runs, a receiver of webhooks fails the first attempt of each event, the key is replaced, and one of two servers is killed.
 * Nothing may be lost or paid for twice.
 */
export async function exchange(run: DrillRun): Promise<string> {
  const installation = await openInstallation(run.dir);
  const receiver = await flakyReceiver();
  try {
    const transfers = Array.from({ length: TRANSFERS }, () => newAddress(run.random));
    const listed = Array.from({ length: BATCH_ROWS - REPEATED }, () => newAddress(run.random));
    await labelAll(installation.pool, [...transfers, ...listed]);
    const [owner] = await installation.signIn(1, TRANSFERS + BATCH_ROWS);
    if (owner === undefined) throw new Error('nobody is signed in');
    const settings = { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' };
    const [one, other] = await Promise.all([
      installation.start('one', settings),
      installation.start('other', settings),
    ]);
    const shop = new Exchange(run, [one, other], await makeKey(one, owner));
    const endpoint = await shop.ask((assay) => assay.webhookEndpoints.create({ url: receiver.url }));

    // The first attempt of each event fails, by an answer or by none. What failed counts as not received.
    const accepted: Received[] = [];
    const tried = new Set<string>();
    let requests = 0;
    receiver.conduct = (request, response) => {
      requests += 1;
      const id = request.headers['webhook-id'] ?? '';
      if (tried.has(id)) {
        accepted.push(request);
        response.end('thanks');
        return;
      }
      tried.add(id);
      if (tried.size % 2 === 0) response.destroy();
      else response.writeHead(500).end();
    };

    const rows = [...listed, ...listed.slice(0, REPEATED)].map((address, at) => ({
      address,
      asset: 'ETH',
      reference: `row-${at}`,
    }));
    const batch = await shop.ask((assay) => assay.batches.create(rows, { idempotencyKey: 'batch' }));
    const screening = Promise.all(
      transfers.map((address, at) => shop.screen(address, at % 2 === 0 ? `deposit-${at}` : `withdrawal-${at}`)),
    );
    await shop.replaceKey(one, owner);
    await sleep(PAUSE_MS);
    await shop.lose(other);
    const checks = await screening;
    const ended = await shop.ask((assay) => assay.batches.wait(batch.id, { withinMs: BATCH_WITHIN_MS }));

    if (new Set(checks).size !== TRANSFERS) run.fault(`${new Set(checks).size} checks for ${TRANSFERS} transfers`);
    if (ended.status !== 'completed' || ended.rows.rated !== BATCH_ROWS) {
      run.fault(`the batch is ${ended.status} with ${JSON.stringify(ended.rows)}`);
    }
    const seen: unknown[] = [];
    for await (const row of shop.assay().batches.results(batch.id)) seen.push(row['reference']);
    if (JSON.stringify(seen) !== JSON.stringify(rows.map(({ reference }) => reference)))
      run.fault('rows of the batch are lost or out of order');

    const wanted = new Set([...checks, batch.id]);
    const received = async () => {
      const events = new Map<string, string>();
      for (const { body, headers } of accepted) {
        const event = await verifyWebhook<{ id: string; data: { id: string } }>(body, headers, {
          secrets: [endpoint.secret],
        });
        events.set(event.id, event.data.id);
      }
      return events;
    };
    const isNamed = async () => {
      const named = new Set((await received()).values());
      return [...wanted].every((id) => named.has(id));
    };
    if (!(await until(isNamed, DELIVERED_WITHIN_MS, PAUSE_MS))) run.fault('events did not reach the receiver');
    const events = await received();
    const named = [...events.values()].filter((id) => wanted.has(id));
    if (named.length !== wanted.size) run.fault(`${named.length} events for ${wanted.size} objects`);

    const books = await auditBooks(run, installation.cluster.databaseUrl);
    const taken = await numberOf(
      installation.pool,
      'SELECT coalesce(sum(used_checks), 0)::integer AS n FROM ledger_tariffs',
    );
    const distinct = TRANSFERS + BATCH_ROWS - REPEATED;
    if (taken !== distinct) run.fault(`${taken} check credits were taken for ${distinct} addresses`);
    return `${TRANSFERS} transfers at once and ${BATCH_ROWS.toLocaleString('en-US')} rows, a server killed, a key replaced: ${counted(shop.tally)}; ${requests} requests of webhooks for ${events.size} events; ${taken.toLocaleString('en-US')} credits for as many addresses; ${books}`;
  } finally {
    await receiver.close();
    await installation.close();
  }
}

/** The exchange's own program. */
class Exchange {
  readonly tally = new Map<string, number>();
  readonly #run: DrillRun;
  #servers: readonly Server[];
  #key: { readonly id: string; readonly secret: string };
  #turn = 0;

  constructor(run: DrillRun, servers: readonly Server[], key: { readonly id: string; readonly secret: string }) {
    this.#run = run;
    this.#servers = servers;
    this.#key = key;
  }

  /** A client of the next server, by the present key. */
  assay(): Assay {
    this.#turn += 1;
    const server = this.#servers[this.#turn % this.#servers.length];
    return new Assay({ key: this.#key.secret, baseUrl: server?.url ?? '' });
  }

  /** Asks until there is an answer: another server where one is lost, later where one is busy. */
  async ask<Answer>(request: (assay: Assay) => Promise<Answer>): Promise<Answer> {
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await request(this.assay());
        count(this.tally, 'answered');
        return answer;
      } catch (error) {
        const isPassing =
          error instanceof AssayConnectionError ||
          (error instanceof AssayProblemError && [409, 429, 503].includes(error.status));
        if (!isPassing || tried === TRIES) throw error;
        count(this.tally, error instanceof AssayProblemError ? error.code : 'cut off');
        await sleep(PAUSE_MS * (0.5 + this.#run.random.next()));
      }
    }
  }

  /** Rates one transfer; answers the id of its check. */
  async screen(address: string, reference: string): Promise<string> {
    const wish = { address, asset: 'ETH', reference };
    const check = await this.ask((assay) => assay.checks.createAndWait(wish, { idempotencyKey: reference }));
    if (check.status !== 'completed' || check.stars === null || check.reference !== reference) {
      this.#run.fault(`${reference} is ${check.status} with ${check.stars} stars as ${check.reference}`);
    }
    return check.id;
  }

  /** The former key works on for an hour: requests that are under way are not lost. */
  async replaceKey(server: Server, owner: Visitor): Promise<void> {
    const { secret } = await developers(server, owner, `/keys/${this.#key.id}/replace`, { former_works_hours: 1 });
    this.#key = { ...this.#key, secret };
  }

  async lose(server: Server): Promise<void> {
    await server.kill();
    this.#servers = this.#servers.filter((one) => one !== server);
  }
}

async function makeKey(server: Server, owner: Visitor): Promise<{ readonly id: string; readonly secret: string }> {
  const scopes = ['checks:read', 'checks:write', 'batches', 'webhooks'];
  const { key, secret } = await developers(server, owner, '/keys', { name: 'Exchange', scopes });
  return { id: key.id, secret };
}

interface MadeKey {
  readonly key: { readonly id: string };
  readonly secret: string;
}

async function developers(server: Server, owner: Visitor, path: string, body: object): Promise<MadeKey> {
  const answer = await fetch(`${server.url}/api/developers${path}`, {
    method: 'POST',
    headers: { authorization: owner.authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { readonly data: MadeKey };
  if (answer.status !== 200) throw new Error(`${path} is answered ${answer.status}`);
  return data;
}
