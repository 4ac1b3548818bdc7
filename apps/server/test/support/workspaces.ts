import { companyParts } from '../../src/app/composition/person.ts';
import { buildInvitationTokens } from '../../src/modules/accounts/index.ts';
import { wireWorkspaces } from '../../src/modules/accounts/open/workspaces.ts';
import type { Pool } from '../../src/platform/db/index.ts';
import { type Clock, SYSTEM_CLOCK } from '../../src/platform/kernel/time/clock.ts';
import { TEST_SECRET } from './auth.ts';

/** Workspaces over a real database, with a queue that remembers whose mail it was given. */
export function testWorkspaces(pool: Pool, clock: Clock = SYSTEM_CLOCK) {
  const tokens = buildInvitationTokens(TEST_SECRET);
  const queued: { readonly id: string; readonly sentAt: Date }[] = [];
  const features = wireWorkspaces(pool, {
    secret: TEST_SECRET,
    domains: { blocked: ['blocked.example'], allowed: [] },
    queueMail: async (_tx, invitation) => {
      queued.push(invitation);
    },
    owned: companyParts(),
    clock,
  });
  return {
    features,
    queued,
    /** The token that the newest mail carries. */
    lastToken(): string {
      const newest = queued.at(-1);
      if (newest === undefined) throw new Error('No invitation was queued');
      return tokens.tokenOf(newest);
    },
  };
}
