import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStripeStandIn } from '@assay/stand-ins';
import { freePort } from '@assay/testkit';
import { openPool, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { migrationFiles } from '../../apps/server/src/platform/db/migrate.ts';
import { sized } from '../size.ts';
import { type Balancer, openBalancer } from './balancer.ts';
import { assertStored, auditBooks, numberOf } from './books.ts';
import { openBuyer } from './buyer.ts';
import { Client, isReady, newAddress, until } from './client.ts';
import { openCluster } from './cluster.ts';
import { counted, type DrillRun } from './drill.ts';
import { type FormerClone, openFormerClone } from './former-clone.ts';
import { signInAsFormer } from './former-users.ts';
import { openServer, SERVER_SETTINGS, type Server } from './installation.ts';
import { type Served, upgradeLoad } from './upgrade-load.ts';

/** Few: what is tried is the change of versions, not how much servers can take. */
const USERS = sized(4, 3);
const CREDITS = 100_000;
const ADDRESSES = 2_000;
/** How long the servers of each stage are asked before the next one is replaced. */
const STAGE_MS = sized(8_000, 1_500);
/** Only what hangs takes so long: how fast a server starts is not tried here. */
const READY_WITHIN_MS = 240_000;
/** Long enough for a balancer to see that a server stops. */
const STOP_DELAY_SECONDS = '2';

type Start = (name: string, former?: FormerClone) => Promise<Server>;

/**
 * Two servers of the former version, behind a balancer and under load, are replaced by two of this version one after the
 * other: the first of the new ones brings the schema up, and the former ones work on with it. No answer is a 5xx, nothing
 * that was answered is lost, every payment is credited once, and the books are exact.
 */
export async function rollingUpgrade(run: DrillRun): Promise<string> {
  const former = await openFormerClone();
  const cluster = await openCluster(path.join(run.dir, 'cluster'));
  const balancer = await openBalancer();
  const stripe = await startStripeStandIn({ webhookUrl: () => `${balancer.url}/api/payment/webhooks/stripe` });
  const pool = openPool(cluster.databaseUrl, { maxConnections: 2 });
  const running: Server[] = [];
  let isOver = false;
  const start: Start = async (name, clone) => {
    const port = await freePort();
    const { product, stop, kill } = await openServer({
      dataDir: path.join(run.dir, name),
      openWithinMs: READY_WITHIN_MS,
      ...(clone === undefined ? {} : { clone: clone.dir }),
      env: {
        ...SERVER_SETTINGS,
        DATABASE_URL: cluster.databaseUrl,
        PUBLIC_URL: balancer.url,
        PORT: String(port),
        REPORT_KEYS_DIR: path.join(run.dir, 'keys'),
        STOP_DELAY_SECONDS,
        STRIPE_API_URL: stripe.url,
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_SCRIPT_URL: stripe.scriptUrl,
      },
    });
    // It says the address that visitors use, which is the balancer's.
    const server = { url: `http://127.0.0.1:${port}`, product, stop, kill };
    running.push(server);
    return server;
  };
  try {
    const first = await start('former-one', former);
    const before = await schemaOf(pool);
    const addresses = Array.from({ length: ADDRESSES }, () => newAddress(run.random));
    const users = await signInAsFormer(former, pool, { users: USERS, credits: CREDITS, addresses });
    const second = await start('former-two', former);
    await admit(run, balancer, [first, second]);

    const client = new Client(run.fault);
    const [buyerUser, ...others] = users;
    if (buyerUser === undefined) throw new Error('Nobody is signed in');
    const load = upgradeLoad(run, { url: balancer.url, client, users: others, addresses, isOver: () => isOver });
    const buyer = openBuyer(run, { stripe, client, user: buyerUser, url: () => balancer.url });
    const buying = buyer.buyUntil(() => isOver);
    const stages: string[] = [];
    const stage = async (name: string) => {
      await sleep(STAGE_MS);
      stages.push(name);
    };
    await stage('two former servers');
    const third = await start('new-one');
    const added = (await schemaOf(pool)).filter((name) => !before.includes(name));
    await stage('two former servers on the new schema');
    await admit(run, balancer, [third]);
    await stage('two former servers beside a new one');
    await retire(run, balancer, first);
    await stage('a former server beside a new one');
    const fourth = await start('new-two');
    await admit(run, balancer, [fourth]);
    await retire(run, balancer, second);
    await stage('two new servers');
    isOver = true;
    await buying;
    const served = await load;
    const bought = await buyer.settle();

    await judge(run, { pool, client, served });
    await assertStored(run, cluster.databaseUrl, served.answered);
    await buyer.assertCredited(cluster.databaseUrl);
    const books = await auditBooks(run, cluster.databaseUrl);
    const named = added.length === 0 ? 'no migration' : `${added.length} migrations (${added.join(', ')})`;
    return [
      `from ${former.version} (${former.commit.slice(0, 8)}) to ${productVersion()} over ${named}`,
      `${stages.length} stages`,
      `${served.answered.length} checks of the site and ${served.chargedByKey.size} by key, each charged once; answers: ${counted(client.tally)}`,
      bought,
      books,
    ].join('; ');
  } finally {
    isOver = true;
    balancer.close();
    await stripe.close();
    await pool.end();
    for (const server of running) await server.stop();
    await cluster.close();
  }
}

function productVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

async function schemaOf(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name');
  return rows.map(({ name }) => name);
}

async function admit(run: DrillRun, balancer: Balancer, servers: readonly Server[]): Promise<void> {
  for (const { url } of servers) {
    if (!(await until(() => isReady(url), READY_WITHIN_MS))) run.fault('a server that was started is not ready');
    balancer.add(url);
    if (!(await until(async () => balancer.isServing(url), READY_WITHIN_MS))) run.fault('a ready server is not used');
  }
}

async function retire(run: DrillRun, balancer: Balancer, server: Server): Promise<void> {
  const code = await server.stop();
  if (code !== 0) run.fault(`a former server ended with ${code}: ${server.product.stderr().slice(-300)}`);
  if (balancer.isServing(server.url)) run.fault('the balancer still sends requests to a server that has ended');
}

interface Evidence {
  readonly pool: Pool;
  readonly client: Client;
  readonly served: Served;
}

async function judge(run: DrillRun, { pool, client, served }: Evidence): Promise<void> {
  for (const [word, times] of client.tally) {
    if (word === 'cut off' || word.startsWith('5')) run.fault(`${times} requests ended ${word}`);
  }
  const expected = (await migrationFiles()).map((file) => file.replace(/\.sql$/, ''));
  const found = await schemaOf(pool);
  if (expected.some((name) => !found.includes(name))) run.fault('the new version did not bring the schema up');
  const bySite = new Set(served.answered.filter(({ isCharged }) => isCharged).map(({ subId }) => subId));
  const charged = bySite.size + served.chargedByKey.size;
  const used = await numberOf(pool, 'SELECT coalesce(sum(used_checks), 0)::integer AS n FROM ledger_tariffs');
  if (used !== charged) run.fault(`${used} check credits were taken for ${charged} charged checks`);
}
