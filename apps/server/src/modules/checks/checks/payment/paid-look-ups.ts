import type { Db } from '../../../../platform/db/index.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { type BeginPorts, payersOf } from '../begin/begin-check.ts';
import { type ChecksOwner, FREE_REPEAT_MS } from '../checks.policy.ts';
import type { OnDemandReader } from '../compute/on-demand-reading.ts';

/** Look-ups at providers for payments that an owner asks to check. */
export interface PaidLookUps {
  /** As the reader's; a payment that no check credit and no earlier check covers is not looked up. */
  readonly live: Pick<OnDemandReader, 'canAsk' | 'lookUp'>;
  /** Counts one answer without a charge, where providers answered; for a request that began no check. */
  countAnswered(): Promise<void>;
}

/**
 * What covers a look-up besides a check of the same payment: check credits that are left, the check that the request
 * repeats, or nothing, where the check may not be charged.
 */
export type LookUpCover = 'credits' | 'repeat' | 'nothing';

/**
 * Providers are asked before a check is begun and anything is reserved: who cannot pay for the check would use up the
 * requests that this server has for everybody.
 */
export function paidLookUps(
  { db, store, balance, uncharged, clock }: PayingPorts,
  owner: ChecksOwner,
  live: OnDemandReader,
  cover: LookUpCover,
): PaidLookUps {
  let isAnswered = false;

  async function assertCovered(ids: readonly string[], now: Date): Promise<void> {
    for (const payer of cover === 'credits' ? payersOf(owner) : []) {
      if ((await balance.stateOf(db, payer, now)).checks > 0) return;
    }
    const since = new Date(now.getTime() - FREE_REPEAT_MS);
    if (!(await store.hasPaymentSince(db, owner.sub, ids, since))) throw new AppError('NotEnoughChecks');
  }

  return {
    live: {
      canAsk: (asset) => live.canAsk(asset),
      async lookUp(asset, ids, options) {
        if (owner.pays && cover !== 'repeat') await assertCovered(ids, clock.now());
        const looked = await live.lookUp(asset, ids, options);
        isAnswered = looked.is !== 'unanswered' && looked.is !== 'not asked';
        return looked;
      },
    },

    async countAnswered() {
      if (isAnswered && owner.pays) await uncharged?.countFor(db, owner.sub, clock.now());
    },
  };
}

type PayingPorts = Pick<BeginPorts, 'store' | 'balance' | 'uncharged' | 'clock'> & { readonly db: Db };
