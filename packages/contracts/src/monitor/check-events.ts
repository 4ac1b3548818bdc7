import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { CheckPhase } from './check-phase.ts';
import { CheckState } from './check-result.ts';
import { CheckStateParams } from './check-state.ts';
import { ResultLabel } from './result-evidence.ts';
import { IssuerFreeze } from './result-freeze.ts';

const fraction = z.number().min(0).max(1);

/** How far a running check is. */
export const CheckProgress = z
  .object({
    phase: CheckPhase,
    /** 0..1, never falls; a hint for the bar. */
    progress: fraction,
    /** Requests to providers so far, and the most there may be; null where the check reads no chain. */
    calls: z.object({ made: z.number().int().nonnegative(), budget: z.number().int().positive() }).nullable(),
    /** Share of each direction that is explained so far; null before there is one, and where nothing moved in that direction. */
    explained: z.object({ incoming: fraction.nullable(), outgoing: fraction.nullable() }),
    /** Providers that were asked, in the order of their names. */
    providers: z.array(z.string()),
  })
  .meta({ id: 'CheckProgress' });
export type CheckProgress = z.infer<typeof CheckProgress>;

/** What is known within a second, before any money was followed. Stars are never among it. */
export const CheckFirstFacts = z
  .object({
    /** Labels of the address itself, the governing one first. */
    labels: z.array(ResultLabel),
    /** One of them is a sanction in force. */
    is_sanctioned: z.boolean(),
    /** Null while the issuer is still being asked. */
    issuer_freeze: IssuerFreeze.nullable(),
  })
  .meta({ id: 'CheckFirstFacts' });
export type CheckFirstFacts = z.infer<typeof CheckFirstFacts>;

/** One server-sent event: its name and the JSON of its `data` line. */
export const CheckEvent = z
  .discriminatedUnion('event', [
    z.object({ event: z.literal('facts'), data: CheckFirstFacts }),
    z.object({ event: z.literal('progress'), data: CheckProgress }),
    /** The last one: the state of the check, done or failed. The stream ends after it. */
    z.object({ event: z.literal('end'), data: CheckState }),
  ])
  .meta({ id: 'CheckEvent' });
export type CheckEvent = z.infer<typeof CheckEvent>;

/**
 * GET /monitor/check/{sub_id}/events: server-sent events of a check. Every client that connects, first or again, gets
 * what is known now and then what changes, so nothing is lost when the connection breaks; a finished check answers `end` at
 * once. Comment lines keep the connection open. Needs no account: the id is enough.
 */
export const CheckEvents = {
  method: 'GET',
  path: '/monitor/check/:sub_id/events',
  summary: 'Follow a check as server-sent events',
  description:
    'Events `facts`, `progress` and `end`, each with JSON in `data`. A new connection gets what is known, then what changes; `end` brings the state of the check and is the last. A server that stops closes the stream without it: connect again.',
  tag: 'monitor',
  limit: 'reads',
  credentials: 'optional',
  params: CheckStateParams,
  contentType: 'text/event-stream',
  /** One event; the stream is a sequence of them. */
  content: CheckEvent,
  errors: ['NotFound', 'Overloaded'],
} as const satisfies Contract;

/**
 * POST /monitor/check/{sub_id}/cancel: its owner ends a running check; nothing is spent. Answers the state it has then:
 * failed with a message that says so, or done when it was faster.
 */
export const CancelCheck = {
  method: 'POST',
  path: '/monitor/check/:sub_id/cancel',
  summary: 'End a running check',
  description: 'Only its owner may. Nothing is spent. A check that was faster answers its result.',
  tag: 'monitor',
  limit: 'reads',
  needs: { permission: 'check' },
  params: CheckStateParams,
  answers: { 200: success(CheckState) },
  errors: ['NotFound'],
} as const satisfies Contract;
