import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSub, openTestTill, passPeriod, payOrder, type Till } from './test/payments-fixture.ts';

/** What the person, the bank and the operator do, in this order; messages come as they like. */
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

function act(till: Till, what: Act, orderId: string): void {
  const { state, actions } = till.stripe;
  const paid = [...state.intents.values()].findLast(({ status }) => status === 'succeeded');
  const dispute = [...state.disputes.values()].at(-1);
  if (paid === undefined) throw new Error('Nothing was paid');
  if (what === 'month') passPeriod(till, orderId);
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

async function tell(till: Till, story: (typeof STORIES)[keyof typeof STORIES], fates: readonly Fate[]): Promise<void> {
  const sub = newSub();
  const order = story.buys === 'checks' ? await till.buyChecks(sub, 50) : await till.buyPlan(sub, 7);
  payOrder(till, order);
  const acts: readonly (Act | null)[] = [null, ...story.acts];
  for (const [step, what] of acts.entries()) {
    if (what !== null) act(till, what, order.id);
    // Some of what there is by now arrives, some of it again, in an order of its own.
    const here = till.stripe.messages.map((message, place) => ({
      message,
      ...(fates[place % 24] ?? { at: 0, after: 0, lost: false }),
    }));
    const arriving = here.filter(({ after, lost }) => !lost && after <= step).toSorted((a, b) => a.at - b.at);
    for (const { message } of arriving) await till.deliver(message);
  }
  // What was lost is found by the round, sooner or later.
  till.passTime(21 * 3_600_000);
  await till.payments.reconcile();
  await till.payments.addMonthlyChecks();
  expect(await till.holds(sub)).toMatchObject({ checks: story.checks });
  const facts = await till.payments.receipts(sub);
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
          const till = await openTestTill();
          try {
            await tell(till, story, fates);
          } finally {
            await till.close();
          }
        },
      ),
      { numRuns: 4 },
    );
  });
});
