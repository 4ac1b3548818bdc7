import { CheckRequest, type ConfirmedCheck, ConfirmLink, ERRORS, type ErrorName } from '@assay/contracts';
import type { Db } from '../../db/index.ts';
import { AppError, type RefusalSecurity, tooManyRequests } from '../../kernel/app-error.ts';
import { type Caller, DEMO_CALLER } from '../../kernel/caller.ts';
import type { SecurityEvents } from '../../kernel/security-events/index.ts';
import { type Audit, currentOrigin } from '../audit/index.ts';
import { LINK_KEPT_MS, LINK_SECONDS, LINKS_PER_MAILBOX, SESSION_KEPT_MS } from './auth.policy.ts';
import type {
  AuthLog,
  Clock,
  CompanyRules,
  GrantSignUpCheck,
  QueueLinkMail,
  ReadOrder,
  RunOrderedCheck,
  Transaction,
} from './auth.ports.ts';
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
import { type MailboxHash, mailboxKey } from './mailbox.ts';
import { inheritSuspension } from './mailbox-suspensions.store.ts';
import type { PendingSignIn } from './pending-sign-ins.store.ts';
import type { SecondStepService, SignInOutcome } from './second-step.service.ts';
import type { Renewed, SessionsService } from './sessions.service.ts';
import { deleteSessionsBefore } from './sessions.store.ts';
import { hashToken, isSameHash, type TokenSmith } from './tokens.ts';
import { confirmUser, ensureUser, findUser, isKnownEmail } from './users.store.ts';

export interface SignInDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly tokens: TokenSmith;
  readonly sessions: SessionsService;
  readonly secondStep: SecondStepService;
  readonly isDomainAllowed: IsDomainAllowed;
  readonly queueLinkMail: QueueLinkMail;
  readonly grantSignUpCheck: GrantSignUpCheck;
  readonly mailboxHash: MailboxHash;
  readonly readOrder: ReadOrder;
  readonly runOrderedCheck: RunOrderedCheck;
  readonly log: AuthLog;
  readonly securityEvents: SecurityEvents;
  readonly audit: Audit;
  readonly companies: Pick<CompanyRules, 'demandOn'>;
}

export interface LinkWish {
  /** Lower case. */
  readonly email: string;
  readonly acceptTerms: boolean;
  readonly check: CheckRequest | null;
  /** Cookie of the requesting browser. */
  readonly browserMark: string | null;
  readonly asked: AskedFrom;
}

export interface LinkStatus {
  readonly email: string;
  readonly isSameBrowser: boolean;
  readonly hasCheck: boolean;
  readonly expiresAt: Date;
}

export type ConfirmOutcome =
  | { readonly kind: 'signed in'; readonly signedIn: Renewed; readonly check: ConfirmedCheck | null }
  | Extract<SignInOutcome, { readonly kind: 'second step' }>;

export interface SignInService {
  /**
   * Sends a link. Behaviour and timing are the same for an address with and without an account.
   *
   * @throws AppError EmailDomainNotAllowed, TermsNotAccepted, TooManyRequests; CompanySignInRequired, for every address of
   *   the domain, also where an owner is sent a link
   */
  requestLink(wish: LinkWish): Promise<{ readonly expiresInSeconds: number }>;
  /** @throws AppError InvalidToken, TokenExpiredError */
  readLink(token: string, browserMark: string | null): Promise<LinkStatus>;
  /**
   * Signs in by a link, once; an account with a second factor has to give it before a session is opened. The check requested with it runs if this browser requested the link; otherwise it is
   * returned as pending.
   *
   * @throws AppError InvalidToken, TokenExpiredError, CompanySignInRequired
   */
  confirmLink(
    token: string,
    from: { readonly device: string; readonly browserMark: string | null },
  ): Promise<ConfirmOutcome>;
  /** The check that was requested with a link whose sign-in was completed by a second factor. */
  checkOf(caller: Caller, pending: PendingSignIn): Promise<ConfirmedCheck | null>;
  /** Signs in to the demo account. Callers must enforce the loopback rule. */
  openDemo(device: string): Promise<Renewed>;
  /** Deletes links and sessions that can no longer be used. */
  forgetOld(): Promise<void>;
}

