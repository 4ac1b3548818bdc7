import { AUDIT_ACTIONS, type AuditAction } from '@assay/domain';
import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Entries on one page of an audit log. */
export const AUDIT_PAGE_SIZE = 50;

const action = z.enum(Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]);

/** An empty value of a form is none. */
function given<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

export const AuditQuery = z.object({
  action: given(action),
  /** The email or the id of an account, the id of an API key, `operator` or `system`. */
  actor: given(z.string().trim().max(320)),
  /** The id of what was acted on. */
  target: given(z.string().trim().max(200)),
  /** First day, UTC. */
  from: given(z.iso.date()),
  /** Last day, UTC. */
  to: given(z.iso.date()),
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditPageQuery = AuditQuery.extend({
  /** Entries with a lower number than this; by default the newest. */
  before: given(z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)),
});

export const AuditLogEntry = z
  .object({
    /** From 1, without a gap. */
    number: z.number().int().min(1),
    at: z.iso.datetime(),
    action,
    /** The action in words. */
    title: z.string(),
    actor: z.object({
      kind: z.enum(['person', 'key', 'operator', 'system']),
      /** Of the account or the API key; null for others. */
      id: z.string().nullable(),
      /** At the time of the act; null once it was erased. */
      email: z.string().nullable(),
      /** Of an API key, at the time of the act; null for others, and once it was erased. */
      name: z.string().nullable(),
    }),
    /** `id` is null once it was erased. */
    target: z.object({ kind: z.string(), id: z.string().nullable() }).nullable(),
    ip: z.string().nullable(),
    device: z.string().nullable(),
    text: z.string().nullable(),
    /** SHA-256 that the next entry contains. */
    hash: z.string(),
  })
  .meta({ id: 'AuditLogEntry' });
export type AuditLogEntry = z.infer<typeof AuditLogEntry>;

export const AuditLogData = z.object({
  /** The newest first. */
  entries: z.array(AuditLogEntry),
  /** Every action there is, with its words. */
  actions: z.array(z.object({ action, title: z.string() })),
  /** `before` of the next page; null on the last. */
  next: z.number().int().nullable(),
});
export type AuditLogData = z.infer<typeof AuditLogData>;

export const AuditExportQuery = AuditQuery.extend({ format: z.enum(['csv', 'jsonl']).default('csv') });

/** GET /audit/log: the audit log of the selected workspace, 50 entries a page. */
export const AuditLog = {
  method: 'GET',
  path: '/audit/log',
  summary: 'The audit log of the selected workspace',
  tag: 'audit',
  limit: 'reads',
  needs: { permission: 'audit' },
  query: AuditPageQuery,
  answers: { 200: success(AuditLogData) },
  errors: ['SecretNotAddress'],
} as const satisfies Contract;

/** GET /audit/export: the same as a file, all entries or those a search finds: CSV (RFC 4180) or JSON Lines. */
export const AuditExport = {
  method: 'GET',
  path: '/audit/export',
  summary: 'The audit log of the selected workspace as a file',
  tag: 'audit',
  limit: 'exports',
  needs: { permission: 'audit', stepUp: 'always' },
  query: AuditExportQuery,
  contentType: 'text/csv; charset=utf-8',
  errors: ['SecretNotAddress'],
} as const satisfies Contract;

/** GET /audit/service/log: the audit log of the service, for administrators. */
export const ServiceAuditLog = {
  ...AuditLog,
  path: '/audit/service/log',
  summary: 'The audit log of the service',
  needs: { admin: true },
  errors: ['SecretNotAddress'],
} as const satisfies Contract;

/** GET /audit/service/export. */
export const ServiceAuditExport = {
  ...AuditExport,
  path: '/audit/service/export',
  summary: 'The audit log of the service as a file',
  needs: { admin: true, stepUp: 'always' },
  errors: ['SecretNotAddress'],
} as const satisfies Contract;
