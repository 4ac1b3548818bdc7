import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSub, openPaymentsFixture, type PaymentsFixture, passPeriod, payOrder } from './test/payments-fixture.ts';

/** What the person, the bank and the operator do, in this order; messages may arrive in any order. */
const STORIES = {
  'checks are paid': { buys: 'checks', acts: [], checks: 50 },
  'checks are paid and paid back': { buys: 'checks', acts: ['refund'], checks: 0 },
  'checks are paid and paid back in part': { buys: 'checks', acts: ['refund part'], checks: 50 },
  'checks are disputed and lost': { buys: 'checks', acts: ['dispute', 'lose'], checks: 0 },
  'checks are disputed and won': { buys: 'checks', acts: ['dispute', 'win'], checks: 50 },
  'a plan is paid': { buys: 'plan', acts: [], checks: 30 },
  'a plan is paid, renewed and the renewal paid back': { buys: 'plan', acts: ['month', 'refund'], checks: 30 },
  'a plan is paid, renewed, disputed and lost': { buys: 'plan', acts: ['month', 'dispute', 'lose'], checks: 30 },
  'a plan is paid and renewed twice': { buys: 'plan', acts: ['month', 'month'], checks: 90 },
} as const;
type Act = 'refund' | 'refund part' | 'dispute' | 'lose' | 'win' | 'month';

function act(fixture: PaymentsFixture, what: Act, orderId: string): void {
  const { state, actions } = fixture.stripe;
  const paid = [...state.intents.values()].findLast(({ status }) => status === 'succeeded');
  const dispute = [...state.disputes.values()].at(-1);
  if (paid === undefined) throw new Error('Nothing was paid');
  if (what === 'month') passPeriod(fixture, orderId);
  if (what === 'refund') actions.refund(paid);
  if (what === 'refund part') actions.refund(paid, 100);
  if (what === 'dispute') actions.dispute(paid);
  if ((what === 'lose' || what === 'win') && dispute !== undefined) {
    actions.closeDispute(dispute, what === 'lose' ? 'lost' : 'won');
  }
}

interface Fate {
  readonly at: number;
  readonly after: number;
  readonly lost: boolean;
}

async function deliver(
  fixture: PaymentsFixture,
  story: (typeof STORIES)[keyof typeof STORIES],
  fates: readonly Fate[],
): Promise<void> {
  const sub = newSub();
  const order = story.buys === 'checks' ? await fixture.buyChecks(sub, 50) : await fixture.buyPlan(sub, 7);
  payOrder(fixture, order);
  const acts: readonly (Act | null)[] = [null, ...story.acts];
  for (const [step, what] of acts.entries()) {
    if (what !== null) act(fixture, what, order.id);
    // Some of the messages that exist by now arrive, some of them again, in any order.
    const here = fixture.stripe.messages.map((message, index) => ({
      message,
      ...(fates[index % 24] ?? { at: 0, after: 0, lost: false }),
    }));
    const arriving = here.filter(({ after, lost }) => !lost && after <= step).toSorted((a, b) => a.at - b.at);
    for (const { message } of arriving) await fixture.deliver(message);
  }
  // The periodic reconciliation finds what was lost.
  fixture.passTime(21 * 3_600_000);
  await fixture.payments.reconcile();
  await fixture.payments.addMonthlyChecks();
  expect(await fixture.holds(sub)).toMatchObject({ checks: story.checks });
  const facts = await fixture.payments.receipts(sub);
  expect(new Set(facts.map(({ reference }) => reference)).size).toBe(facts.length);
}

describe('whatever order, number or delay the messages of the provider come in', () => {
  it.for(Object.entries(STORIES))('%s: the books end in the same place', { timeout: 240_000 }, async ([, story]) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.nat(1_000), after: fc.nat(4), lost: fc.boolean() }), {
          minLength: 24,
          maxLength: 24,
        }),
        async (fates) => {
          const fixture = await openPaymentsFixture();
          try {
            await deliver(fixture, story, fates);
          } finally {
            await fixture.close();
          }
        },
      ),
      { numRuns: 4 },
    );
  });
});
