import type { Pool } from '../../../platform/db/index.ts';
import { inTransaction } from '../../../platform/db/transactions.ts';
import { lockMailbox } from '../auth/links/magic-links.store.ts';
import { type MailboxHash, mailboxKey } from '../auth/mailbox.ts';
import { restoreMailbox, suspendMailbox } from '../auth/mailboxes/mailbox-suspensions.store.ts';
import { recordOperatorAct } from './operator-act.ts';
import {
  restoreTelegramUser,
  suspendTelegramUser,
  telegramUsersOfMailbox,
  waitForMailboxOfTelegramUser,
} from './telegram-suspensions.store.ts';

/** The person the operator names. A suspension covers the mailbox and the Telegram users joined to it. */
export type NamedPerson =
  | { readonly by: 'email'; readonly email: string }
  | { readonly by: 'telegram'; readonly telegramId: string };

/** What the suspension or its end covered; null where the email is unknown. */
export interface ReachedPerson {
  /** Normalised address; null for a Telegram user alone. */
  readonly mailbox: string | null;
  /** Subs of the accounts of the mailbox. */
  readonly accounts: readonly string[];
  /** Telegram user ids. */
  readonly telegramIds: readonly string[];
}

/** Takes effect from the next request on, also for accounts that the mailbox gets later. */
export function suspendPerson(
  pool: Pool,
  person: NamedPerson,
  { reason, now }: { readonly reason: string | null; readonly now: Date },
): Promise<ReachedPerson | null> {
  return reach(pool, person, {
    action: 'account.suspend',
    reason,
    async mailbox(tx, mailbox) {
      const accounts = await suspendMailbox(tx, mailbox, reason, now);
      return accounts.length === 0 ? null : accounts;
    },
    telegramUser: (tx, telegramId) => suspendTelegramUser(tx, telegramId, reason, now),
  });
}

export function restorePerson(
  pool: Pool,
  person: NamedPerson,
  mailboxHash: MailboxHash,
): Promise<ReachedPerson | null> {
  return reach(pool, person, {
    action: 'account.restore',
    reason: null,
    mailbox: (tx, mailbox) => restoreMailbox(tx, mailbox, mailboxHash(mailbox)),
    telegramUser: restoreTelegramUser,
  });
}

const SHOWN_DIGITS = 4;

type Tx = Parameters<typeof lockMailbox>[0];

interface Change {
  readonly action: 'account.suspend' | 'account.restore';
  readonly reason: string | null;
  /** Subs of the affected accounts; null where the mailbox is unknown. */
  readonly mailbox: (tx: Tx, mailbox: string) => Promise<readonly string[] | null>;
  readonly telegramUser: (tx: Tx, telegramId: string) => Promise<void>;
}

async function reach(pool: Pool, person: NamedPerson, change: Change): Promise<ReachedPerson | null> {
  if (person.by === 'email') return reachMailbox(pool, mailboxKey(person.email.trim()), change);
  const { telegramId } = person;
  // Written first, in its own statement: a join that begins later sees it; a running join is waited for.
  await change.telegramUser(pool, telegramId);
  const mailbox = await waitForMailboxOfTelegramUser(pool, telegramId);
  const reached = mailbox === null ? null : await reachMailbox(pool, mailbox, change);
  if (reached !== null) return reached;
  // The whole id is kept only while the suspension lasts.
  const named = `Telegram user ending ${telegramId.slice(-SHOWN_DIGITS)}`;
  const text = change.reason === null ? named : `${named}: ${change.reason}`;
  await inTransaction(pool, (tx) => recordOperatorAct(tx, change.action, { subs: [], text }));
  return { mailbox: null, accounts: [], telegramIds: [telegramId] };
}

function reachMailbox(pool: Pool, mailbox: string, change: Change): Promise<ReachedPerson | null> {
  return inTransaction(pool, async (tx) => {
    await lockMailbox(tx, mailbox);
    const accounts = await change.mailbox(tx, mailbox);
    if (accounts === null) return null;
    const telegramIds = await telegramUsersOfMailbox(tx, mailbox);
    for (const telegramId of telegramIds) await change.telegramUser(tx, telegramId);
    await recordOperatorAct(tx, change.action, { subs: accounts, text: change.reason });
    return { mailbox, accounts, telegramIds };
  });
}
