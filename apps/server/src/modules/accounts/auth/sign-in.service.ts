import {
  CheckRequest,
  type ConfirmedCheck,
  ConfirmLink,
  ERRORS,
  type ErrorName,
  type NoFreeCheckReason,
} from '@assay/contracts';
import { type Audit, currentOrigin } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError, type RefusalSecurity } from '../../../platform/kernel/app-error.ts';
import { type Caller, DEMO_CALLER } from '../../../platform/kernel/caller.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import type { SecurityEvents } from '../../../platform/kernel/security-events/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { LINK_KEPT_MS, LINK_SECONDS, SESSION_KEPT_MS } from './auth.policy.ts';
import type {
  CarryMarks,
  CompanyRules,
  GrantSignUpCheck,
  QueueLinkMail,
  ReadOrder,
  RunOrderedCheck,
} from './auth.ports.ts';
import type { IsDomainAllowed } from './email-domains.ts';
import { giveLink } from './links/give-link.ts';
import {
  type AskedFrom,
  deleteLinksBefore,
  findLink,
  lockMailbox,
  type MagicLink,
  useLink,
} from './links/magic-links.store.ts';
import { formerMailboxKey, type MailboxHash, mailboxKey } from './mailbox.ts';
import { inheritSuspension } from './mailboxes/mailbox-suspensions.store.ts';
import { mailedToken } from './mailed-token.ts';
import type { PendingSignIn } from './pending-sign-ins.store.ts';
import type { SecondStepService, SignInOutcome } from './second-step.service.ts';
import type { Renewed, SessionsService } from './sessions.service.ts';
import { deleteSessionsBefore } from './sessions.store.ts';
import { hashToken, isSameHash, type TokenSmith } from './tokens.ts';
import { confirmUser, ensureUser, findUser, hasSignedInBy, knowledgeOf } from './users.store.ts';

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
  readonly carryMarks: CarryMarks;
  readonly readOrder: ReadOrder;
  readonly runOrderedCheck: RunOrderedCheck;
  readonly log: Pick<Log, 'warn' | 'error'>;
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
  /** Its cookie from an earlier sign-in, to whatever account; null without one. */
  readonly knownMark: string | null;
  /** A link of the mailbox, to whatever spelling of it, that the person who asks has open. */
  readonly shownLink?: string | null;
  readonly asked: AskedFrom;
}

export interface LinkStatus {
  readonly email: string;
  readonly isSameBrowser: boolean;
  readonly hasCheck: boolean;
  readonly expiresAt: Date;
}

export type ConfirmOutcome =
  | {
      readonly kind: 'signed in';
      readonly signedIn: Renewed;
      readonly check: ConfirmedCheck | null;
      /** The limit of the day that left a new account without its free check; null for any other. */
      readonly noFreeCheck: NoFreeCheckReason | null;
    }
  | Extract<SignInOutcome, { readonly kind: 'second step' }>;

export interface SignInService {
  /** Whether the browser with this mark has signed in to the mailbox of the email: strangers' limits are not its own. */
  knowsBrowser(email: string, knownMark: string | null): Promise<boolean>;
  /**
   * Sends a link, or where a budget of the mailbox is used up, makes one work again that is in it. Behaviour and timing
   * are the same for an address with and without an account.
   *
   * @throws AppError EmailDomainNotAllowed, TermsNotAccepted; CompanySignInRequired, for every address of
   *   the domain, also where an owner is sent a link
   */
  requestLink(wish: LinkWish): Promise<{ readonly expiresInSeconds: number }>;
  /** @throws AppError InvalidToken, TokenExpiredError */
  readLink(token: string, browserMark: string | null): Promise<LinkStatus>;
  /**
   * Signs in by a link, once; an account with a second factor has to give it before a session is opened. The check that
   * was requested with the link runs if this browser requested it; otherwise it is returned as pending.
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
  async function linkOf(text: string): Promise<MagicLink> {
    const token = mailedToken(text);
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

  /** Whether the text is a link that works, to any spelling of the mailbox. What is none counts as nothing shown. */
  async function isLinkOf(mailbox: string, text: string | null): Promise<boolean> {
    const id = text === null ? null : tokens.readLinkToken(mailedToken(text));
    const link = id === null ? null : await findLink(db, id);
    if (link === null || text === null || !isSameHash(link.tokenHash, hashToken(mailedToken(text)))) return false;
    return link.usedAt === null && link.expiresAt > clock.now() && mailboxKey(link.email) === mailbox;
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
    async knowsBrowser(email, knownMark) {
      return knownMark !== null && (await hasSignedInBy(db, mailboxKey(email), hashToken(knownMark)));
    },

    async requestLink(wish) {
      const { email, acceptTerms, shownLink = null } = wish;
      if (!deps.isDomainAllowed(email)) throw new AppError('EmailDomainNotAllowed');
      const readsMailbox = await isLinkOf(mailboxKey(email), shownLink);
      const demand = await deps.transaction(async (tx) => {
        await lockMailbox(tx, mailboxKey(email));
        const demanded = await deps.companies.demandOn(tx, email);
        const { hasAccount, hasAsked } = await knowledgeOf(tx, email, new Date(clock.now().getTime() - LINK_KEPT_MS));
        if (demanded === 'none' && !hasAccount && !hasAsked && !acceptTerms) throw new AppError('TermsNotAccepted');
        const mailId = await giveLink(tx, { ...wish, readsMailbox }, { ...deps, hasAccount });
        // The link of another address is stored too, and sent to nobody: the budgets count it, and the answer takes as long.
        if (mailId !== null && demanded !== 'company login') await deps.queueLinkMail(tx, mailId);
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
      let noFreeCheck: NoFreeCheckReason | null = null;
      const outcome = await deps.transaction(async (tx) => {
        const now = clock.now();
        await lockMailbox(tx, mailboxKey(link.email));
        if (!(await useLink(tx, link, now))) throw refusedLink('used', link);
        const { sub, isNew } = await confirmUser(tx, { sub: deps.newId(), email: link.email, now });
        if (isNew) {
          const mailbox = mailboxKey(link.email);
          const mailboxHash = deps.mailboxHash(mailbox);
          const former = formerMailboxKey(link.email);
          if (former !== mailbox) {
            await deps.carryMarks(tx, { sub, from: deps.mailboxHash(former), to: mailboxHash });
          }
          await inheritSuspension(tx, { sub, mailboxKey: mailbox, mailboxHash });
          noFreeCheck = await deps.grantSignUpCheck(tx, { sub, mailboxHash, now });
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
      return { ...outcome, check: await takeCheck(outcome.signedIn.caller, link, isSameBrowser), noFreeCheck };
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
  // Who holds the token may know that it was good: it is no more use to anybody.
  const fields = reason === 'used' ? [{ field: 'link', problem: 'was used: each link works once' }] : [];
  return new AppError('InvalidToken', { internal: `the link is ${reason}`, fields, security });
}

function refusedCheck(errorName: ErrorName): ConfirmedCheck {
  const { status, message } = ERRORS[errorName];
  return { error: { status, errorName, message } };
}
