import { CATEGORY_IDS } from '@assay/domain';
import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { CheckStateParams } from './check-state.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the day as YYYY-MM-DD.');

/** Which counterparties are listed, and in which order; the same for a page and for the whole file. */
const CounterpartyFilter = z.object({
  /** `incoming`: who paid the address. `outgoing`: whom it paid. */
  direction: z.enum(['incoming', 'outgoing']).default('incoming'),
  sort: z.enum(['amount', 'records', 'first', 'last', 'label']).default('amount'),
  /** Default: the largest, the most, the earliest first, the latest last, and labels in order of the alphabet. */
  order: z.enum(['asc', 'desc']).optional(),
  /** A category of labels; `none`: parties without a label. */
  category: z.enum([...CATEGORY_IDS, 'none']).optional(),
  /** Least total, in coins. */
  least: z
    .string()
    .regex(/^\d{1,30}(\.\d{1,30})?$/, 'Write the least amount in coins, such as 12.5.')
    .optional(),
  /** Only parties with a record between the two days, in UTC. */
  from: day.optional(),
  to: day.optional(),
  /** The beginning of an address, or a part of the name of an entity. */
  search: z.string().trim().max(128).optional(),
});

export const CounterpartiesQuery = CounterpartyFilter.extend({
  limit: z.coerce.number().int().min(1).max(200).default(25),
  /** `next` of the page before; the longest holds the longest name of an entity, in any script. */
  cursor: z.string().max(1_200).optional(),
});
export type CounterpartiesQuery = z.input<typeof CounterpartiesQuery>;
/** What a query says once it is read. */
export type CounterpartiesAsked = z.output<typeof CounterpartiesQuery>;

/** An asset that records of this installation name the address in. */
const SeenAsset = z.object({
  ticker: z.string(),
  /** Network that its money moves on. */
  network: z.string(),
  /** Network of a token; null for the coin of a network. */
  parent: z.string().nullable(),
  records: z.number().int().nonnegative(),
  first_time: z.iso.datetime(),
  last_time: z.iso.datetime(),
});

/** One party. Amounts are base units as decimal text; `share` is of the direction, 0..1. */
const CounterpartyRow = z.object({
  /** What it is: `unknown` are coins of no known owner, `coinbase` new coins, `fee` and `issuer` the network itself. */
  role: z.enum(['account', 'issuer', 'fee', 'coinbase', 'unknown']),
  /** Null unless it is an account. */
  address: z.string().nullable(),
  amount: z.string(),
  records: z.number().int(),
  first_time: z.iso.datetime(),
  last_time: z.iso.datetime(),
  share: z.number(),
  /** At the prices of the days; null where a record has none. */
  usd: z.number().nullable(),
  label: z
    .object({
      entity: z.string(),
      category: z.enum(CATEGORY_IDS),
      source: z.string(),
      confidence: z.number().int(),
      is_derived: z.boolean(),
    })
    .nullable(),
});
export type CounterpartyRow = z.infer<typeof CounterpartyRow>;

const totals = z.object({
  amount: z.string(),
  records: z.number().int(),
  usd: z.number().nullable(),
  parties: z.number().int(),
});

const seen = { also_seen: z.array(SeenAsset) };

export const Counterparties = z
  .discriminatedUnion('status', [
    z.object({
      status: z.literal('ready'),
      ticker: z.string(),
      decimals: z.number().int(),
      /** Whether the parties are owners of inputs and outputs, among whom amounts are shared. */
      is_shared_out: z.boolean(),
      /** Time of the last record of the address that is counted. */
      until: z.iso.datetime(),
      totals: z.object({ incoming: totals, outgoing: totals }),
      items: z.array(CounterpartyRow),
      /** Null on the last page. */
      next: z.string().nullable(),
      ...seen,
    }),
    /** It is being computed: ask again, and it continues. */
    z.object({ status: z.literal('building'), progress: z.number().min(0).max(1), ...seen }),
    /**
     * `not_opened`: its owner has not opened the list yet, and only an owner has it computed. `no_records`: no imported
     * record names the address, or its chain was read on demand. `not_followed`: Assay holds no records of the asset.
     */
    z.object({
      status: z.literal('none'),
      reason: z.enum(['not_opened', 'no_records', 'not_followed']),
      ...seen,
    }),
  ])
  .meta({ id: 'Counterparties' });
export type Counterparties = z.infer<typeof Counterparties>;

const PATH = '/monitor/check/:sub_id/counterparties';

/** GET: who paid the address of a result, and whom it paid, up to the last record that the result counts. */
export const ReadCounterparties = {
  method: 'GET',
  path: PATH,
  summary: 'Who paid the address of a result, and whom it paid',
  description:
    'From imported records, up to the last one that the result counts. The first request computes the list; while it does, it answers how far it is, and the next request continues. Visitors of a shared result see a list that its owner has opened.',
  tag: 'monitor',
  limit: 'reads',
  credentials: 'optional',
  params: CheckStateParams,
  query: CounterpartiesQuery,
  answers: { 200: success(Counterparties) },
  errors: ['NotFound', 'Overloaded'],
} as const satisfies Contract;

export const CounterpartiesExportQuery = CounterpartyFilter;

/**
 * GET: all of one direction as CSV (RFC 4180, UTF-8), for the owner of the result. Text that a spreadsheet would run as a
 * formula is prefixed with an apostrophe. The file begins once the list is computed.
 */
export const ExportCounterparties = {
  method: 'GET',
  path: `${PATH}/export`,
  summary: 'The counterparties of a result as CSV',
  tag: 'monitor',
  limit: 'exports',
  needs: { permission: 'export' },
  params: CheckStateParams,
  query: CounterpartiesExportQuery,
  contentType: 'text/csv; charset=utf-8',
  errors: ['NotFound'],
} as const satisfies Contract;
