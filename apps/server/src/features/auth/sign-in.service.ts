import { CheckRequest, type ConfirmedCheck, ERRORS, type ErrorName } from '@assay/contracts';
import { AppError } from '../../app-error.ts';
import { type Caller, DEMO_CALLER } from '../../caller.ts';
import type { Db } from '../../db/index.ts';
import { LINK_KEPT_MS, LINK_SECONDS, LINKS_PER_MAILBOX, SESSION_KEPT_MS } from './auth.policy.ts';
import type { AuthLog, Clock, GrantSignUpCheck, QueueLinkMail, RunOrderedCheck, Transaction } from './auth.ports.ts';
import type { IsDomainAllowed } from './email-domains.ts';
import {
  type AskedFrom,
  deleteLinksBefore,
  findLink,
  insertLink,
  lockMailbox,
  type MagicLink,
  timeOfNthLink,
  useLink,
} from './magic-links.store.ts';
import { mailboxKey } from './mailbox.ts';
import type { Renewed, SessionsService } from './sessions.service.ts';
import { deleteSessionsBefore } from './sessions.store.ts';
import { hashToken, isSameHash, type TokenSmith } from './tokens.ts';
import { confirmUser, ensureUser, isKnownEmail } from './users.store.ts';

export interface SignInDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly tokens: TokenSmith;
  readonly sessions: SessionsService;
  readonly isDomainAllowed: IsDomainAllowed;
  readonly queueLinkMail: QueueLinkMail;
  readonly grantSignUpCheck: GrantSignUpCheck;
  readonly runOrderedCheck: RunOrderedCheck;
  readonly log: AuthLog;
}

export interface LinkWish {
  /** Lower case. */
  readonly email: string;
  readonly acceptTerms: boolean;
  readonly check: CheckRequest | null;
  /** Cookie of the browser that asks. */
  readonly browserMark: string | null;
  readonly asked: AskedFrom;
}

export interface LinkStatus {
  readonly email: string;
  readonly isSameBrowser: boolean;
  readonly hasCheck: boolean;
  readonly expiresAt: Date;
}

export interface SignInService {
  /**
   * Sends a link. What happens, and how long it takes, is the same for an address with and without an account.
   *
   * @throws AppError EmailDomainNotAllowed, TermsNotAccepted, TooManyRequests
   */
  requestLink(wish: LinkWish): Promise<{ readonly expiresInSeconds: number }>;
  /** @throws AppError InvalidToken, TokenExpiredError */
  readLink(token: string, browserMark: string | null): Promise<LinkStatus>;
  /**
   * Signs in by a link, once, and runs the check that waited for it.
   *
   * @throws AppError InvalidToken, TokenExpiredError
   */
  confirmLink(token: string, device: string): Promise<{ signedIn: Renewed; check: ConfirmedCheck | null }>;
  /** Signs in to the demo account. Callers hold to the loopback rule. */
  openDemo(device: string): Promise<Renewed>;
  /** Forgets links and sessions that nobody can use any more. */
  forgetOld(): Promise<void>;
}

