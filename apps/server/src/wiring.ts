import { randomBytes } from 'node:crypto';
import { ASSETS } from '@assay/domain';
import { exposureEngine } from './adapters/engine/exposure-engine.ts';
import { inTransaction, type Pool } from './db/index.ts';
import { type BalanceService, balanceStore, buildBalanceService } from './features/balance/index.ts';
import {
  buildChecksService,
  type ChecksDeps,
  type ChecksLog,
  type ChecksService,
  checksStore,
} from './features/checks/index.ts';
import { labelledNetworks, labelSetVersion, labelsOf } from './features/labels/index.ts';
import { buildSuggestService, type KnownPlace, type SuggestService } from './features/suggest/index.ts';
import { movedAssets, recordsHeld, transferRecords } from './features/transfers/index.ts';

export interface CheckFeatures {
  readonly checks: ChecksService;
  readonly suggestions: SuggestService;
  readonly balance: BalanceService;
  /** What this installation holds: one sentence an asset. */
  coverage(): Promise<readonly string[]>;
}

/** Puts checks, suggestions and balance together over one database; the server and the command line share it. */
export function wireChecks(pool: Pool, log: ChecksLog, overrides: Partial<ChecksDeps> = {}): CheckFeatures {
  const checks = buildChecksService({
    catalogue: ASSETS,
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    store: checksStore,
    balance: balanceStore,
    records: {
      // Labels concluded from the records of an asset count for that asset only.
      withSnapshot: (asset, work) => transferRecords(pool, labelsFor(pool, asset.ticker)).withSnapshot(asset, work),
      describe: (asset) => transferRecords(pool, labelsFor(pool, asset.ticker)).describe(asset),
    },
    labels: {
      labelsOf: (network, addresses) => labelsOf(pool, network, addresses),
      labelSetVersion: () => labelSetVersion(pool),
    },
    engine: exposureEngine,
    clock: { now: () => new Date() },
    newId: () => randomBytes(16).toString('hex'),
    log,
    ...overrides,
  });
  return {
    checks,
    suggestions: buildSuggestService(ASSETS, { knownPlaces: (addresses) => knownPlaces(pool, addresses) }),
    balance: buildBalanceService(pool, balanceStore),
    coverage: async () => {
      const held = await recordsHeld(pool);
      return Promise.all(held.map((asset) => transferRecords(pool, labelsFor(pool, asset.ticker)).describe(asset)));
    },
  };
}

function labelsFor(pool: Pool, ticker: string) {
  return {
    labelsOf: (network: string, addresses: readonly string[]) => labelsOf(pool, network, addresses, ticker),
  };
}

/** Records and labels of an address, each in one indexed query. */
async function knownPlaces(pool: Pool, addresses: readonly string[]): Promise<readonly KnownPlace[]> {
  const [moved, labelled] = await Promise.all([movedAssets(pool, addresses), labelledNetworks(pool, addresses)]);
  const byLabel = [...labelled.values()].flat().map((network) => ({ network, ticker: null }));
  return [...moved, ...byLabel];
}
