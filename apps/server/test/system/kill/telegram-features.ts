import { ASSETS } from '@assay/domain';
import type { BotFeatures } from '../../../src/modules/bot/bot-accounts/bot.routes.ts';
import { type TelegramParts, wireTelegram } from '../../../src/modules/bot/module.ts';
import { buildHistoryService, type ChecksService, historyStore } from '../../../src/modules/checks/index.ts';
import { wirePayments } from '../../../src/modules/money/open/payments.ts';
import { auditAlone } from '../../../src/platform/audit/index.ts';
import type { Pool } from '../../../src/platform/db/index.ts';
import { TEST_MAILBOX_HASH } from '../../support/auth.ts';
import { GENEROUS } from '../../support/free-grants.ts';

/** The server's side of the bot over a real database, without an HTTP side. */
export function botFeaturesOf(pool: Pool, checks: ChecksService, overrides: Partial<TelegramParts> = {}): BotFeatures {
  const publicUrl = 'http://localhost:3000';
  const never = () => Promise.reject(new Error('no reports here'));
  return wireTelegram(pool, {
    checks,
    history: buildHistoryService({ db: pool, store: historyStore, catalogue: ASSETS, auditAlone: auditAlone(pool) }),
    reports: { readReport: never, readPreview: never },
    payments: wirePayments(
      pool,
      { stripe: null, nowpayments: null },
      { publicUrl, log: { warn: () => undefined, error: () => undefined } },
    ),
    hash: TEST_MAILBOX_HASH,
    publicUrl,
    facts: { freeChecks: 3 },
    grants: GENEROUS,
    botUsername: 'assay_test_bot',
    ...overrides,
  });
}
