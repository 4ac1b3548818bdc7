import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStripeStandIn } from '@assay/stand-ins';
import { quantile } from '../checks/product.ts';
import type { Visitor } from '../checks/visitors.ts';
import { sized } from '../size.ts';
import { assertStored, auditBooks } from './books.ts';
import { openBuyer } from './buyer.ts';
import { Client, newAddress, postCheck } from './client.ts';
import { count, counted, type DrillRun, seconds } from './drill.ts';
import { openImporter } from './importer.ts';
import { killableProduct } from './killable-product.ts';

const USERS = sized(8, 3);
const CREDITS = 100_000;
const KILLS = sized(12, 3);
const ADDRESSES = 5_000;
/** Between two kills, at least and at most. */
const BETWEEN_MS = sized([500, 4_000], [300, 600]);
const KINDS = ['server', 'process of PostgreSQL', 'everything'] as const;

/**
 * The server, a process of PostgreSQL, or everything is killed again and again while users check and buy and a command
 * imports. What was answered is stored, what was paid is credited once, the import is whole, and the books are exact.
 */
export async function kills(run: DrillRun): Promise<string> {
  const product = killableProduct(run, path.join(run.dir, 'data'));
  const stripe = await startStripeStandIn({ webhookUrl: () => `${product.url()}/api/payment/webhooks/stripe` });
  try {
    await product.start({
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_SCRIPT_URL: stripe.scriptUrl,
    });
    const addresses = Array.from({ length: ADDRESSES }, () => newAddress(run.random));
    const users = await product.prepare(addresses, USERS, CREDITS);
    const client = new Client(run.fault);
    let isOver = false;
    const answered: { subId: string; isCharged: boolean }[] = [];
    const outcomes = new Map<string, number>();
    const check = async (user: Visitor, lane: number) => {
      for (let at = 0; !isOver; at += 1) {
        const address = addresses[(lane * 997 + at) % ADDRESSES] ?? '';
        const outcome = await postCheck(client, product.url, user, address, {
          key: `kill-${lane}-${at}`,
          isOver: () => isOver,
        });
        count(outcomes, outcome.status === 200 ? 'done' : 'not done');
        if (outcome.status === 200 && outcome.subId !== null) answered.push({ ...outcome, subId: outcome.subId });
      }
    };
    const [buyerUser = never()] = users;
    const buyer = openBuyer(run, { stripe, client, user: buyerUser, url: product.url });
    const importer = openImporter(run, product);
    const load = [...users.map(check), buyer.buyUntil(() => isOver), importer.importUntil(() => isOver)];
    const killed = new Map<string, number>();
    const startMs: number[] = [];
    const kinds = run.random.shuffle(Array.from({ length: KILLS }, (_, at) => KINDS[at % KINDS.length] ?? 'server'));
    const [least = 0, most = 0] = BETWEEN_MS;
    for (const kind of kinds) {
      await sleep(least + (most - least) * run.random.next());
      count(killed, kind);
      if (kind === 'process of PostgreSQL') await product.killOneOfDatabase();
      else {
        const isEverything = kind === 'everything';
        if (isEverything) importer.kill();
        startMs.push(await product.killAndStart(isEverything));
      }
      await product.waitUntilReady();
    }
    isOver = true;
    await Promise.all(load);
    const bought = await buyer.settle();
    const imported = await importer.settle();
    const url = await product.databaseUrl();
    const books = await auditBooks(run, url);
    await assertStored(run, url, answered);
    await buyer.assertCredited(url);
    await importer.assertWhole(url);
    return [
      `killed: ${counted(killed)}`,
      `first answer of a start after ${seconds(quantile(startMs))} at the median, ${seconds(Math.max(...startMs))} at most`,
      `checks: ${counted(outcomes)}; their answers: ${counted(client.tally)}`,
      bought,
      imported,
      books,
    ].join('; ');
  } finally {
    await stripe.close();
    await product.close();
  }
}

function never(): never {
  throw new Error('Nobody is signed in');
}
