import type { Db } from '../../../../platform/db/index.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import { DAY_MS, LINK_SECONDS } from '../auth.policy.ts';
import { mailboxKey } from '../mailbox.ts';
import { hashToken, type TokenSmith } from '../tokens.ts';
import { hasSignedInBy } from '../users.store.ts';
import { decideLink, READERS } from './link-budget.ts';
import { type AskedFrom, insertLink, linksOfMailbox, renewLink } from './magic-links.store.ts';

/** Stores a new link or renews one, by the budgets of the mailbox, which is locked; the id of a link to be mailed. */
export async function giveLink(
  tx: Db,
  wish: {
    readonly email: string;
    readonly check: unknown;
    readonly browserMark: string | null;
    readonly knownMark: string | null;
    /** A link of this mailbox that works was shown with the request. */
    readonly readsMailbox: boolean;
    readonly asked: AskedFrom;
  },
  deps: {
    readonly clock: Clock;
    readonly newId: () => string;
    readonly tokens: Pick<TokenSmith, 'linkToken'>;
    readonly hasAccount: boolean;
  },
): Promise<string | null> {
  const { email, check, browserMark, knownMark, readsMailbox, asked } = wish;
  const now = deps.clock.now();
  const mailbox = mailboxKey(email);
  const expiresAt = new Date(now.getTime() + LINK_SECONDS * 1000);
  const browserHash = browserMark === null ? null : hashToken(browserMark);
  const known = knownMark === null ? null : hashToken(knownMark);
  const isKnown = known !== null && (await hasSignedInBy(tx, mailbox, known));
  const unknown = readsMailbox ? READERS : null;
  const budgetOf = isKnown ? known : unknown;
  const links = await linksOfMailbox(tx, mailbox, new Date(now.getTime() - DAY_MS));
  const { hasAccount } = deps;
  const decision = decideLink(links, { email, hasAccount, isPlain: email === mailbox, budgetOf, now });
  switch (decision.kind) {
    case 'nothing':
      return null;
    case 'renew': {
      const isMailed = await renewLink(tx, decision.id, { expiresAt, browserHash, checkRequest: check });
      // Its mail may have failed for longer than the link worked.
      return isMailed ? null : decision.id;
    }
    case 'mail': {
      const id = deps.newId();
      await insertLink(tx, {
        id,
        tokenHash: hashToken(deps.tokens.linkToken(id)),
        email,
        mailboxKey: mailbox,
        acceptsTerms: true,
        browserHash,
        checkRequest: check,
        asked,
        createdAt: now,
        expiresAt,
        budgetOf,
      });
      return id;
    }
  }
}
