import { ASSETS } from '@assay/domain';
import { METHOD_VERSION, type MethodVersion } from '@assay/exposure';
import { STARTER_EXAMPLES, type StarterExample } from '../../../starter/examples.ts';
import { buildFreezesService } from '../../modules/chains/index.ts';
import { wirePrices } from '../../modules/chains/open/prices.ts';
import {
  type AskedProviders,
  buildChecksService,
  buildCoverageService,
  buildHistoryService,
  buildShowcaseService,
  buildSuggestService,
  type ChecksDeps,
  type ChecksService,
  type CoverageService,
  checkSnapshots,
  checksStore,
  describeStoredData,
  exampleChecks,
  type HistoryService,
  historyStore,
  importedAddresses,
  knownExamples,
  type PaymentRules,
  type ShowcaseService,
  type SuggestService,
  slotsFor,
  storedCoverage,
} from '../../modules/checks/index.ts';
import { newestEngineOf } from '../../modules/checks/outside/engine/exposure-engine.ts';
import { walkThreads } from '../../modules/checks/outside/engine/walk-threads.ts';
import {
  buildEntitiesService,
  type EntitiesService,
  entitiesStore,
  labelSetVersion,
  readEntityFacts,
  servicesListOf,
} from '../../modules/labels/index.ts';
import { type BalanceService, buildBalanceService, ledger } from '../../modules/money/index.ts';
import { type InMemoryAssets, transactionOnNetworks } from '../../modules/records/index.ts';
import {
  type AuditLogService,
  auditAlone,
  buildAuditLogService,
  readLog,
  recordAudit,
} from '../../platform/audit/index.ts';
import { databaseTroubleOf, type Pool, transactionsOf } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/log.ts';
import { once } from '../../platform/kernel/once.ts';
import { newId } from '../../platform/kernel/text/random-text.ts';
import { SYSTEM_CLOCK } from '../../platform/kernel/time/clock.ts';
import { keptReadiness } from '../jobs/read-readiness.ts';
import { hooksForChecks, withdrawnOf } from '../modules.ts';
import { WORKERS } from '../workers/workers.ts';

/** One pool of threads for the process; idle threads end by themselves. */
const WALK_THREADS = walkThreads(WORKERS.walk);

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
export function wireChecks(
  pool: Pool,
  log: Pick<Log, 'warn' | 'error'>,
  overrides: Partial<ChecksDeps> = {},
): CheckFeatures {
  const checks = buildChecksService({
    catalogue: ASSETS,
    db: pool,
    transaction: transactionsOf(pool),
    audit: recordAudit,
    store: checksStore,
    balance: ledger,
    ...checkedBy(METHOD_VERSION, pool),
    payments: checkedBy('2', pool),
    ...hooksForChecks(pool),
    readiness: keptReadiness(pool),
    isDatabaseAway: (error) => databaseTroubleOf(error) === 'away',
    isStorageFull: (error) => databaseTroubleOf(error) === 'full',
    slots: slotsFor(pool.options.max),
    prices: wirePrices(pool, log),
    freezes: buildFreezesService({ source: null, log }),
    clock: SYSTEM_CLOCK,
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
 * memory where this process holds records there.
 */
export function checkedBy(version: MethodVersion, pool: Pool, memory: InMemoryAssets | null = null): PaymentRules {
  return {
    engine: newestEngineOf(version),
    withSnapshot: checkSnapshots(pool, { version, threads: WALK_THREADS, memory }),
    knownOn: (networks, ids) => transactionOnNetworks(pool, networks, ids),
  };
}

/** The catalogue of entities, with the facts that ship about them; the first who asks has them read. */
export function wireEntities(pool: Pool, services = servicesListOf(null)): EntitiesService {
  return buildEntitiesService({
    store: entitiesStore(pool),
    facts: once(readEntityFacts),
    services,
    withdrawnOf: withdrawnOf(pool),
  });
}

const NO_PROVIDERS: AskedProviders = { chains: [], priceProviders: [], updateHours: 0 };

/** What the page 'Sources and coverage' states, from the database. */
export function wireCoverage(pool: Pool, asked: AskedProviders = NO_PROVIDERS): CoverageService {
  return buildCoverageService(storedCoverage(pool, asked));
}

/** Checks of the example addresses, run by the operator and stored like any other. */
export function wireShowcase(pool: Pool, features: CheckFeatures, log: Pick<Log, 'warn'>): ShowcaseService {
  return buildShowcaseService(
    {
      examples: () => features.examples(),
      labelSetVersion: () => labelSetVersion(pool),
      check: exampleChecks(features.checks),
    },
    log,
  );
}
