import { FREE_TARIFF, type Ledger } from '../ledger/index.ts';
import type { GrantSignUpCheck } from './auth.ports.ts';

/** Grants the free check credit of a new email. The key contains the mailbox, so that it is granted once. */
export function signUpCheck(ledger: Pick<Ledger, 'grant'>): GrantSignUpCheck {
  return async (db, { sub, mailboxHash }) => {
    const key = `signup:${mailboxHash}`;
    await ledger.grant(db, { sub, tariff: FREE_TARIFF, checks: 1, reason: 'signup', key, expiresAt: null });
  };
}
