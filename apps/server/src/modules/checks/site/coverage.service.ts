import { CONFLICTS_PAGE_SIZE, COVERAGE_PAGE_SIZE, type CoverageData } from '@assay/contracts';
import { CATEGORIES, CATEGORY_IDS, isNetworkId, NETWORKS } from '@assay/domain';
import { isoDayOf } from '@assay/wording';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { keepFor } from '../../../platform/kernel/time/timing.ts';
import type { CoveragePorts, LabelFacts, RecordFacts } from './site.ports.ts';

export interface CoverageService {
  /** One page of sources and one of conflicts; the other fields are the same on every page. */
  coverage(page: number, conflictsPage?: number): Promise<CoverageData>;
  /** The records and the chains of it; labels are not counted for them. */
  held(): Promise<Pick<CoverageData, 'records' | 'chains'>>;
}

/** The database is queried at most this often, in milliseconds, for all callers together. */
const KEEP_MS = 10_000;

export function buildCoverageService(ports: CoveragePorts, clock: Clock = SYSTEM_CLOCK): CoverageService {
  const labelFacts = onceAVersion(() => ports.labelFacts());
  const held = keepFor(
    KEEP_MS,
    async () => ({
      records: (await ports.records()).map(presentRecords),
      chains: ports.chains.map(({ network, providers }) => ({
        network,
        networkName: NETWORKS[network].name,
        providers: [...providers],
      })),
    }),
    { now: () => clock.now().getTime() },
  );
  const facts = keepFor(
    KEEP_MS,
    async () => {
      const labelSetVersion = await ports.labelSetVersion();
      const [labels, sets, sanctionsLists, { records, chains }, prices] = await Promise.all([
        labelFacts(labelSetVersion),
        ports.labelSets(),
        ports.sanctionsLists(),
        held(),
        ports.prices(),
      ]);
      return {
        labelSetVersion,
        labels,
        sets,
        sanctionsLists,
        records,
        chains,
        prices,
        readAt: clock.now().toISOString(),
      };
    },
    { now: () => clock.now().getTime() },
  );

  return {
    held,
    async coverage(page, conflictsPage = 1) {
      const { labelSetVersion, labels, sets, sanctionsLists, records, chains, prices, readAt } = await facts();
      const { sources } = labels;
      const from = (page - 1) * COVERAGE_PAGE_SIZE;
      return {
        labelSetVersion,
        labels: labels.labels,
        labelledAddresses: labels.addresses,
        derivedLabels: labels.derived,
        sets: [...sets],
        sanctionsLists: [...sanctionsLists],
        updateHours: ports.updateHours,
        networks: labels.networks.map(({ key, labels: count, addresses }) => ({
          network: key,
          name: nameOf(key),
          labels: count,
          addresses,
        })),
        categories: categoriesOf(labels),
        conflicts: conflictsOf(labels, conflictsPage),
        records,
        chains,
        prices,
        sources: sources
          .slice(from, from + COVERAGE_PAGE_SIZE)
          .map(({ key, ...counts }) => ({ source: key, ...counts })),
        sourcesMeta: { page, totalPages: Math.ceil(sources.length / COVERAGE_PAGE_SIZE), total: sources.length },
        readAt,
      };
    },
  };
}

/** In the order of the method's table, so that the most severe come first. */
function categoriesOf({ categories }: LabelFacts): CoverageData['categories'] {
  return CATEGORY_IDS.flatMap((category) => {
    const counted = categories.find(({ key }) => key === category);
    if (counted === undefined) return [];
    const { title, group } = CATEGORIES[category];
    return [{ category, title, group, labels: counted.labels }];
  });
}

function conflictsOf({ conflicts: { total, first } }: LabelFacts, page: number): CoverageData['conflicts'] {
  const from = (page - 1) * CONFLICTS_PAGE_SIZE;
  return {
    total,
    page,
    totalPages: Math.ceil(first.length / CONFLICTS_PAGE_SIZE),
    listed: first.slice(from, from + CONFLICTS_PAGE_SIZE).map(({ network, address, labels }) => ({
      network,
      name: nameOf(network),
      address,
      labels: labels.map(({ category, ...label }) => {
        const { title, group } = CATEGORIES[category];
        return { category, title, group, ...label };
      }),
    })),
  };
}

function nameOf(network: string): string {
  return isNetworkId(network) ? NETWORKS[network].name : network;
}

function presentRecords(held: RecordFacts): CoverageData['records'][number] {
  const { name, ledger } = NETWORKS[held.network];
  return {
    network: held.network,
    networkName: name,
    ticker: held.ticker,
    records: held.records,
    kind: ledger === 'utxo' ? 'transactions' : 'transfers',
    addresses: held.addresses,
    firstDay: dayOf(held.firstTime),
    lastDay: dayOf(held.lastTime),
    tipBlock: held.tipBlock,
    fromBeginning: held.fromBeginning,
  };
}

function dayOf(seconds: number): string {
  return isoDayOf(new Date(seconds * 1000));
}

/** Counting millions of labels takes long, so the counts are cached until the version of the labels changes. */
function onceAVersion<T>(read: () => Promise<T>): (version: string) => Promise<T> {
  let kept: { readonly version: string; readonly answer: Promise<T> } | undefined;
  return (version) => {
    if (kept?.version === version) return kept.answer;
    const asked = { version, answer: read() };
    kept = asked;
    asked.answer.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked.answer;
  };
}
