import type { AccountLossesData } from '@assay/contracts';
import type { Db } from '../../db/index.ts';
import { comingAdditions } from './coming-additions.ts';
import { ordersStore } from './orders.store.ts';
import { presentAddition } from './payments.presenter.ts';
import { paymentsStore } from './payments.store.ts';

/** What an account has paid for and loses with its plans, and whether a card would be charged for one again. */
export async function planLosses(
  db: Db,
  sub: string,
): Promise<Pick<AccountLossesData, 'next_additions' | 'charges_card'>> {
  const coming = await comingAdditions({ db, orders: ordersStore, payments: paymentsStore }, sub);
  const subscriptions = await ordersStore.subscriptionsOf(db, sub);
  return {
    next_additions: coming.map(presentAddition),
    charges_card: subscriptions.some(({ subscriptionStatus }) => subscriptionStatus !== 'cancelling'),
  };
}
