import { parseKeySet } from '@assay/certificate';
import { z } from 'zod';
import type { GrantReason } from '../../money/index.ts';

const time = z.iso.datetime({ offset: true });
const suspension = { suspended_at: time.nullable(), reason: z.string().nullable() };

const keySet = z.string().transform((text, context) => {
  try {
    return parseKeySet(text);
  } catch {
    context.addIssue('no list of signing keys');
    return z.NEVER;
  }
});

const GRANT_REASONS = {
  signup: 'signup',
  survey: 'survey',
  promo: 'promo',
  purchase: 'purchase',
  subscription: 'subscription',
  operator: 'operator',
  demo: 'demo',
  correction: 'correction',
  telegram: 'telegram',
} as const satisfies { [Reason in GrantReason]: Reason };

/** One entry of the balance ledger; `sub` is the account or company. */
const entryOfLedger = z.object({
  kind: z.literal('booked'),
  sub: z.string(),
  series: z.string(),
  plan_id: z.int(),
  checks: z.int().min(0),
  key: z.string(),
  expires_at: time.nullable(),
});
const booked = z.discriminatedUnion('booking', [
  entryOfLedger.extend({ booking: z.literal('grant'), reason: z.enum(GRANT_REASONS) }),
  /** `reference`: the check. */
  entryOfLedger.extend({ booking: z.literal('commit'), reference: z.string() }),
  entryOfLedger.extend({
    booking: z.literal('refund'),
    reason: z.enum(['operator', 'faulty']),
    reference: z.string(),
  }),
  /** `reference`: the key of the grant. */
  entryOfLedger.extend({
    booking: z.literal('revoke'),
    reason: z.enum(['chargeback', 'refunded', 'operator']),
    reference: z.string(),
  }),
]);

/** What happened, as far as a backup from before it would take it back. Names of fields stay: older files are read. */
const act = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account_erased'), sub: z.string() }),
  z.object({ kind: z.literal('workspace_closed'), workspace: z.string() }),
  /** `suspended_at` null: the suspension ended. */
  z.object({ kind: z.literal('account_suspension'), sub: z.string(), ...suspension }),
  z.object({ kind: z.literal('mailbox_suspension'), mailbox_hash: z.string(), ...suspension }),
  z.object({ kind: z.literal('telegram_suspension'), telegram_id: z.string().regex(/^\d{1,19}$/), ...suspension }),
  z.object({ kind: z.literal('api_key_revoked'), id: z.string(), revoked_at: time }),
  /** A legal hold, as it was placed or ended. */
  z.object({
    kind: z.literal('legal_hold'),
    id: z.string(),
    workspace: z.string(),
    of: z.enum(['person', 'workspace', 'chat']),
    placed_by: z.string(),
    reason: z.string(),
    placed_at: time,
    until: time,
    ended_at: time.nullable(),
    ended_by: z.string().nullable(),
    end_reason: z.string().nullable(),
  }),
  /** For how long a company keeps its checks; null: as everybody. */
  z.object({
    kind: z.literal('workspace_retention'),
    workspace: z.string(),
    days: z.int().nullable(),
    law: z.string().nullable(),
    set_at: time.nullable(),
  }),
  /** The public list of signing keys, with their marks, after it changed. */
  z.object({ kind: z.literal('signing_keys'), list: keySet }),
  booked,
]);

export const restoreLogEntry = z.object({
  /** The same act has the same id in the files of all servers. */
  id: z.string().min(1),
  at: time,
  entry: act,
});

export type RestoreLogAct = z.infer<typeof act>;
export type RestoreLogEntry = z.infer<typeof restoreLogEntry>;
/** As it is written. */
export type RestoreLogLine = z.input<typeof restoreLogEntry>;
export type LoggedHold = Extract<RestoreLogAct, { kind: 'legal_hold' }>;
export type LoggedRetention = Extract<RestoreLogAct, { kind: 'workspace_retention' }>;
export type Booked = Extract<RestoreLogAct, { kind: 'booked' }>;

/** The first line of each file. */
export const restoreLogHead = z.object({
  format: z.literal('assay restore log'),
  version: z.literal(1),
  /** Of the database whose acts follow. */
  timeline: z.uuid(),
  began_at: time,
  /** Whether it goes on where another file of the folder ended; otherwise acts before `began_at` are in none. */
  continues: z.boolean(),
});

export type RestoreLogHead = z.infer<typeof restoreLogHead>;

/** Beside the files: how far they go. */
export const restoreLogPosition = z.object({ timeline: z.uuid(), acts: z.int(), bookings: z.int() });

export type RestoreLogPosition = z.infer<typeof restoreLogPosition>;
