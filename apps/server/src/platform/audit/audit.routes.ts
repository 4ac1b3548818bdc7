import { Readable } from 'node:stream';
import {
  AuditExport,
  AuditLog,
  type AuditLogEntry,
  type AuditQuery,
  ServiceAuditExport,
  ServiceAuditLog,
} from '@assay/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerCall } from '../http/answer-call.ts';
import { callerOf } from '../http/who/caller.ts';
import { type CsvColumns, csvFile } from '../kernel/text/csv.ts';
import type { AuditLogService } from './audit-log.service.ts';

const CSV_COLUMNS: CsvColumns<AuditLogEntry> = [
  ['number', ({ number }) => String(number)],
  ['time_utc', ({ at }) => at],
  ['action', ({ action }) => action],
  ['description', ({ title }) => title],
  ['actor', ({ actor }) => actor.kind],
  ['actor_id', ({ actor }) => actor.id ?? ''],
  ['actor_email', ({ actor }) => actor.email ?? ''],
  ['actor_name', ({ actor }) => actor.name ?? ''],
  ['target', ({ target }) => target?.kind ?? ''],
  ['target_id', ({ target }) => target?.id ?? ''],
  ['ip', ({ ip }) => ip ?? ''],
  ['device', ({ device }) => device ?? ''],
  ['text', ({ text }) => text ?? ''],
  ['sha256', ({ hash }) => hash],
];

/** JSON Lines: one object a line, as GET /audit/log answers them. */
async function* jsonLinesOf(parts: AsyncIterable<readonly AuditLogEntry[]>): AsyncGenerator<string> {
  for await (const entries of parts) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** Calls about the audit logs of the selected workspace and of the service. */
export async function auditRoutes(
  app: FastifyInstance,
  { auditLog }: { readonly auditLog: AuditLogService },
): Promise<void> {
  async function sendFile(
    reply: FastifyReply,
    workspace: string | null,
    { format, ...query }: AuditQuery & { format: 'csv' | 'jsonl' },
  ) {
    const name = workspace === null ? 'service-audit-log' : 'audit-log';
    const parts = await auditLog.all(workspace, query);
    reply
      .header('content-type', format === 'csv' ? AuditExport.contentType : 'application/jsonl; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${format}"`,
      );
    return reply.send(
      Readable.from(format === 'csv' ? csvFile(CSV_COLUMNS, parts) : jsonLinesOf(parts), { objectMode: false }),
    );
  }

  answerCall(app, AuditLog, ({ query: { before, ...query }, request }) =>
    auditLog.page(callerOf(request).workspace.id, query, before ?? null),
  );

  answerCall(app, AuditExport, ({ query, request, reply }) => sendFile(reply, callerOf(request).workspace.id, query));

  answerCall(app, ServiceAuditLog, ({ query: { before, ...query } }) => auditLog.page(null, query, before ?? null));

  answerCall(app, ServiceAuditExport, ({ query, reply }) => sendFile(reply, null, query));
}
