import { randomBytes } from 'node:crypto';
import { ASSETS, findAsset, type NetworkId } from '@assay/domain';
import type { ExposureStore } from '@assay/exposure';
import { STARTER_EXAMPLES, type StarterExample } from '../starter/examples.ts';
import { exposureEngine } from './adapters/engine/exposure-engine.ts';
import { type WalkThreads, walkThreads } from './adapters/walk/walk-threads.ts';
import { inSnapshot, inTransaction, type Pool, type PoolClient } from './db/index.ts';
import { type AccountService, buildAccountService, signInParts } from './features/account/index.ts';
import { telegramPart } from './features/bot-accounts/index.ts';
import {
  assetOf,
  buildChecksService,
  type ChecksDeps,
  type ChecksLog,
  type ChecksService,
  checksPart,
  checksStore,
  OPERATOR,
  type SnapshotOrigin,
  type WithSnapshot,
} from './features/checks/index.ts';
import { buildFreezesService } from './features/freezes/index.ts';
import { buildHistoryService, type HistoryService, historyStore } from './features/history/index.ts';
import {
  countLabels,
  describeLabels,
  factsOfSet,
  KnownLabels,
  labelledNetworks,
  labelSetState,
  labelSetVersion,
  listLabelSets,
} from './features/labels/index.ts';
import { type BalanceService, buildBalanceService, ledger, ledgerPart } from './features/ledger/index.ts';
import { paymentsPart } from './features/payments/index.ts';
import { pricesStore, STABLE_AT_PAR } from './features/prices/index.ts';
import { buildShowcaseService, type ShowcaseLog, type ShowcaseService } from './features/showcase/index.ts';
import { buildCoverageService, type CoveragePorts, type CoverageService } from './features/site/index.ts';
import { buildSuggestService, type KnownPlace, type SuggestService } from './features/suggest/index.ts';
import { surveyPart } from './features/survey/index.ts';
import {
  describeHeld,
  describeRecords,
  heldUntil,
  type LiveAssets,
  liveStore,
  movedAssets,
  openTransferStore,
  type RecordsHeld,
  recordsHeld,
  type TransferSnapshot,
} from './features/transfers/index.ts';
import { wirePrices } from './wiring-prices.ts';

/** One set of threads for the process; idle ones end, so nothing has to close them. */
const WALK_THREADS = walkThreads();
const CHECKS_AT_ONCE = 3;
const CHECKS_WAITING = 60;

export interface CheckFeatures {
  readonly checks: ChecksService;
  readonly suggestions: SuggestService;
  readonly balance: BalanceService;
  readonly history: HistoryService;
  readonly account: AccountService;
  /** What this installation holds: one sentence an asset, and one for the labels; none for what is not there. */
  coverage(): Promise<readonly string[]>;
  /** Addresses to try, as far as this installation knows them. */
  examples(): Promise<readonly StarterExample[]>;
}

/** Puts checks, suggestions and balance together over one database; the server and the command line share it. */
export function wireChecks(pool: Pool, log: ChecksLog, overrides: Partial<ChecksDeps> = {}): CheckFeatures {
  const checks = buildChecksService({
    catalogue: ASSETS,
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    store: checksStore,
    balance: ledger,
    withSnapshot: checkSnapshots(pool, WALK_THREADS),
    slots: { running: checksAtOnce(pool), waiting: CHECKS_WAITING },
    engine: exposureEngine,
    prices: wirePrices(pool, log),
    freezes: buildFreezesService({ source: null, log }),
    clock: { now: () => new Date() },
    newId: () => randomBytes(16).toString('hex'),
    log,
    ...overrides,
  });
  const suggestions = buildSuggestService(ASSETS, { knownPlaces: (addresses) => knownPlaces(pool, addresses) });
  const balance = buildBalanceService(pool, ledger);
  return {
    checks,
    suggestions,
    balance,
    history: buildHistoryService({ db: pool, store: historyStore, catalogue: ASSETS }),
    account: wireAccount(pool, balance),
    coverage: async () => {
      const held = (await recordsHeld(pool)).toSorted((one, other) => other.records - one.records);
      const records = await Promise.all(held.map((asset) => describeHeld(pool, asset)));
      const labels = await describeLabels(pool);
      return labels === null ? records : [labels, ...records];
    },
    examples: async () => {
      const known = await Promise.all(STARTER_EXAMPLES.map((example) => isKnownHere(suggestions, example)));
      return STARTER_EXAMPLES.filter((_example, place) => known[place]);
    },
  };
}

/** What an account may ask for and have deleted. A feature that keeps something about people adds its part here. */
export function wireAccount(pool: Pool, balance: BalanceService): AccountService {
  return buildAccountService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    parts: [checksPart(ledger), paymentsPart, ledgerPart, surveyPart, telegramPart, ...signInParts],
    userOf: (caller) => balance.userOf(caller),
    clock: { now: () => new Date() },
  });
}

