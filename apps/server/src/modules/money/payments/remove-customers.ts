import type { Db } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { formerCustomersStore } from './former-customers.store.ts';
import type { CardGateway } from './payments.ports.ts';

const AT_ONCE = 50;

/**
 * Removes customers of deleted accounts at the card provider, with their cards. One that fails is tried again after all
 * others; one that was removed and not noted, by the next round.
 */
export async function removeFormerCustomers({
  db,
  cards,
  clock,
  log,
}: {
  readonly db: Db;
  readonly cards: Pick<CardGateway, 'removeCustomer'> | null;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
}): Promise<void> {
  if (cards === null) return;
  for (const customer of await formerCustomersStore.list(db, AT_ONCE)) {
    try {
      await cards.removeCustomer(customer);
      await formerCustomersStore.removed(db, customer);
    } catch (error) {
      await formerCustomersStore.failed(db, customer, clock.now());
      log.error({ err: error }, 'a customer of a deleted account could not be removed; it is tried again');
    }
  }
}
