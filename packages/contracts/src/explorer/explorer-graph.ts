import { CATEGORY_IDS, RESIDUAL_IDS } from '@assay/domain';
import { z } from 'zod';
import { CheckStateParams } from '../monitor/check-state.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/**
 * The evidence of a result as a graph: addresses and entities, what moved between them, and what was not followed. Amounts
 * are base units as decimal text, shares 0..1 of a direction, times ISO 8601 in UTC.
 */

const direction = z.enum(['incoming', 'outgoing']);
const share = z.number().min(0).max(1.000001);

/** Why money ends at a node of the kind `not_followed`; `not_shown`: counterparties that an expansion leaves out. */
export const NotFollowedReason = z.enum(RESIDUAL_IDS).or(z.literal('not_shown'));

const label = z.object({
  entity: z.string(),
  category: z.enum(CATEGORY_IDS),
  group: z.enum(['high', 'mid', 'low']),
});

export const GraphNode = z.discriminatedUnion('kind', [
  /** An address; the subject of the check is one. Its id is the address. */
  z.object({
    kind: z.literal('address'),
    id: z.string(),
    is_subject: z.boolean(),
    /** The label that counted; null where it has none. */
    label: label.nullable(),
    /** How many of its records were read, where not all were; null where all were. */
    records_read: z.int().nonnegative().nullable(),
  }),
  /** An entity whose share is known and of which the result keeps no sample path. */
  z.object({ kind: z.literal('entity'), id: z.string(), label }),
  /** Where the walk, or an expansion, ends without an entity. */
  z.object({
    kind: z.literal('not_followed'),
    id: z.string(),
    direction,
    reason: NotFollowedReason,
    /** How many counterparties are left out; null where it is not of counterparties. */
    others: z.int().nonnegative().nullable(),
  }),
]);

export const GraphAsset = z.object({ ticker: z.string(), parent: z.string().nullable(), decimals: z.int() });

export const GraphTransaction = z.object({
  transaction_id: z.string(),
  amount: z.string(),
  time: z.string(),
});

export const GraphEdge = z.object({
  id: z.string(),
  /** Node that paid. */
  from: z.string(),
  /** Node that was paid. */
  to: z.string(),
  asset: GraphAsset,
  /**
   * `path`: transfers of sample paths; `records`: all stored transfers between both; `read`: those that an expansion read
   * of the chain; `share`: a share of a direction.
   */
  basis: z.enum(['path', 'records', 'read', 'share']),
  /** Sum of what moved; null where only the share is known. */
  amount: z.string().nullable(),
  /** Part of the direction; null for `records`. */
  share: share.nullable(),
  /** How many transfers it sums up; null where that is not known. */
  transfers: z.int().nonnegative().nullable(),
  first_time: z.string().nullable(),
  last_time: z.string().nullable(),
  /** The newest first; those listed may be fewer than it sums up. */
  transactions: z.array(GraphTransaction),
});

/** A sample path: its edges in the order money moved, each with the transaction that the path takes. */
export const GraphPath = z.object({
  direction,
  category: z.enum(CATEGORY_IDS),
  group: z.enum(['high', 'mid', 'low']),
  entity: z.string(),
  share,
  steps: z.array(z.object({ edge: z.string(), transaction_id: z.string(), amount: z.string(), time: z.string() })),
});

export const ExplorerGraph = z
  .object({
    sub_id: z.string(),
    address: z.string(),
    /** Null where the asset's money is not followed. */
    network: z.string().nullable(),
    asset: GraphAsset,
    created_at: z.string(),
    nodes: z.array(GraphNode),
    edges: z.array(GraphEdge),
    paths: z.array(GraphPath),
  })
  .meta({ id: 'ExplorerGraph' });

export type GraphNode = z.infer<typeof GraphNode>;
export type GraphEdge = z.infer<typeof GraphEdge>;
export type GraphPath = z.infer<typeof GraphPath>;
export type GraphAsset = z.infer<typeof GraphAsset>;
export type NotFollowedReason = z.infer<typeof NotFollowedReason>;
export type ExplorerGraph = z.infer<typeof ExplorerGraph>;

/** GET: the stored evidence of a finished check, for everyone who may open it. */
export const ReadGraph = {
  method: 'GET',
  path: '/monitor/check/:sub_id/graph',
  summary: 'Read the evidence of a check as a graph',
  description: 'The stored evidence of a finished check; the same for everyone who may open it.',
  tag: 'monitor',
  limit: 'reads',
  credentials: 'optional',
  params: CheckStateParams,
  answers: { 200: success(ExplorerGraph) },
  errors: ['NotFound'],
} as const satisfies Contract;