/** As the server's checks read: from memory where it stands at the very state the database is in, else from there. */
export function servedSnapshots(pool: Pool, memory: LiveAssets): WithSnapshot {
  return checkSnapshots(pool, WALK_THREADS, memory);
}

/** Records, labels and their versions, all read on one connection from one state of the database. */
export function checkSnapshots(
  pool: Pool,
  threads: WalkThreads | null = null,
  memory: LiveAssets | null = null,
): WithSnapshot {
  const databaseUrl = pool.options.connectionString;
  const known = new KnownLabels();
  const aside = (client: PoolClient, asset: { network: NetworkId; ticker: string }, store: ExposureStore) =>
    threads === null || databaseUrl === undefined ? store : threads.beside(client, databaseUrl, asset, store);
  return ({ network, ticker }, work) =>
    inSnapshot(pool, async (client) => {
      const labelSet = await labelSetState(client);
      // Labels concluded from the records of an asset count for that asset only.
      const labels = known.at(client, labelSet.digest, ticker);
      const held = network === null ? null : await openTransferStore(client, labels, network, ticker);
      const reading = held === null ? null : (memory?.read(held.ledger, labelSet.digest) ?? null);
      const storeOf = (asset: { network: NetworkId; ticker: string }, { store }: TransferSnapshot): ExposureStore =>
        reading === null || store.ledger !== 'account'
          ? aside(client, asset, store)
          : liveStore(reading.snapshot, store);
      try {
        return await work({
          labelsOf: labels.labelsOf,
          store: held === null || network === null ? null : storeOf({ network, ticker }, held),
          tip: held?.tip ?? null,
          recordsHeld: describeRecords({ network, ticker }, held?.held ?? null),
          labelSetVersion: labelSet.version,
          origin: {
            labelSet: { digest: labelSet.digest, sets: labelSet.sets },
            records: originOf(held?.held ?? null),
          },
          recordsUntil: async (count) => (network === null ? null : heldUntil(client, network, ticker, count)),
        });
      } finally {
        reading?.giveBack();
      }
    });
}

function originOf(held: RecordsHeld | null): SnapshotOrigin['records'] {
  if (held === null) return null;
  const { records: count, firstTime, lastTime, fromBeginning } = held;
  return { count, firstTime, lastTime, fromBeginning };
}

/** Whom the settings let this installation ask. */
export interface AskedFacts {
  readonly chains: CoveragePorts['chains'];
  readonly priceProviders: readonly string[];
}

const NOBODY_ASKED: AskedFacts = { chains: [], priceProviders: [] };

/** What the page 'Sources and coverage' states, from the database. */
export function wireCoverage(pool: Pool, asked: AskedFacts = NOBODY_ASKED): CoverageService {
  return buildCoverageService({
    chains: asked.chains,
    prices: async () => ({
      atPar: [...STABLE_AT_PAR],
      held: [...(await pricesStore.series(pool))],
      providers: [...asked.priceProviders],
    }),
    labelSetVersion: () => labelSetVersion(pool),
    labelFacts: () => countLabels(pool),
    labelSets: async () => {
      const sets = await listLabelSets(pool);
      return sets.map(({ name, origin, accepted, rejected, importedAt }) => {
        const { title, licence, url, asOf } = factsOfSet(name, origin);
        return { name, title, licence, url, origin, asOf, labels: accepted, rejected, importedAt };
      });
    },
    records: () => recordsHeld(pool),
  });
}

/** Checks of the example addresses, run by the operator and kept like any other. */
export function wireShowcase(pool: Pool, features: CheckFeatures, log: ShowcaseLog): ShowcaseService {
  return buildShowcaseService(
    {
      examples: () => features.examples(),
      labelSetVersion: () => labelSetVersion(pool),
      check: async (example, idempotencyKey) => {
        const asset = findAsset(example.ticker, example.parent ?? undefined);
        if (asset === undefined) throw new Error(`${example.ticker} is not on the list of assets`);
        const request = { ...asset, address: example.address };
        const options = { idempotencyKey, answerWithinMs: Number.POSITIVE_INFINITY };
        return assetOf(await features.checks.runCheck(OPERATOR, request, options));
      },
    },
    log,
  );
}

/** Each running check holds a connection; at least half of them stay free for everything else. */
function checksAtOnce({ options }: Pool): number {
  return Math.max(1, Math.min(CHECKS_AT_ONCE, Math.floor(options.max / 2)));
}

async function isKnownHere(suggestions: SuggestService, { address, ticker, parent }: StarterExample): Promise<boolean> {
  const found = await suggestions.suggest(address, ASSETS.length);
  return found.some((asset) => asset.known && asset.ticker === ticker && asset.parent === parent);
}

/** Records and labels of an address, each in one indexed query. */
async function knownPlaces(pool: Pool, addresses: readonly string[]): Promise<readonly KnownPlace[]> {
  const [moved, labelled] = await Promise.all([movedAssets(pool, addresses), labelledNetworks(pool, addresses)]);
  const byLabel = [...labelled.values()].flat().map((network) => ({ network, ticker: null }));
  return [...moved, ...byLabel];
}