export function buildSignInService(deps: SignInDeps): SignInService {
  const { db, clock, tokens, sessions } = deps;

  /** @throws AppError InvalidToken unless the token is one of ours that is still known */
  async function linkOf(token: string): Promise<MagicLink> {
    const id = tokens.readLinkToken(token);
    const link = id === null ? null : await findLink(db, id);
    if (link === null || !isSameHash(link.tokenHash, hashToken(token))) throw new AppError('InvalidToken');
    return link;
  }

  /** @throws AppError InvalidToken for a used link, TokenExpiredError */
  function assertUsable(link: MagicLink): void {
    if (link.usedAt !== null) throw new AppError('InvalidToken', { internal: 'the link was used' });
    if (link.expiresAt <= clock.now()) throw new AppError('TokenExpiredError', { probablyEmail: link.email });
  }

  async function runCheck(caller: Caller, link: MagicLink): Promise<ConfirmedCheck | null> {
    if (link.checkRequest === null) return null;
    if (caller.isSuspended) return refusedCheck('AccountSuspended');
    try {
      const request = CheckRequest.parse(link.checkRequest);
      const { subId } = await deps.runOrderedCheck(caller, request, `link:${link.id}`);
      return { data: { sub_id: subId } };
    } catch (error) {
      // The user is signed in whatever becomes of the check.
      if (error instanceof AppError) return refusedCheck(error.errorName);
      deps.log.error({ err: error }, 'the check of a confirmed link failed');
      return refusedCheck('InternalError');
    }
  }

  return {
    async requestLink({ email, acceptTerms, check, browserMark, asked }) {
      if (!deps.isDomainAllowed(email)) throw new AppError('EmailDomainNotAllowed');
      const now = clock.now();
      const id = deps.newId();
      await deps.transaction(async (tx) => {
        await lockMailbox(tx, mailboxKey(email));
        const isKnown = await isKnownEmail(tx, email, new Date(now.getTime() - LINK_KEPT_MS));
        if (!isKnown && !acceptTerms) throw new AppError('TermsNotAccepted');
        await assertMailboxHasRoom(tx, mailboxKey(email), now);
        await insertLink(tx, {
          id,
          tokenHash: hashToken(tokens.linkToken(id)),
          email,
          mailboxKey: mailboxKey(email),
          acceptsTerms: true,
          browserHash: browserMark === null ? null : hashToken(browserMark),
          checkRequest: check,
          asked,
          createdAt: now,
          expiresAt: new Date(now.getTime() + LINK_SECONDS * 1000),
        });
        await deps.queueLinkMail(tx, id);
      });
      return { expiresInSeconds: LINK_SECONDS };
    },

    async readLink(token, browserMark) {
      const link = await linkOf(token);
      assertUsable(link);
      const isSameBrowser =
        browserMark !== null && link.browserHash !== null && isSameHash(hashToken(browserMark), link.browserHash);
      return { email: link.email, isSameBrowser, hasCheck: link.checkRequest !== null, expiresAt: link.expiresAt };
    },

    async confirmLink(token, device) {
      const link = await linkOf(token);
      assertUsable(link);
      const signedIn = await deps.transaction(async (tx) => {
        const now = clock.now();
        if (!(await useLink(tx, link, now))) throw new AppError('InvalidToken', { internal: 'the link was used' });
        const { user, isNew } = await confirmUser(tx, { sub: deps.newId(), email: link.email, now });
        if (isNew) await deps.grantSignUpCheck(tx, { sub: user.sub, mailboxKey: user.mailboxKey });
        return sessions.open(tx, user, device);
      });
      return { signedIn, check: await runCheck(signedIn.caller, link) };
    },

    async openDemo(device) {
      return deps.transaction(async (tx) => {
        await ensureUser(tx, { sub: DEMO_CALLER.sub, email: DEMO_CALLER.email, now: clock.now() });
        return sessions.open(tx, DEMO_CALLER, device);
      });
    },

    async forgetOld() {
      const now = clock.now().getTime();
      await deleteLinksBefore(db, new Date(now - LINK_KEPT_MS));
      await deleteSessionsBefore(db, new Date(now - SESSION_KEPT_MS));
    },
  };
}

/** @throws AppError TooManyRequests with the time until the next link */
async function assertMailboxHasRoom(tx: Db, key: string, now: Date): Promise<void> {
  for (const { most, withinMs } of LINKS_PER_MAILBOX) {
    const since = new Date(now.getTime() - withinMs);
    const oldestOfMost = await timeOfNthLink(tx, key, since, most);
    if (oldestOfMost === null) continue;
    const waitMs = oldestOfMost.getTime() + withinMs - now.getTime();
    throw new AppError('TooManyRequests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  }
}

function refusedCheck(errorName: ErrorName): ConfirmedCheck {
  const { status, message } = ERRORS[errorName];
  return { error: { status, errorName, message } };
}
