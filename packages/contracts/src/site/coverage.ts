import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Sources on one page of the answer. */
export const COVERAGE_PAGE_SIZE = 25;
/** Conflicting addresses on one page. */
export const CONFLICTS_PAGE_SIZE = 50;

export const CoverageQuery = z.object({
  /** Page of the list of sources, from 1; a page after the last is empty. */
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  /** Page of the list of conflicting labels, from 1; a page after the last is empty. */
  conflicts: z.coerce.number().int().min(1).max(100_000).default(1),
});

const count = z.number().int().min(0);
const day = z.iso.date().nullable();

/** One imported list of labels. */
export const CoverageLabelSet = z
  .object({
    name: z.string(),
    title: z.string(),
    /** Null where the operator's own list states none. */
    licence: z.string().nullable(),
    /** Its publisher's address on the web; null for lists of the operator's own. */
    url: z.string().nullable(),
    /** `starter` came with the product, `import` was brought in by the operator. */
    origin: z.enum(['starter', 'import']),
    /** What its publisher's data says about its own age, in words; null where nothing is known. */
    asOf: z.string().nullable(),
    labels: count,
    rejected: count,
    importedAt: z.iso.datetime(),
  })
  .meta({ id: 'CoverageLabelSet' });

/** One publisher as results name it; a list may carry several. */
export const CoverageSource = z
  .object({
    source: z.string(),
    labels: count,
    addresses: count,
    /** First and last day of its statements, `YYYY-MM-DD`; null where it dates none. */
    oldest: day,
    newest: day,
  })
  .meta({ id: 'CoverageSource' });

export const CoverageNetwork = z
  .object({ network: z.string(), name: z.string(), labels: count, addresses: count })
  .meta({ id: 'CoverageNetwork' });

export const CoverageCategory = z
  .object({ category: z.string(), title: z.string(), group: z.enum(['high', 'mid', 'low']), labels: count })
  .meta({ id: 'CoverageCategory' });

/** The stored records of one asset. */
export const CoverageRecords = z
  .object({
    network: z.string(),
    networkName: z.string(),
    ticker: z.string(),
    /** Transfers on account networks, transactions on coin networks. */
    records: count,
    kind: z.enum(['transfers', 'transactions']),
    addresses: count,
    firstDay: z.iso.date(),
    lastDay: z.iso.date(),
    /** Height of the last record's block; null where no source gave one. */
    tipBlock: count.nullable(),
    /** Whether every record since the beginning of the chain or token is stored. */
    fromBeginning: z.boolean(),
  })
  .meta({ id: 'CoverageRecords' });

/** A chain that is read on demand, for addresses that were not imported. */
export const CoverageChain = z
  .object({
    network: z.string(),
    networkName: z.string(),
    /** In the order they are asked; a host of the operator's own by its format, such as `own esplora`. */
    providers: z.array(z.string()),
  })
  .meta({ id: 'CoverageChain' });

/** Stored daily prices of one asset from one source. */
export const CoveragePrices = z
  .object({
    ticker: z.string(),
    source: z.string(),
    /** `import` was brought in by the operator, `provider` was asked for. */
    origin: z.enum(['import', 'provider']),
    days: count,
    firstDay: z.iso.date(),
    lastDay: z.iso.date(),
  })
  .meta({ id: 'CoveragePrices' });

/** An address that labels call both illicit and an ordinary service. */
const CoverageConflict = z
  .object({
    network: z.string(),
    name: z.string(),
    address: z.string(),
    labels: z.array(
      z.object({
        category: z.string(),
        title: z.string(),
        group: z.enum(['high', 'mid', 'low']),
        entity: z.string(),
        source: z.string(),
        sourceDate: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'CoverageConflict' });

export const CoverageData = z
  .object({
    labelSetVersion: z.string(),
    labels: count,
    labelledAddresses: count,
    /** Labels derived from the records themselves. */
    derivedLabels: count,
    sets: z.array(CoverageLabelSet),
    /** Lists of sanctions that are fetched from their publishers; `currentAt` is null where none is stored. */
    sanctionsLists: z.array(z.object({ title: z.string(), currentAt: z.iso.datetime().nullable() })),
    /** How often lists are fetched from their publishers, in hours; 0 for never. */
    updateHours: count,
    networks: z.array(CoverageNetwork),
    categories: z.array(CoverageCategory),
    /** All of them counted, one page of the first 10,000 listed. */
    conflicts: z.object({ total: count, page: count, totalPages: count, listed: z.array(CoverageConflict) }),
    records: z.array(CoverageRecords),
    /** Empty where no chain is read on demand. */
    chains: z.array(CoverageChain),
    prices: z.object({
      /** Stablecoins that count as one dollar. */
      atPar: z.array(z.string()),
      held: z.array(CoveragePrices),
      /** Who is asked for days that are not stored. */
      providers: z.array(z.string()),
    }),
    sources: z.array(CoverageSource),
    sourcesMeta: z.object({ page: count, totalPages: count, total: count }),
    /** When these facts were read from the database. */
    readAt: z.iso.datetime(),
  })
  .meta({ id: 'CoverageData' });
export type CoverageData = z.infer<typeof CoverageData>;

/** GET /site/coverage: which lists, networks, assets and dates this installation holds. Read at most every ten seconds. */
export const Coverage = {
  method: 'GET',
  path: '/site/coverage',
  summary: 'Lists, networks, assets and dates this installation holds',
  tag: 'site',
  limit: 'reads',
  credentials: 'none',
  query: CoverageQuery,
  answers: { 200: success(CoverageData) },
} as const satisfies Contract;
