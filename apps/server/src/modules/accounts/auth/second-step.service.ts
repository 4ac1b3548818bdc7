import { randomBytes } from 'node:crypto';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import {
  type Confirmation,
  confirmationsOf,
  type FactorMethod,
  type SignInMethod,
} from '../../../platform/kernel/who/assurance.ts';
import { SECOND_STEP_SECONDS } from './auth.policy.ts';
import type { CompanyProof, CompanyRules } from './auth.ports.ts';
import {
  deletePendingBefore,
  factorKindsOf,
  findPending,
  insertPending,
  type PendingSignIn,
  usePending,
} from './pending-sign-ins.store.ts';
import type { Renewed, SessionsService } from './sessions.service.ts';
import { hashToken, isSameHash } from './tokens.ts';
import { findUser } from './users.store.ts';

/** What a person who has proven something gets: a session, or the question for the second factor. */
export type SignInOutcome =
  | { readonly kind: 'signed in'; readonly signedIn: Renewed }
  | {
      readonly kind: 'second step';
      readonly token: string;
      readonly confirmBy: readonly Confirmation[];
      readonly expiresAt: Date;
    };

export interface ProvenPerson {
  /** What was proven, other than a factor. */
  readonly method: Exclude<SignInMethod, FactorMethod>;
  readonly device: string;
  /** The magic link, for the check that was requested with it; null by other ways. */
  readonly linkId: string | null;
  readonly isSameBrowser: boolean;
  /** The company whose provider proved it; none by other ways. */
  readonly company?: CompanyProof;
  /** Whether a second factor of the account is not asked for; default false. */
  readonly omitsFactor?: boolean;
}

export interface SecondStepService {
  /** Opens a session, or for an account with a factor stores a sign-in that waits for it; in the caller's transaction. */
  begin(tx: Db, user: Caller, proven: ProvenPerson): Promise<SignInOutcome>;
  /** @throws AppError SignInExpired unless the token is of a sign-in that still waits */
  read(db: Db, token: string): Promise<PendingSignIn>;
  /**
   * Opens the session of a sign-in that waited, once; the factor must have been verified in the same transaction.
   *
   * @throws AppError SignInExpired
   */
  finish(tx: Db, pending: PendingSignIn, method: FactorMethod): Promise<Renewed>;
  /**
   * Opens the session of a login whose account was recovered in the same transaction: it has no factor any more.
   *
   * @throws AppError SignInExpired
   */
  finishRecovered(tx: Db, pending: PendingSignIn): Promise<Renewed>;
  forgetOld(db: Db): Promise<void>;
}

export interface SecondStepDeps {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly sessions: Pick<SessionsService, 'open'>;
  readonly companies: CompanyRules;
}

const TOKEN = /^([0-9a-f]{32})\.[\w-]{43}$/;

export function buildSecondStepService({ clock, newId, sessions, companies }: SecondStepDeps): SecondStepService {
  /** Opens the session; that of a company's login is in its workspace. */
  async function open(
    tx: Db,
    user: Caller,
    from: { readonly device: string; readonly methods: readonly SignInMethod[] },
    company: CompanyProof | null,
  ): Promise<Renewed> {
    const opened = await sessions.open(tx, user, from);
    if (company === null) return opened;
    const workspace = await companies.sessionOpened(tx, company, { id: opened.sessionId, caller: opened.caller });
    return { ...opened, caller: { ...opened.caller, workspace } };
  }

  /** Opens the session of a login that waited. */
  async function finish(tx: Db, pending: PendingSignIn, methods: readonly SignInMethod[]): Promise<Renewed> {
    const user = (await usePending(tx, pending.id, clock.now())) ? await findUser(tx, pending.sub) : null;
    if (user === null) throw new AppError('SignInExpired');
    return open(tx, user, { device: pending.device, methods }, pending.company);
  }

  return {
    async begin(tx, user, { method, device, linkId, isSameBrowser, company = null, omitsFactor = false }) {
      const factors = await factorKindsOf(tx, user.sub);
      if (factors.length === 0 || omitsFactor) {
        return { kind: 'signed in', signedIn: await open(tx, user, { device, methods: [method] }, company) };
      }
      // Before the factor is asked for, what it would open.
      await companies.assertMayOpen(tx, user, [method, ...factors]);
      const now = clock.now();
      const id = newId();
      const token = `${id}.${randomBytes(32).toString('base64url')}`;
      const expiresAt = new Date(now.getTime() + SECOND_STEP_SECONDS * 1000);
      await insertPending(tx, {
        id,
        sub: user.sub,
        tokenHash: hashToken(token),
        method,
        device,
        linkId,
        isSameBrowser,
        company,
        createdAt: now,
        expiresAt,
      });
      return { kind: 'second step', token, confirmBy: confirmationsOf({ factors }), expiresAt };
    },

    async read(db, token) {
      const id = TOKEN.exec(token)?.[1];
      const pending = id === undefined ? null : await findPending(db, id, clock.now());
      if (pending === null || !isSameHash(pending.tokenHash, hashToken(token))) throw new AppError('SignInExpired');
      return pending;
    },

    finish: (tx, pending, method) => finish(tx, pending, [pending.method, method]),

    finishRecovered: (tx, pending) => finish(tx, pending, [pending.method]),

    async forgetOld(db) {
      await deletePendingBefore(db, clock.now());
    },
  };
}
