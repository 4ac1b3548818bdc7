import { describe, expect, it } from 'vitest';
import { sharedSource } from './shared-source.ts';
import { SourceBudget } from './source-budget.ts';
import { type CoinSource, SourceError, type SourceTip } from './sources.ports.ts';

const TIP: SourceTip = { block: 20, time: 200, finalBlock: 14, finalTime: 140, provider: 'slow' };

/** Answers with its tip after two requests; the test releases the second one. */
function slowSource() {
  const second = Promise.withResolvers<void>();
  const refuse = async (): Promise<never> => {
    throw new SourceError({ kind: 'not-supported', provider: 'slow', what: 'that' });
  };
  const source: CoinSource = {
    ledger: 'utxo',
    network: 'BTC',
    providers: ['slow'],
    concurrency: 1,
    canAsk: () => true,
    async tip(call) {
      call.spend();
      await second.promise;
      if (call.signal.aborted || !call.spend()) throw new SourceError({ kind: 'cancelled', by: 'budget' });
      return TIP;
    },
    transactionsOf: refuse,
    transactions: refuse,
    spends: refuse,
    lookUp: refuse,
    counters: refuse,
  };
  return { source: sharedSource(source), goOn: () => second.resolve() };
}

function caller(calls = 10) {
  const controller = new AbortController();
  const budget = new SourceBudget({ calls, milliseconds: 60_000 }, controller.signal);
  return { budget, leave: () => controller.abort(new Error('left')) };
}

describe('a shared request of several checks', () => {
  it('is answered for the other checks when the first one is cancelled', async () => {
    const { source, goOn } = slowSource();
    const [first, second] = [caller(), caller()];
    const left = source.tip(first.budget);
    const waiting = source.tip(second.budget);
    first.leave();
    await expect(left).rejects.toMatchObject({ fault: { kind: 'cancelled', by: 'signal' } });
    goOn();
    expect(await waiting).toEqual(TIP);
  });

  it('is sent again by another waiting check when the budget of the first one is too small', async () => {
    const { source, goOn } = slowSource();
    const [poor, second, third] = [caller(1), caller(), caller()];
    const unpaid = source.tip(poor.budget);
    const waiting = [source.tip(second.budget), source.tip(third.budget)];
    goOn();
    await expect(unpaid).rejects.toMatchObject({ fault: { kind: 'cancelled', by: 'budget' } });
    expect(await Promise.all(waiting)).toEqual([TIP, TIP]);
    expect(second.budget.made + third.budget.made).toBe(2);
  });

  it('is cancelled when all checks are cancelled', async () => {
    const { source, goOn } = slowSource();
    const [first, second] = [caller(), caller()];
    const both = [source.tip(first.budget), source.tip(second.budget)];
    first.leave();
    second.leave();
    goOn();
    for (const one of both) await expect(one).rejects.toMatchObject({ fault: { kind: 'cancelled', by: 'signal' } });
  });
});
