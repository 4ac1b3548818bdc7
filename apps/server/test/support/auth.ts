import { signUpOf } from '../../src/app/composition/sign-up.ts';
import type { ConfirmOutcome } from '../../src/modules/accounts/auth/sign-in.service.ts';
import { buildMailboxHash, buildTokenSmith, type TokenSmith } from '../../src/modules/accounts/index.ts';
import { wireAuth } from '../../src/modules/accounts/open/auth.ts';
import { type FactorFeatures, wireAccountNotices, wireFactors } from '../../src/modules/accounts/open/factors.ts';
import type { ChecksService } from '../../src/modules/checks/index.ts';
import type { FreeGrants } from '../../src/modules/money/index.ts';
import type { Db, Pool } from '../../src/platform/db/index.ts';
import type { SecurityEvents } from '../../src/platform/kernel/security-events/index.ts';
import type { Clock } from '../../src/platform/kernel/time/clock.ts';
import { GENEROUS } from './free-grants.ts';
import { securityLog } from './security-log.ts';

export const TEST_SECRET = new Uint8Array(32).fill(7);
export const TEST_MAILBOX_HASH = buildMailboxHash(new Uint8Array(32).fill(8));

export interface TestAuth extends ReturnType<typeof wireAuth> {
  readonly factors: FactorFeatures;
  readonly tokens: TokenSmith;
  /** Ids of the links whose mail was queued, the newest last. */
  readonly queued: readonly string[];
  /** The token that the newest mail carries. */
  lastToken(): string;
  /** Ids of the notices to owners whose mail was queued, the newest last. */
  readonly notices: readonly string[];
  /** The token of the link in a mail about an account; by default in the newest one. */
  undoToken(noticeId?: string): string;
}

export interface TestAuthOptions {
  readonly checks: Pick<ChecksService, 'runCheck'>;
  readonly clock?: Clock;
  readonly adminEmails?: readonly string[];
  readonly blocked?: readonly string[];
  readonly allowed?: readonly string[];
  /** Default: nothing is limited. */
  readonly grants?: FreeGrants;
  /** In place of a queue; by default it only remembers. */
  readonly queueLinkMail?: (db: Db, linkId: string) => Promise<void>;
  /** By default a log that nobody reads. */
  readonly securityEvents?: SecurityEvents;
}

/** The session that a link opened. */
export function openedBy(outcome: ConfirmOutcome): Extract<ConfirmOutcome, { readonly kind: 'signed in' }>['signedIn'] {
  if (outcome.kind !== 'signed in') throw new Error('A second factor is needed');
  return outcome.signedIn;
}

/** Signing in over a real database, with a key of its own and a queue that remembers. */
export function testAuth(pool: Pool, options: TestAuthOptions): TestAuth {
  const tokens = buildTokenSmith(TEST_SECRET);
  const queued: string[] = [];
  const notices: string[] = [];
  const { clock } = options;
  const noticed = wireAccountNotices(
    TEST_SECRET,
    async (_db, id) => {
      notices.push(id);
    },
    clock,
  );
  const parts = wireAuth(
    pool,
    {
      adminEmails: options.adminEmails ?? [],
      domains: { blocked: options.blocked ?? [], allowed: options.allowed ?? [] },
    },
    {
      tokens,
      mailboxHash: TEST_MAILBOX_HASH,
      signUp: signUpOf({ grants: options.grants ?? GENEROUS, checks: options.checks }),
      log: { warn: () => undefined, error: () => undefined },
      securityEvents: options.securityEvents ?? securityLog().events,
      notices: noticed.notices,
      queueLinkMail:
        options.queueLinkMail ??
        (async (_db, linkId) => {
          queued.push(linkId);
        }),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    },
  );
  const factors = wireFactors(
    pool,
    {
      publicUrl: 'http://localhost:3000',
      productName: 'Assay',
      signIn: { adminEmails: options.adminEmails ?? [] },
    },
    {
      secret: TEST_SECRET,
      auth: parts,
      securityEvents: options.securityEvents ?? securityLog().events,
      notices: noticed,
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    },
  );
  return {
    ...parts,
    factors,
    tokens,
    queued,
    notices,
    undoToken: (id = notices.at(-1) ?? '') => noticed.tokens.tokenOf(id),
    lastToken: () => {
      const id = queued.at(-1);
      if (id === undefined) throw new Error('No mail was queued');
      return tokens.linkToken(id);
    },
  };
}
