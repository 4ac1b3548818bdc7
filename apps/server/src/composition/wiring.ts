import { ASSETS } from '@assay/domain';
import { METHOD_VERSION, type MethodVersion } from '@assay/exposure';
import { STARTER_EXAMPLES, type StarterExample } from '../../starter/examples.ts';
import { newestEngineOf } from '../adapters/engine/exposure-engine.ts';
import { walkThreads } from '../adapters/engine/walk-threads.ts';
import { databaseTroubleOf, inTransaction, inTransactionAfterReads, type Pool } from '../db/index.ts';
import { type AccountService, buildAccountService, signInParts } from '../features/account/index.ts';
import { apiKeysPart } from '../features/api-keys/index.ts';
import {
  type AuditLogService,
  auditAlone,
  auditPart,
  buildAuditLogService,
  readLog,
  recordAudit,
  recordErasure,
} from '../features/audit/index.ts';
import { type MailboxHash, mailboxHashOf } from '../features/auth/index.ts';
import { batchesPart } from '../features/batches/index.ts';
import { telegramPart } from '../features/bot-accounts/index.ts';
import {
  buildChecksService,
  type ChecksDeps,
  type ChecksLog,
  type ChecksService,
  checkSnapshots,
  checksPart,
  checksStore,
  type PaymentRules,
  slotsFor,
  type WalksAtState,
} from '../features/checks/index.ts';
import { disputesPart, withdrawnInResult, withdrawnLabels } from '../features/disputes/index.ts';
import {
  buildEntitiesService,
  type EntitiesService,
  entitiesStore,
  readEntityFacts,
} from '../features/entities/index.ts';
import { explorerPart } from '../features/explorer/index.ts';
import { buildFreezesService } from '../features/freezes/index.ts';
import { buildHistoryService, type HistoryService, historyStore } from '../features/history/index.ts';
import { identitiesPart } from '../features/identity-providers/index.ts';
import { labelSetVersion } from '../features/labels/index.ts';
import { type BalanceService, buildBalanceService, ledger, ledgerPart } from '../features/ledger/index.ts';
import { assertMayDeletePerson, personHeldTo } from '../features/legal-holds/index.ts';
import { paidLosses, paymentsPart } from '../features/payments/index.ts';
import { promoPart } from '../features/promo/index.ts';
import { apiChecksPart, withdrawalAttemptsPart } from '../features/public-api/index.ts';
import {
  buildShowcaseService,
  exampleChecks,
  knownExamples,
  type ShowcaseLog,
  type ShowcaseService,
} from '../features/showcase/index.ts';
import {
  type AskedProviders,
  buildCoverageService,
  type CoverageService,
  describeStoredData,
  storedCoverage,
} from '../features/site/index.ts';
import { buildSuggestService, importedAddresses, type SuggestService } from '../features/suggest/index.ts';
import { surveyPart } from '../features/survey/index.ts';
import { type InMemoryAssets, transactionOnNetworks } from '../features/transfers/index.ts';
import { webhooksPart } from '../features/webhooks/index.ts';
import { workspacesPart, workspacesStore } from '../features/workspaces/index.ts';
import { keptReadiness } from '../jobs/read-readiness.ts';
import { once } from '../kernel/once.ts';
import { newId } from '../kernel/random-text.ts';
import { wirePrices } from './wiring-prices.ts';

/** One pool of threads for the process; idle threads end by themselves. */
const WALK_THREADS = walkThreads();

export interface CheckFeatures {
  readonly checks: ChecksService;
  readonly suggestions: SuggestService;
  readonly balance: BalanceService;
  readonly history: HistoryService;
  /** The data of this installation: one sentence per loaded asset, and one for the labels if there are any. */
  coverage(): Promise<readonly string[]>;
  /** Addresses to try, as far as this installation knows them. */
  examples(): Promise<readonly StarterExample[]>;
}

