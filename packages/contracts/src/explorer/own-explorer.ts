import { z } from 'zod';
import { CheckStateParams } from '../monitor/check-state.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { storedText } from '../wire/stored-text.ts';
import { GraphAsset, GraphEdge, GraphNode, GraphTransaction } from './explorer-graph.ts';

/** What the owner of a check adds to its graph. No visitor of a shared result receives any of it. */

/** Most expansions of a check a day (UTC); one that is stored is read again without counting. */
export const EXPANSIONS_PER_DAY = 50;
/** Of them, those that read a chain, because no record is stored of the address. */
export const CHAIN_EXPANSIONS_PER_DAY = 10;
/** Most expansions that a check keeps: a graph of more is neither read nor sent. */
export const MOST_EXPANSIONS = 200;
/** Most notes of a check. */
export const MOST_NOTES = 500;
/** Most counterparties of a direction that one expansion shows. */
export const EXPANSION_PARTIES = 12;
/** Most transactions of an edge that are listed. */
export const LISTED_TRANSACTIONS = 50;
export const MAX_NOTE_LENGTH = 1_000;
export const MAX_VIEW_LENGTH = 8_000;
const MAX_ADDRESS_LENGTH = 130;

const address = storedText().trim().min(1).max(MAX_ADDRESS_LENGTH);
const assetName = { ticker: z.string().min(1).max(20), parent: z.string().min(1).max(20).nullable() };

/** The largest counterparties of one address in one asset, as the records held them when it was expanded. */
export const Expansion = z
  .object({
    address: z.string(),
    asset: GraphAsset,
    expanded_at: z.string(),
    nodes: z.array(GraphNode),
    edges: z.array(GraphEdge),
    /** Other assets that records name the address in. */
    also_seen: z.array(z.object({ ticker: z.string(), parent: z.string().nullable(), records: z.int() })),
    /** How the chain was read; null for stored records. */
    reading: z
      .object({
        providers: z.array(z.string()),
        /** Requests. */
        calls: z.int().nonnegative(),
        /** Time of the oldest record read where older ones were not; null where all were read. */
        since: z.string().nullable(),
      })
      .nullable()
      .default(null),
  })
  .meta({ id: 'Expansion' });

export const OwnExplorer = z
  .object({
    expansions: z.array(Expansion),
    expansions_left: z.int().nonnegative(),
    /** Of them, those that may read a chain; null where no chain is read on demand. */
    chain_expansions_left: z.int().nonnegative().nullable(),
    notes: z.array(z.object({ node: z.string(), text: z.string(), written_at: z.string() })),
    /** The saved state, as the query of the page's address; null where none is saved. */
    view: z.string().nullable(),
    /** Whether the caller's role may expand, write notes and save. */
    may_change: z.boolean(),
  })
  .meta({ id: 'OwnExplorer' });

export const ExpandAnswer = z
  .discriminatedUnion('status', [
    z.object({
      status: z.literal('done'),
      expansion: Expansion,
      expansions_left: z.int().nonnegative(),
      chain_expansions_left: z.int().nonnegative().nullable(),
    }),
    /** Its records are being summed; ask again, which is counted no second time. `progress` is 0..1. */
    z.object({ status: z.literal('building'), progress: z.number() }),
    /** No stored record names the address in this asset, and its chain cannot be read; nothing was counted. */
    z.object({ status: z.literal('no_records') }),
    /** No provider of its chain answered, for this reason; nothing was counted. */
    z.object({ status: z.literal('unanswered'), problem: z.string() }),
  ])
  .meta({ id: 'ExpandAnswer' });

export const EdgeTransfers = z
  .object({ transactions: z.array(GraphTransaction), has_more: z.boolean() })
  .meta({ id: 'EdgeTransfers' });

export type Expansion = z.infer<typeof Expansion>;
export type OwnExplorer = z.infer<typeof OwnExplorer>;
export type ExpandAnswer = z.infer<typeof ExpandAnswer>;
export type EdgeTransfers = z.infer<typeof EdgeTransfers>;

const OWN_PATH = '/monitor/check/:sub_id/explorer';

/** GET: for members of the workspace that owns the check. */
export const ReadExplorer = {
  method: 'GET',
  path: OWN_PATH,
  summary: 'Read what the owner of a check added to its graph',
  description: 'Expansions, notes and the saved state; never part of a shared result or its report.',
  tag: 'monitor',
  limit: 'reads',
  needs: { permission: 'read' },
  params: CheckStateParams,
  answers: { 200: success(OwnExplorer) },
  errors: ['NotFound'],
} as const satisfies Contract;

/**
 * POST: the largest counterparties of an address within the records, or on its chain. Needs the role to check,
 * and may keep a connection of the database busy for seconds.
 */
export const ExpandNode = {
  method: 'POST',
  path: `${OWN_PATH}/expansions`,
  summary: 'Expand an address in the graph of a check',
  description:
    'Its largest counterparties within the stored records, or on its chain where none is stored. Each check has a number of expansions a day.',
  tag: 'monitor',
  limit: 'checks',
  needs: { permission: 'check' },
  params: CheckStateParams,
  body: z.object({ address, ...assetName }).meta({
    id: 'ExpandBody',
    examples: [{ address: 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU', ticker: 'USDT', parent: 'TRX' }],
  }),
  answers: { 200: success(ExpandAnswer) },
  errors: ['NotFound', 'UnknownAsset', 'Overloaded'],
} as const satisfies Contract;

/**
 * GET: the newest transactions that paid from one address to another, of an edge of an expansion. It may keep a connection
 * of the database busy for seconds.
 */
export const ReadEdgeTransfers = {
  method: 'GET',
  path: `${OWN_PATH}/transfers`,
  summary: 'Read the newest transfers between two addresses of the graph',
  tag: 'monitor',
  limit: 'checks',
  needs: { permission: 'read' },
  params: CheckStateParams,
  query: z.object({
    from: address,
    to: address,
    ticker: assetName.ticker,
    parent: z.string().max(20).optional(),
  }),
  answers: { 200: success(EdgeTransfers) },
  errors: ['NotFound', 'UnknownAsset', 'Overloaded'],
} as const satisfies Contract;

/** PUT: a note on a node; an empty text removes it. */
export const WriteNote = {
  method: 'PUT',
  path: `${OWN_PATH}/notes`,
  summary: 'Write a note on a node of the graph of a check',
  description: 'An empty text removes it. Only members of the workspace read it.',
  tag: 'monitor',
  limit: 'reads',
  needs: { permission: 'check' },
  params: CheckStateParams,
  body: z
    .object({
      node: storedText().min(1).max(400),
      text: storedText().trim().max(MAX_NOTE_LENGTH),
    })
    .meta({ id: 'NoteBody', examples: [{ node: 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU', text: 'Named in the order.' }] }),
  answers: { 200: success(OwnExplorer) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** PUT: saves the state of the page with the check. */
export const SaveView = {
  method: 'PUT',
  path: `${OWN_PATH}/view`,
  summary: 'Save the state of the explorer with a check',
  tag: 'monitor',
  limit: 'reads',
  needs: { permission: 'check' },
  params: CheckStateParams,
  body: z
    .object({ view: storedText().max(MAX_VIEW_LENGTH) })
    .meta({ id: 'ViewBody', examples: [{ view: 'show=list' }] }),
  answers: { 200: success(OwnExplorer) },
  errors: ['NotFound'],
} as const satisfies Contract;
