import type { Session } from '@assay/contracts';
import { AppError } from '../../app-error.ts';
import { type Caller, DEMO_CALLER, type SessionGate, type SessionTokens, type SignedIn } from '../../caller.ts';
import type { Db } from '../../db/index.ts';
import { REFRESH_GRACE_MS, REFRESH_TOKEN_SECONDS } from './auth.policy.ts';
import type { AuthLog, Clock, Transaction } from './auth.ports.ts';
import {
  endSession,
  endSessionsOf,
  insertSession,
  listSessions,
  lockSession,
  rotateSession,
  type StoredSession,
} from './sessions.store.ts';
import { hashToken, isSameHash, type TokenSmith } from './tokens.ts';
import { findUser, findUserOfSession, type StoredUser } from './users.store.ts';

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
  readonly log: AuthLog;
}

export type Renewed = SignedIn & { readonly tokens: SessionTokens };

export interface SessionsService extends SessionGate {
  /** Signs a user in, in the caller's transaction. */
  open(db: Db, user: Caller, device: string): Promise<Renewed>;
  /**
   * New tokens for a refresh token, which is used up. Sent again within 30 s it answers the same tokens' successor;
   * later its second use ends the session, whoever of the two users of it is the thief.
   */
  renew(tokenId: string, refreshToken: string): Promise<Renewed | null>;
  /** Ends the session of a refresh token, also of one that was used up; false when it is no such token. */
  endByToken(tokenId: string, refreshToken: string): Promise<boolean>;
  /** Ends the session the request runs under. */
  endCurrent(signedIn: SignedIn): Promise<void>;
  list(signedIn: SignedIn): Promise<readonly Session[]>;
  /** @throws AppError NotFound: no living session of this user has the id */
  endOne(sub: string, id: string): Promise<void>;
  endAll(sub: string): Promise<void>;
}

export function buildSessionsService(deps: SessionsDeps): SessionsService {
  const { db, clock, tokens } = deps;

  /** What the settings know of a user, added to what the database knows. */
  function callerOf({ sub, email, isAdmin, isSuspended, suspension }: Caller): Caller {
    // The demo account is everybody's on this machine.
    const mayBeAdmin = sub !== DEMO_CALLER.sub;
    return { sub, email, isAdmin: mayBeAdmin && (isAdmin || deps.adminEmails.has(email)), isSuspended, suspension };
  }

  async function tokensOf(sessionId: string, refreshToken: string, now: Date): Promise<SessionTokens> {
    return { accessToken: await tokens.accessToken({ sessionId }, now), refreshToken, tokenId: sessionId };
  }

  /** The successor of `refreshToken`, null when it is not its turn; a stolen one ends the session. */
  async function rotate(tx: Db, session: StoredSession, refreshToken: string, now: Date): Promise<string | null> {
    const hash = hashToken(refreshToken);
    const successor = tokens.nextRefreshToken(session.id, refreshToken);
    if (isSameHash(hash, session.refreshHash)) {
      const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_SECONDS * 1000);
      await rotateSession(tx, { id: session.id, refreshHash: hashToken(successor), now, expiresAt });
      return successor;
    }
    const isPrevious = session.previousHash !== null && isSameHash(hash, session.previousHash);
    if (isPrevious && now.getTime() - session.rotatedAt.getTime() <= REFRESH_GRACE_MS) return successor;
    // One of two holds a copy, and nobody can tell which.
    await endSession(tx, { id: session.id, sub: session.sub, reason: 'reuse', now });
    deps.log.warn({ sessionId: session.id }, 'a used refresh token came again; its session is ended');
    return null;
  }

  return {
    async open(tx, user, device) {
      const now = clock.now();
      const id = deps.newId();
      const refreshToken = tokens.firstRefreshToken(id);
      await insertSession(tx, {
        id,
        sub: user.sub,
        refreshHash: hashToken(refreshToken),
        device,
        now,
        expiresAt: new Date(now.getTime() + REFRESH_TOKEN_SECONDS * 1000),
      });
      return { caller: callerOf(user), sessionId: id, tokens: await tokensOf(id, refreshToken, now) };
    },

    async readAccess(accessToken) {
      const now = clock.now();
      const verdict = await tokens.readAccessToken(accessToken, now);
      if (!verdict.ok) return null;
      const { sessionId } = verdict.claims;
      const user = await findUserOfSession(db, sessionId, now);
      return user === null ? null : { caller: callerOf(user), sessionId };
    },

    async renew(tokenId, refreshToken) {
      // A made-up token must not end anybody's session.
      if (!tokens.isRefreshTokenOf(tokenId, refreshToken)) return null;
      const now = clock.now();
      const renewed = await deps.transaction(async (tx) => {
        const session = await lockSession(tx, tokenId, now);
        const successor = session === null ? null : await rotate(tx, session, refreshToken, now);
        const user: StoredUser | null = session === null || successor === null ? null : await findUser(tx, session.sub);
        return user === null || successor === null ? null : { user, successor };
      });
      if (renewed === null) return null;
      const issued = await tokensOf(tokenId, renewed.successor, now);
      return { caller: callerOf(renewed.user), sessionId: tokenId, tokens: issued };
    },

    async endByToken(tokenId, refreshToken) {
      if (!tokens.isRefreshTokenOf(tokenId, refreshToken)) return false;
      const now = clock.now();
      return deps.transaction(async (tx) => {
        const session = await lockSession(tx, tokenId, now);
        return session !== null && endSession(tx, { id: tokenId, sub: session.sub, reason: 'logout', now });
      });
    },

    async endCurrent({ caller, sessionId }) {
      await endSession(db, { id: sessionId, sub: caller.sub, reason: 'logout', now: clock.now() });
    },

    async list({ caller, sessionId }) {
      const listed = await listSessions(db, caller.sub, clock.now());
      return listed.map(({ id, device, createdAt, lastSeenAt }) => ({
        id,
        device,
        created_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        is_current: id === sessionId,
      }));
    },

    async endOne(sub, id) {
      if (!(await endSession(db, { id, sub, reason: 'ended', now: clock.now() }))) throw new AppError('NotFound');
    },

    async endAll(sub) {
      await endSessionsOf(db, sub, clock.now());
    },
  };
}
