import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import type { Ledger } from '../../money/index.ts';
import type { Booked } from './entries.ts';
import { isBooked, isThere } from './restored.store.ts';

interface BookingDeps {
  readonly transaction: Transaction;
  readonly ledger: Pick<Ledger, 'grant' | 'revoke' | 'reserve' | 'take' | 'refund'>;
}

/** A booking of after the backup, and what became of it. */
export interface Rebooked {
  readonly booking: Booked;
  /**
   * known: the backup holds it. booked: it was booked again. not_covered: the balance is too small for a check that was
   * used. unknown_account: the account was made after the backup.
   */
  readonly outcome: 'known' | 'booked' | 'not_covered' | 'unknown_account';
}

/**
 * Books what the log says was booked: credits that were used are not got back by a restore, and credits that were bought
 * are not lost by it. Keys of the ledger make sure that nothing is booked twice, by the log or by a provider afterwards.
 */
export async function rebook({ transaction, ledger }: BookingDeps, booking: Booked, at: Date): Promise<Rebooked> {
  return transaction(async (tx): Promise<Rebooked> => {
    if (await isBooked(tx, booking.key)) return { booking, outcome: 'known' };
    if (!(await isThere(tx, booking.sub))) return { booking, outcome: 'unknown_account' };
    return { booking, outcome: (await book(tx, ledger, booking, at)) ? 'booked' : 'not_covered' };
  });
}

async function book(db: Db, ledger: BookingDeps['ledger'], booking: Booked, at: Date): Promise<boolean> {
  const { sub, series, plan_id: planId, checks, key, expires_at: end } = booking;
  const expiresAt = end === null ? null : new Date(end);
  switch (booking.booking) {
    case 'grant': {
      const tariff = { series, planId };
      return ledger.grant(db, { sub, tariff, checks, reason: booking.reason, key, expiresAt, now: at });
    }
    case 'commit': {
      const { reference } = booking;
      // A check that ran while the backup was made is reserved there already.
      if (!(await isBooked(db, `reserve:${reference}`)) && !(await ledger.reserve(db, sub, reference, at)))
        return false;
      return ledger.take(db, reference, at);
    }
    case 'refund':
      return ledger.refund(db, booking.reference, booking.reason, at);
    case 'revoke': {
      const { reference, reason } = booking;
      await ledger.revoke(db, { key: reference, reason, now: at, ...(expiresAt === null ? {} : { expiresAt }) });
      return true;
    }
  }
}
