import type { Session } from '@assay/contracts';
import { type Audit, type AuditEntry, currentOrigin } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import {
  type Caller,
  DEMO_CALLER,
  type SessionGate,
  type SessionTokens,
  type SignedIn,
} from '../../../platform/kernel/caller.ts';
import type { SecurityEvents } from '../../../platform/kernel/security-events/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import {
  type Assurance,
  type FactorMethod,
  gaveFactor,
  type SignInMethod,
} from '../../../platform/kernel/who/assurance.ts';
import {
  administratorRule,
  FRESH_SIGN_IN_MS,
  REFRESH_GRACE_MS,
  REFRESH_TOKEN_SECONDS,
  SESSION_SECONDS,
  STEP_UP_MS,
} from './auth.policy.ts';
import type { CompanyRules, NotifySignIn } from './auth.ports.ts';
import { noteUse } from './session-policy.store.ts';
import {
  type EndReason,
  endSession,
  endSessionsOf,
  findProof,
  insertSession,
  listSessions,
  lockSession,
  rotateSession,
  type StoredProof,
  type StoredSession,
  stepUpSession,
} from './sessions.store.ts';
import { hashToken, isSameHash, type TokenSmith } from './tokens.ts';
import { findUserOfSession } from './users.store.ts';

export interface SessionsDeps {
  /** For single statements outside a transaction. */
  readonly db: Db;
  readonly transaction: Transaction;
  readonly clock: Clock;
  /** 32 lower-case hex digits from a cryptographic source. */
  readonly newId: () => string;
  readonly tokens: TokenSmith;
  /** Lower case. */
  readonly adminEmails: ReadonlySet<string>;
  readonly securityEvents: SecurityEvents;
  readonly audit: Audit;
  readonly companies: Pick<CompanyRules, 'assertMayOpen'>;
  readonly notifySignIn: NotifySignIn;
}

export type Renewed = SignedIn & { readonly tokens: SessionTokens };

export interface SessionsService extends SessionGate {
  /**
   * Signs a user in, in the caller's transaction.
   *
   * @throws AppError CompanySignInRequired
   */
  open(
    db: Db,
    user: Caller,
    from: { readonly device: string; readonly methods: readonly SignInMethod[] },
  ): Promise<Renewed>;
  /**
   * Exchanges a refresh token for new tokens. Sent again within 30 s, it returns the same successor;
   * later, a second use ends the session, since one of the two users must be a thief. Null from 30 days after sign-in
   * on.
   */
  renew(tokenId: string, refreshToken: string): Promise<Renewed | null>;
  /** Ends the session of a refresh token, also of a used one; false when it is not a valid refresh token. */
  endByToken(tokenId: string, refreshToken: string): Promise<boolean>;
  /** Ends the session the request runs under. */
  endCurrent(signedIn: SignedIn): Promise<void>;
  list(signedIn: SignedIn): Promise<readonly Session[]>;
  /** @throws AppError NotFound: no active session of this user has the id */
  endOne(sub: string, id: string): Promise<void>;
  endAll(sub: string): Promise<void>;
  /** Ends all sessions of the user but this one. */
  endOthers(db: Db, signedIn: Pick<SignedIn, 'sessionId' | 'caller'>): Promise<void>;
  /**
   * Records that a factor was given in the session.
   *
   * @throws AppError SessionEnded when it is over meanwhile
   */
  stepUp(db: Db, signedIn: Pick<SignedIn, 'sessionId' | 'caller'>, method: FactorMethod): Promise<void>;
}

