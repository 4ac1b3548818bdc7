import { LINK_MAILS, MAIL_BACK_MS, RENEWABLE_MS } from '../auth.policy.ts';

/** A link of a mailbox, as far as budgets need it. */
export interface BudgetLink {
  readonly id: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
  /** Somebody signed in by it: its mail was wanted. */
  readonly signedIn: boolean;
  readonly budgetOf: BudgetOwner;
}

/**
 * Whose budget a mail counts for: that of one known browser, by the hash of its mark; that of all {@link READERS}; null:
 * that of strangers.
 */
export type BudgetOwner = Buffer | null;

/** Anyone who shows a link that works reads the mailbox; they have one budget together. No hash has these bytes. */
export const READERS = Buffer.from('shows a link of the mailbox');

/** A request for a link. */
export interface LinkAsk {
  readonly email: string;
  readonly hasAccount: boolean;
  /** The email is the mailbox’s own spelling, without a tag or dots: there is one of these only. */
  readonly isPlain: boolean;
  readonly budgetOf: BudgetOwner;
  readonly now: Date;
}

/** `mail`: a new link is mailed. `renew`: a link that is in the mailbox already works again. */
export type LinkDecision =
  | { readonly kind: 'mail' }
  | { readonly kind: 'renew'; readonly id: string }
  | { readonly kind: 'nothing' };

/**
 * What a request for a link does (docs/decisions/0134). `links`: all of the mailbox that are at most a day old.
 *
 * Each budget is a bucket that `burst` mails fill and of which one comes back every {@link MAIL_BACK_MS}. Mails by whose
 * link somebody signed in do not count: nobody is bothered by what was wanted. Room is kept for the one mail that makes
 * the difference between a mailbox with a link and one without.
 *
 * Spellings of a mailbox are without end, and their mails are not: where none is left for the one that is asked for, a
 * link of another spelling works again. It signs in as its own, and who shows it gets one for the spelling they want.
 */
export function decideLink(links: readonly BudgetLink[], ask: LinkAsk): LinkDecision {
  const own = links.filter(({ budgetOf, signedIn }) => !signedIn && isSame(budgetOf, ask.budgetOf));
  const renewable = newestUnused(
    links.filter(({ email }) => email === ask.email),
    ask.now,
  );
  const anyOther = newestUnused(links, ask.now);
  const isBurst = ask.budgetOf !== null || anyOther === null;
  const most = isBurst ? LINK_MAILS.burst : mostOfStrangers(ask, renewable === null);
  if (filledMs(own, ask.now) + MAIL_BACK_MS <= most * MAIL_BACK_MS) return { kind: 'mail' };
  const found = renewable ?? anyOther;
  return found === null ? { kind: 'nothing' } : { kind: 'renew', id: found.id };
}

/** The first link of an account has the most room: nobody but its owner can add accounts to a mailbox. */
function mostOfStrangers({ hasAccount, isPlain }: LinkAsk, isFirst: boolean): number {
  if (!isFirst) return LINK_MAILS.ofStrangers;
  if (hasAccount) return LINK_MAILS.burst;
  return isPlain ? LINK_MAILS.ofStrangers + 1 : LINK_MAILS.ofStrangers;
}

/** How full the bucket is, in the time it needs to empty. */
function filledMs(links: readonly BudgetLink[], now: Date): number {
  let filled = 0;
  let at = 0;
  const times = links.map(({ createdAt }) => createdAt.getTime()).toSorted((one, other) => one - other);
  for (const time of times) {
    filled = Math.max(0, filled - (time - at)) + MAIL_BACK_MS;
    at = time;
  }
  // Clocks of several servers may differ a little.
  return Math.max(0, filled - Math.max(0, now.getTime() - at));
}

function newestUnused(links: readonly BudgetLink[], now: Date): BudgetLink | null {
  let newest: BudgetLink | null = null;
  for (const link of links) {
    if (link.usedAt !== null || link.createdAt.getTime() <= now.getTime() - RENEWABLE_MS) continue;
    if (newest === null || link.createdAt > newest.createdAt) newest = link;
  }
  return newest;
}

function isSame(one: BudgetOwner, other: BudgetOwner): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}
