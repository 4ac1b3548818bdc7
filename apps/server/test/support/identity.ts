import type { QueueIdentityMail, ReadTxt } from '../../src/modules/accounts/index.ts';
import { wireIdentity } from '../../src/modules/accounts/open/identity.ts';
import { openIdProviders } from '../../src/modules/accounts/outside/identity/openid-provider.ts';
import type { Pool } from '../../src/platform/db/index.ts';
import type { SecurityEvents } from '../../src/platform/kernel/security-events/index.ts';
import type { Clock } from '../../src/platform/kernel/time/clock.ts';
import { TEST_MAILBOX_HASH, TEST_SECRET, type TestAuth } from './auth.ts';
import { securityLog } from './security-log.ts';

/** Providers on this machine may be used in tests, over plain http. */
const LOCAL = openIdProviders({ privateHosts: [], allowsLoopback: true });

/** The logins of companies over a real database, with a queue that remembers what owners are mailed. */
export function testIdentity(
  pool: Pool,
  auth: Pick<TestAuth, 'secondStep'>,
  options: {
    readonly clock?: Clock;
    readonly readTxt?: ReadTxt;
    readonly securityEvents?: SecurityEvents;
  } = {},
) {
  const mailed: Parameters<QueueIdentityMail>[1][] = [];
  const features = wireIdentity(pool, {
    secret: TEST_SECRET,
    publicUrl: 'http://localhost:3000',
    domains: { blocked: ['blocked.example'], allowed: [] },
    openid: LOCAL,
    readTxt: options.readTxt ?? (async () => []),
    queueMail: async (_tx, change) => {
      mailed.push(change);
    },
    secondStep: auth.secondStep,
    mailboxHash: TEST_MAILBOX_HASH,
    securityEvents: options.securityEvents ?? securityLog().events,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  return { features, mailed };
}