export function buildSignInService(deps: SignInDeps): SignInService {
  const { db, clock, tokens, sessions } = deps;

  /** @throws AppError InvalidToken unless the token was issued here and its link is still stored */
  async function linkOf(token: string): Promise<MagicLink> {
    const id = tokens.readLinkToken(token);
    const link = id === null ? null : await findLink(db, id);
    if (link === null || !isSameHash(link.tokenHash, hashToken(token))) throw refusedLink('unknown', null);
    return link;
  }

  /** @throws AppError InvalidToken for a used link, TokenExpiredError */
  function assertUsable(link: MagicLink): void {
    if (link.usedAt !== null) throw refusedLink('used', link);
    if (link.expiresAt <= clock.now()) throw refusedLink('expired', link);
  }

  async function takeCheck(caller: Caller, link: MagicLink, isSameBrowser: boolean): Promise<ConfirmedCheck | null> {
    if (link.checkRequest === null) return null;
    if (caller.isSuspended) {
      deps.securityEvents.record(
        { name: 'suspended_refused', route: ConfirmLink.path },
        { kind: 'account', sub: caller.sub },
      );
      return refusedCheck('AccountSuspended');
    }
    try {
      const request = CheckRequest.parse(link.checkRequest);
      // Anyone can request a link to this mailbox: only the browser that requested it may spend its check credits.
      if (!isSameBrowser) return { pending: deps.readOrder(request) };
      const { subId } = await deps.runOrderedCheck(caller, request, `link:${link.id}`);
      return { data: { sub_id: subId } };
    } catch (error) {
      // The user is signed in even if the check fails.
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
      const demand = await deps.transaction(async (tx) => {
        await lockMailbox(tx, mailboxKey(email));
        const demanded = await deps.companies.demandOn(tx, email);
        const isKnown = await isKnownEmail(tx, email, new Date(now.getTime() - LINK_KEPT_MS));
        if (demanded === 'none' && !isKnown && !acceptTerms) throw new AppError('TermsNotAccepted');
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
        // The link of another address is stored too, and sent to nobody: the limits count it, and the answer takes as long.
        if (demanded !== 'company login') await deps.queueLinkMail(tx, id);
        return demanded;
      });
      if (demand !== 'none') throw new AppError('CompanySignInRequired');
      return { expiresInSeconds: LINK_SECONDS };
    },

    async readLink(token, browserMark) {
      const link = await linkOf(token);
      assertUsable(link);
      const isSameBrowser = wasAskedBy(link, browserMark);
      return { email: link.email, isSameBrowser, hasCheck: link.checkRequest !== null, expiresAt: link.expiresAt };
    },

    async confirmLink(token, { device, browserMark }) {
      const link = await linkOf(token);
      assertUsable(link);
      const isSameBrowser = wasAskedBy(link, browserMark);
      const outcome = await deps.transaction(async (tx) => {
        const now = clock.now();
        await lockMailbox(tx, mailboxKey(link.email));
        if (!(await useLink(tx, link, now))) throw refusedLink('used', link);
        const { sub, isNew } = await confirmUser(tx, { sub: deps.newId(), email: link.email, now });
        if (isNew) {
          const mailbox = mailboxKey(link.email);
          const mailboxHash = deps.mailboxHash(mailbox);
          await inheritSuspension(tx, { sub, mailboxKey: mailbox, mailboxHash });
          await deps.grantSignUpCheck(tx, { sub, mailboxHash });
          await deps.audit(tx, {
            workspace: sub,
            actor: { kind: 'person', sub },
            action: 'account.create',
            target: null,
            from: currentOrigin(),
            text: null,
          });
        }
        const user = await findUser(tx, sub);
        if (user === null) throw new Error('The user was not written');
        return deps.secondStep.begin(tx, user, { method: 'link', device, linkId: link.id, isSameBrowser });
      });
      if (outcome.kind === 'second step') return outcome;
      return { ...outcome, check: await takeCheck(outcome.signedIn.caller, link, isSameBrowser) };
    },

    async checkOf(caller, { linkId, isSameBrowser }) {
      const link = linkId === null ? null : await findLink(db, linkId);
      return link === null ? null : takeCheck(caller, link, isSameBrowser);
    },

    async openDemo(device) {
      return deps.transaction(async (tx) => {
        await ensureUser(tx, { sub: DEMO_CALLER.sub, email: DEMO_CALLER.email, now: clock.now() });
        return sessions.open(tx, DEMO_CALLER, { device, methods: ['demo'] });
      });
    },

    async forgetOld() {
      const now = clock.now().getTime();
      await deleteLinksBefore(db, new Date(now - LINK_KEPT_MS));
      await deps.secondStep.forgetOld(db);
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
    throw tooManyRequests(Math.max(1, Math.ceil(waitMs / 1000)));
  }
}

/** Whether the browser with this mark requested the link. */
function wasAskedBy({ browserHash }: MagicLink, browserMark: string | null): boolean {
  return browserMark !== null && browserHash !== null && isSameHash(hashToken(browserMark), browserHash);
}

/** The error for a link that does not sign in; the log names its mailbox by a pseudonym. */
function refusedLink(reason: 'unknown' | 'used' | 'expired', link: MagicLink | null): AppError {
  const event = { name: 'link_refused', reason } as const;
  const security: RefusalSecurity =
    link === null ? { event } : { event, subject: { kind: 'mailbox', mailbox: mailboxKey(link.email) } };
  if (reason === 'expired' && link !== null) {
    return new AppError('TokenExpiredError', { probablyEmail: link.email, security });
  }
  return new AppError('InvalidToken', { internal: `the link is ${reason}`, security });
}

function refusedCheck(errorName: ErrorName): ConfirmedCheck {
  const { status, message } = ERRORS[errorName];
  return { error: { status, errorName, message } };
}
