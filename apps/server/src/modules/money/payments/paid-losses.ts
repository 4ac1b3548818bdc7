import type { AccountLossesData } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import { depositsStore } from './deposits/deposits.store.ts';
import { ordersStore } from './orders.store.ts';
import { presentAddition } from './payments.presenter.ts';
import { paymentsStore } from './payments.store.ts';
import { comingAdditions } from './plans/coming-additions.ts';

/** What an account has paid for and loses with its plans, whether a card would be charged again, and money that is held. */
export async function paidLosses(
  db: Db,
  sub: string,
): Promise<Pick<AccountLossesData, 'next_additions' | 'charges_card' | 'keeps_money'>> {
  const coming = await comingAdditions({ db, orders: ordersStore, payments: paymentsStore }, sub);
  const subscriptions = await ordersStore.subscriptionsOf(db, sub);
  return {
    next_additions: coming.map(presentAddition),
    charges_card: subscriptions.some(({ subscriptionStatus }) => subscriptionStatus !== 'cancelling'),
    keeps_money: await depositsStore.keepsMoneyOf(db, sub),
  };
}
