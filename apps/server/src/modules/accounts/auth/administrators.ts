import { type Caller, DEMO_CALLER } from '../../../platform/kernel/caller.ts';

/**
 * Whether an account administers the service: granted by the operator, or named by the settings (`adminEmails`, lower
 * case). The demo account never does: it is shared by everyone on this machine.
 */
export function administratorRule(adminEmails: ReadonlySet<string>): (user: Caller) => boolean {
  return ({ sub, email, isAdmin }) => sub !== DEMO_CALLER.sub && (isAdmin || adminEmails.has(email));
}
