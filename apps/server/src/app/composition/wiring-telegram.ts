import { ASSETS } from '@assay/domain';
import type { MailboxHash } from '../../modules/accounts/index.ts';
import { assertMayDelete, besideHolds } from '../../modules/accounts/index.ts';
import {
  type BotAccountsService,
  type BotFeatures,
  botAccountsStore,
  botLedger,
  buildBotAccountsService,
  buildBotChecksService,
  buildBotPaymentsService,
  buildBotTransactionsService,
  buildJoiningService,
  buildKeptAddressesService,
  buildKeptTransactions,
  joinLinksStore,
  keptAddressesStore,
  keptTransactionsStore,
} from '../../modules/bot/index.ts';
import type { HistoryService } from '../../modules/checks/index.ts';
import { type ChecksService, checksPart, checksStore } from '../../modules/checks/index.ts';
import type { FreeGrants } from '../../modules/money/index.ts';
import { ledger, ledgerPart, type PaymentsService, paymentsPart } from '../../modules/money/index.ts';
import type { ReportsService } from '../../modules/reports/index.ts';
import { auditAlone, downloadRecorder, recordAudit } from '../../platform/audit/index.ts';
import type { BotFacts } from '../../platform/config/settings/bot-settings.ts';
import { type Pool, transactionsOf } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/text/random-text.ts';

export interface TelegramParts {
  readonly checks: ChecksService;
  readonly history: HistoryService;
  readonly reports: ReportsService;
  readonly payments: PaymentsService;
  /** Keyed, so that a reader of the balance ledger cannot find out which Telegram users had their free checks. */
  readonly hash: MailboxHash;
  readonly publicUrl: string;
  readonly facts: Pick<BotFacts, 'freeChecks'>;
  readonly grants: FreeGrants;
  /** On Telegram, without the @; null where this installation has none. */
  readonly botUsername: string | null;
  /** Default: the system clock. */
  readonly clock?: { now(): Date };
  /** Default: the stores of the database. */
  readonly stores?: { readonly accounts: typeof botAccountsStore; readonly links: typeof joinLinksStore };
}

/** Constructs the server's side of the Telegram bot over one database. */
export function wireTelegram(pool: Pool, parts: TelegramParts): BotFeatures {
  const { publicUrl, clock = { now: () => new Date() }, facts, botUsername } = parts;
  const { stores = { accounts: botAccountsStore, links: joinLinksStore } } = parts;
  const shared = {
    db: pool,
    transaction: transactionsOf(pool),
    clock,
  };
  const accounts: BotAccountsService = buildBotAccountsService({
    ...shared,
    besideHolds: (work) => besideHolds(pool, work),
    assertMayDelete,
    accounts: stores.accounts,
    ledger: botLedger(ledger, { freeChecks: facts.freeChecks, grants: parts.grants, hash: parts.hash }),
    own: [checksPart(ledger), paymentsPart, ledgerPart],
    newId,
    freeChecks: facts.freeChecks,
    joinUrl: `${publicUrl}/account/privacy#telegram`,
  });
  const kept = buildKeptTransactions({ db: pool, clock, store: keptTransactionsStore });
  return {
    accounts,
    checks: buildBotChecksService({
      db: pool,
      clock,
      accounts: stores.accounts,
      chats: accounts,
      checks: parts.checks,
      findByKey: (owner, key) => checksStore.findByKey(pool, owner, key),
      history: parts.history,
      reports: parts.reports,
      recordDownload: downloadRecorder(pool, auditAlone(pool)),
      payments: kept,
      publicUrl,
    }),
    transactions: buildBotTransactionsService({ chats: accounts, checks: parts.checks, kept }),
    payments: buildBotPaymentsService({
      chats: accounts,
      payments: parts.payments,
      publicUrl,
      botUsername,
    }),
    addresses: buildKeptAddressesService({ db: pool, clock, store: keptAddressesStore, catalogue: ASSETS }),
    joining: buildJoiningService({
      ...shared,
      accounts: stores.accounts,
      links: stores.links,
      chats: accounts,
      botUsername,
      audit: recordAudit,
    }),
  };
}
