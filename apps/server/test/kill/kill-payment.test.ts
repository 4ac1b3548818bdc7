import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { factsOf, openTestTill, type Till } from '../../src/features/payments/test/payments-fixture.ts';

const CHILD = fileURLToPath(new URL('./pay-and-stop.ts', import.meta.url));
/** Where a purchase can be cut off, and how many checks must be there in the end. */
const STEPS = {
  'ordered, provider not asked': 0,
  'opened at the provider, not written down': 0,
  'truth read, nothing written': 10,
  'payment written, not credited': 10,
  'credited, not committed': 10,
  'all written, not committed': 10,
  'committed, nobody told': 10,
} as const;

/** Pays as soon as the child has bought, hands it the message, and kills it where it stops. */
async function killAt(step: string, till: Till): Promise<void> {
  const settings = JSON.stringify(factsOf(till.stripe, till.crypto).stripe);
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [CHILD, till.url, step, settings]);
  let said = '';
  let failure = '';
  child.stderr.on('data', (chunk: Buffer) => {
    failure += chunk.toString();
  });
  const closed = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('bought') && !said.includes('here')) payAndTell(till, child);
      if (said.includes('here')) resolve();
    });
    void closed.then(() => reject(new Error(`It ended before '${step}': ${failure}`)));
  });
  child.kill('SIGKILL');
  await closed;
}

function payAndTell(till: Till, child: ChildProcessWithoutNullStreams): void {
  const intent = [...till.stripe.state.intents.values()].at(-1);
  if (intent === undefined || !till.stripe.actions.payIntent(intent, '4242424242424242')) return;
  const message = till.stripe.messages.find(({ type }) => type === 'payment_intent.succeeded');
  child.stdin.write(`${message?.body ?? ''}\n${message?.headers()['stripe-signature'] ?? ''}\n`);
}

describe('a process that is killed during a purchase', () => {
  it.for(Object.entries(STEPS))(
    'leaves every payment with exactly one credit: %s',
    { timeout: 120_000 },
    async ([step, checks]) => {
      const till = await openTestTill();
      try {
        await killAt(step, till);
        await expect
          .poll(async () => {
            const { rows } = await till.pool.query(
              `SELECT count(*)::integer AS open FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
            );
            return rows[0]?.open;
          })
          .toBe(0);
        // The provider sends again what was not answered, and the round comes by.
        for (const message of till.stripe.messages) await till.deliver(message);
        till.passTime(11 * 60_000);
        await till.payments.reconcile();
        expect((await till.holds('demo')).checks).toBe(checks);
        expect(await till.payments.receipts('demo')).toHaveLength(checks === 0 ? 0 : 1);
      } finally {
        await till.close();
      }
    },
  );
});
