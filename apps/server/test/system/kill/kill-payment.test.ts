import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  factsOf,
  openPaymentsFixture,
  type PaymentsFixture,
} from '../../../src/modules/money/payments/test/payments-fixture.ts';

const CHILD = fileURLToPath(new URL('./pay-and-stop.ts', import.meta.url));
/** Steps at which a purchase can be interrupted, and the check credits that must exist in the end. */
const STEPS = {
  'ordered, provider not asked': 0,
  'opened at the provider, not written down': 0,
  'truth read, nothing written': 10,
  'payment written, not credited': 10,
  'credited, not committed': 10,
  'all written, not committed': 10,
  'committed, nothing reported': 10,
} as const;

/** Pays as soon as the child has placed the order, sends it the message, and kills it where it stops. */
async function killAt(step: string, fixture: PaymentsFixture): Promise<void> {
  const settings = JSON.stringify(factsOf(fixture.stripe, fixture.crypto).stripe);
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [CHILD, fixture.url, step, settings]);
  let said = '';
  let failure = '';
  child.stderr.on('data', (chunk: Buffer) => {
    failure += chunk.toString();
  });
  const closed = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('bought') && !said.includes('here')) payAndTell(fixture, child);
      if (said.includes('here')) resolve();
    });
    void closed.then(() => reject(new Error(`It ended before '${step}': ${failure}`)));
  });
  child.kill('SIGKILL');
  await closed;
}

function payAndTell(fixture: PaymentsFixture, child: ChildProcessWithoutNullStreams): void {
  const intent = [...fixture.stripe.state.intents.values()].at(-1);
  if (intent === undefined || !fixture.stripe.actions.payIntent(intent, '4242424242424242')) return;
  const message = fixture.stripe.messages.find(({ type }) => type === 'payment_intent.succeeded');
  child.stdin.write(`${message?.body ?? ''}\n${message?.headers()['stripe-signature'] ?? ''}\n`);
}

describe('a process that is killed during a purchase', () => {
  it.for(Object.entries(STEPS))(
    'leaves every payment with exactly one credit: %s',
    { timeout: 120_000 },
    async ([step, checks]) => {
      const fixture = await openPaymentsFixture();
      try {
        await killAt(step, fixture);
        await expect
          .poll(async () => {
            const { rows } = await fixture.pool.query<{ open: number }>(
              `SELECT count(*)::integer AS open FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
            );
            return rows[0]?.open;
          })
          .toBe(0);
        // The payment provider sends unanswered messages again, and reconciliation runs.
        for (const message of fixture.stripe.messages) await fixture.deliver(message);
        fixture.passTime(11 * 60_000);
        await fixture.payments.reconcile();
        expect((await fixture.holds('demo')).checks).toBe(checks);
        expect(await fixture.payments.receipts('demo')).toHaveLength(checks === 0 ? 0 : 1);
      } finally {
        await fixture.close();
      }
    },
  );
});