export function buildSessionsService(deps: SessionsDeps): SessionsService {
  const { db, clock, tokens } = deps;
  const isAdministrator = administratorRule(deps.adminEmails);

  /** Combines the stored user with the administrators of the settings. */
  function callerOf(user: Caller): Caller {
    const { sub, email, isSuspended, suspension, workspace } = user;
    return { sub, email, isAdmin: isAdministrator(user), isSuspended, suspension, workspace };
  }

  async function tokensOf(sessionId: string, refreshToken: string, now: Date): Promise<SessionTokens> {
    return { accessToken: await tokens.accessToken({ sessionId }, now), refreshToken, tokenId: sessionId };
  }

  /** The successor of `refreshToken`; null when the token is not valid now. A reused token ends the session. */
  async function rotate(tx: Db, session: StoredSession, refreshToken: string, now: Date): Promise<string | null> {
    const hash = hashToken(refreshToken);
    const successor = tokens.nextRefreshToken(session.id, refreshToken);
    if (isSameHash(hash, session.refreshHash)) {
      const expiresAt = endOfSession(session.createdAt, now);
      await rotateSession(tx, { id: session.id, refreshHash: hashToken(successor), now, expiresAt });
      return successor;
    }
    const isPrevious = session.previousHash !== null && isSameHash(hash, session.previousHash);
    if (isPrevious && now.getTime() - session.rotatedAt.getTime() <= REFRESH_GRACE_MS) return successor;
    // Two clients have the token, and the server cannot distinguish the copy from the original.
    await endSession(tx, { id: session.id, sub: session.sub, reason: 'reuse', now });
    await deps.audit(tx, {
      workspace: session.sub,
      actor: { kind: 'system' },
      action: 'session.reuse',
      target: { kind: 'session', id: session.id },
      from: null,
      text: null,
    });
    deps.securityEvents.record(
      { name: 'refresh_token_reused', session: session.id },
      { kind: 'account', sub: session.sub },
    );
    return null;
  }

  /** The session and what it says of its user now; null when it is over. */
  async function readNow(sessionId: string, now: Date): Promise<(SignedIn & { readonly isUseDue: boolean }) | null> {
    const found = await findUserOfSession(db, sessionId, now);
    if (found === null) return null;
    const { user, proof, policy, isUseDue } = found;
    return { caller: callerOf(user), sessionId, assurance: assuranceOf(user, proof, now), policy, isUseDue };
  }

  /** Ends an active session of a user, and records it; false when there was none to end. */
  async function end(tx: Db, { id, sub }: Pick<StoredSession, 'id' | 'sub'>, reason: EndReason): Promise<boolean> {
    const isEnded = await endSession(tx, { id, sub, reason, now: clock.now() });
    if (isEnded) await deps.audit(tx, { ...ownAct(sub), action: 'session.end', target: { kind: 'session', id } });
    return isEnded;
  }

  return {
    async open(tx, user, { device, methods }) {
      await deps.companies.assertMayOpen(tx, user, methods);
      const now = clock.now();
      const id = deps.newId();
      const refreshToken = tokens.firstRefreshToken(id);
      await insertSession(tx, {
        id,
        sub: user.sub,
        refreshHash: hashToken(refreshToken),
        device,
        methods,
        steppedUpAt: gaveFactor({ methods }) ? now : null,
        now,
        expiresAt: endOfSession(now, now),
      });
      await deps.notifySignIn(tx, { sub: user.sub, sessionId: id });
      await deps.audit(tx, {
        ...ownAct(user.sub),
        action: 'session.start',
        target: { kind: 'session', id },
        text: methods.includes('provider') ? 'by the login of a company' : null,
      });
      const proof = await findProof(tx, id, now);
      if (proof === null) throw new Error('The session was not written');
      const assurance = assuranceOf(user, proof, now);
      // A session begins in the personal workspace, which asks nothing of it.
      return {
        caller: callerOf(user),
        sessionId: id,
        assurance,
        policy: null,
        tokens: await tokensOf(id, refreshToken, now),
      };
    },

    async readAccess(accessToken) {
      const now = clock.now();
      const verdict = await tokens.readAccessToken(accessToken, now);
      if (!verdict.ok) return null;
      const found = await readNow(verdict.claims.sessionId, now);
      if (found?.isUseDue === true) await noteUse(db, found.sessionId, now);
      return found;
    },

    readAgain: (sessionId) => readNow(sessionId, clock.now()),

    async renew(tokenId, refreshToken) {
      // A forged token must not end a session.
      if (!tokens.isRefreshTokenOf(tokenId, refreshToken)) return null;
      const now = clock.now();
      const renewed = await deps.transaction(async (tx) => {
        const session = await lockSession(tx, tokenId, now);
        const successor = session === null ? null : await rotate(tx, session, refreshToken, now);
        const found = successor === null ? null : await findUserOfSession(tx, tokenId, now);
        return found === null || successor === null ? null : { ...found, successor };
      });
      if (renewed === null) return null;
      const issued = await tokensOf(tokenId, renewed.successor, now);
      const assurance = assuranceOf(renewed.user, renewed.proof, now);
      return { caller: callerOf(renewed.user), sessionId: tokenId, assurance, policy: renewed.policy, tokens: issued };
    },

    async endByToken(tokenId, refreshToken) {
      if (!tokens.isRefreshTokenOf(tokenId, refreshToken)) return false;
      const now = clock.now();
      return deps.transaction(async (tx) => {
        const session = await lockSession(tx, tokenId, now);
        return session !== null && end(tx, session, 'logout');
      });
    },

    async endCurrent({ caller, sessionId }) {
      await deps.transaction((tx) => end(tx, { id: sessionId, sub: caller.sub }, 'logout'));
    },

    async list({ caller, sessionId }) {
      const listed = await listSessions(db, caller.sub, clock.now());
      return listed.map(({ id, device, openedBy, createdAt, lastSeenAt }) => ({
        id,
        device,
        opened_by: openedBy,
        created_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        is_current: id === sessionId,
      }));
    },

    async endOne(sub, id) {
      if (!(await deps.transaction((tx) => end(tx, { id, sub }, 'ended')))) throw new AppError('NotFound');
    },

    async endAll(sub) {
      await deps.transaction(async (tx) => {
        await endSessionsOf(tx, sub, clock.now());
        await deps.audit(tx, { ...ownAct(sub), action: 'session.end_all', target: null });
      });
    },

    async endOthers(tx, { caller, sessionId }) {
      await endSessionsOf(tx, caller.sub, clock.now(), sessionId);
    },

    async stepUp(tx, { caller, sessionId }, method) {
      const stepped = { id: sessionId, sub: caller.sub, method, now: clock.now() };
      if (!(await stepUpSession(tx, stepped))) throw new AppError('SessionEnded');
    },
  };
}

/** An act of a user in the user's own workspace, also where the request is signed in only by it. */
function ownAct(sub: string): Pick<AuditEntry, 'workspace' | 'actor' | 'from' | 'text'> {
  return { workspace: sub, actor: { kind: 'person', sub }, from: currentOrigin(), text: null };
}

/** When a session that is refreshed now expires unless it is refreshed again. */
function endOfSession(signedInAt: Date, now: Date): Date {
  const atMost = signedInAt.getTime() + SESSION_SECONDS * 1000;
  return new Date(Math.min(now.getTime() + REFRESH_TOKEN_SECONDS * 1000, atMost));
}

/** Everybody at this machine has the demo account: there is nobody to prove to be. */
function assuranceOf({ sub }: Pick<Caller, 'sub'>, proof: StoredProof, now: Date): Assurance {
  const { factors, signedInAt, steppedUpAt } = proof;
  const age = (time: Date | null) => (time === null ? Number.POSITIVE_INFINITY : now.getTime() - time.getTime());
  const isProven = age(steppedUpAt) <= STEP_UP_MS || (factors.length === 0 && age(signedInAt) <= FRESH_SIGN_IN_MS);
  return { ...proof, isFresh: sub === DEMO_CALLER.sub || isProven };
}
