import type { Db } from '../../../../platform/db/index.ts';
import type { Transaction } from '../../../../platform/db/transactions.ts';
import type { CarryMarks } from '../auth.ports.ts';
import { lockMailbox } from '../links/magic-links.store.ts';
import { type MailboxHash, mailboxKey } from '../mailbox.ts';
import {
  accountsToRefold,
  areMailboxesRefolded,
  lockStoredMailbox,
  noteRefolded,
  type StoredMailbox,
  setMailboxKey,
} from './refold-mailboxes.store.ts';

export interface RefoldDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly mailboxHash: MailboxHash;
  readonly carryMarks: CarryMarks;
  /** Accounts read at once. */
  readonly pageSize?: number;
}

/**
 * Brings accounts that an earlier version stored under another spelling to their mailbox. Starts of the first day do,
 * because servers of the earlier version may run beside this one; later starts read no account.
 */
export async function refoldMailboxes({ pageSize = 1_000, ...deps }: RefoldDeps): Promise<void> {
  if (await areMailboxesRefolded(deps.db)) return;
  let page: readonly StoredMailbox[] = [];
  do {
    page = await accountsToRefold(deps.db, page.at(-1)?.sub ?? '', pageSize);
    for (const account of page) await refold(account, deps);
  } while (page.length === pageSize);
  await noteRefolded(deps.db);
}

async function refold(account: StoredMailbox, { transaction, mailboxHash, carryMarks }: RefoldDeps): Promise<void> {
  const { sub, email, mailboxKey: stored } = account;
  const folded = mailboxKey(email);
  if (folded === stored) return;
  await transaction(async (tx) => {
    await lockMailbox(tx, folded);
    if (!(await lockStoredMailbox(tx, account))) return;
    await carryMarks(tx, { sub, from: mailboxHash(stored), to: mailboxHash(folded) });
    await setMailboxKey(tx, sub, folded);
  });
}