/** Constructs checks, suggestions and balance over one database; the server and the command line share it. */
export function wireChecks(pool: Pool, log: ChecksLog, overrides: Partial<ChecksDeps> = {}): CheckFeatures {
  const checks = buildChecksService({
    catalogue: ASSETS,
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    transactionAfterReads: (read, work) => inTransactionAfterReads(pool, read, work),
    audit: recordAudit,
    store: checksStore,
    balance: ledger,
    ...checkedBy(METHOD_VERSION, pool),
    payments: checkedBy('2', pool),
    withdrawnIn: (result) => withdrawnInResult(pool, result),
    readiness: keptReadiness(pool),
    isDatabaseAway: (error) => databaseTroubleOf(error) === 'away',
    isStorageFull: (error) => databaseTroubleOf(error) === 'full',
    slots: slotsFor(pool.options.max),
    prices: wirePrices(pool, log),
    freezes: buildFreezesService({ source: null, log }),
    clock: { now: () => new Date() },
    newId,
    log,
    ...overrides,
  });
  const suggestions = buildSuggestService(
    ASSETS,
    importedAddresses(pool),
    (asset) => overrides.live?.canAsk(asset) === true,
  );
  return {
    checks,
    suggestions,
    balance: buildBalanceService(pool, ledger),
    history: buildHistoryService({ db: pool, store: historyStore, catalogue: ASSETS, auditAlone: auditAlone(pool) }),
    coverage: () => describeStoredData(pool),
    examples: () => knownExamples(suggestions, STARTER_EXAMPLES),
  };
}

/** Reading audit logs. */
export function wireAuditLog(pool: Pool): AuditLogService {
  return buildAuditLogService({ db: pool, readLog, auditAlone: auditAlone(pool) });
}

/**
 * What the checks of a process by a version of the method need: its rules, and its labels, with walks in threads, and in
 * memory where this process, or a server that it asks, holds records there.
 */
export function checkedBy(
  version: MethodVersion,
  pool: Pool,
  memory: InMemoryAssets | null = null,
  memoryServers: WalksAtState | null = null,
): PaymentRules {
  return {
    engine: newestEngineOf(version),
    withSnapshot: checkSnapshots(pool, { version, threads: WALK_THREADS, memory, memoryServers }),
    knownOn: (networks, ids) => transactionOnNetworks(pool, networks, ids),
  };
}

/** The data of an account, for export and deletion. A feature that stores personal data adds its part here. */
export function wireAccount(
  pool: Pool,
  balance: BalanceService,
  mailboxHash: MailboxHash,
  mailDeleted: (email: string) => Promise<void> = () => Promise.resolve(),
): AccountService {
  return buildAccountService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    parts: [
      workspacesPart,
      batchesPart,
      apiKeysPart,
      apiChecksPart,
      withdrawalAttemptsPart,
      webhooksPart,
      explorerPart,
      checksPart(ledger),
      paymentsPart,
      ledgerPart,
      promoPart(mailboxHashOf(mailboxHash)),
      surveyPart,
      disputesPart,
      telegramPart,
      auditPart,
      identitiesPart,
      ...signInParts(mailboxHash),
    ],
    audit: { record: recordAudit, erase: recordErasure },
    assertMayDelete: assertMayDeletePerson,
    userOf: (caller) => balance.userOf(caller),
    companiesOf: (sub) => workspacesStore.companyNamesOf(pool, sub),
    lastOwnedOf: (sub) => workspacesStore.lastOwnedOf(pool, sub),
    paidLosses,
    heldTo: personHeldTo,
    clock: { now: () => new Date() },
    mailDeleted,
  });
}

/** The catalogue of entities, with the facts that ship about them; the first who asks has them read. */
export function wireEntities(pool: Pool): EntitiesService {
  return buildEntitiesService(entitiesStore(pool), once(readEntityFacts), (entities, most) =>
    withdrawnLabels(pool, { entities, network: null, since: null, most }),
  );
}

const NO_PROVIDERS: AskedProviders = { chains: [], priceProviders: [], updateHours: 0 };

/** What the page 'Sources and coverage' states, from the database. */
export function wireCoverage(pool: Pool, asked: AskedProviders = NO_PROVIDERS): CoverageService {
  return buildCoverageService(storedCoverage(pool, asked));
}

/** Checks of the example addresses, run by the operator and stored like any other. */
export function wireShowcase(pool: Pool, features: CheckFeatures, log: ShowcaseLog): ShowcaseService {
  return buildShowcaseService(
    {
      examples: () => features.examples(),
      labelSetVersion: () => labelSetVersion(pool),
      check: exampleChecks(features.checks),
    },
    log,
  );
}
