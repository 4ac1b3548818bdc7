import { Readable } from 'node:stream';
import { AuditExport, AuditLog, type AuditQuery, ServiceAuditExport, ServiceAuditLog } from '@assay/contracts';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireAdmin, requirePermission } from '../http/caller.ts';
import { failures } from '../http/failures.ts';
import { requireStepUp } from '../http/step-up.ts';
import { csvOf, jsonLinesOf } from './audit-file.ts';
import type { AuditLogService } from './audit-log.service.ts';

export interface AuditRoutesOptions {
  readonly auditLog: AuditLogService;
  readonly readsPerMinute: number;
  readonly exportsPerMinute: number;
}

export const auditRoutes: FastifyPluginAsyncZod<AuditRoutesOptions> = async (app, options) => {
  const { auditLog } = options;
  const reads = { rateLimit: { max: options.readsPerMinute } };
  const exports = { rateLimit: { max: options.exportsPerMinute } };

  async function sendFile(
    reply: FastifyReply,
    workspace: string | null,
    { format, ...query }: AuditQuery & { format: 'csv' | 'jsonl' },
  ) {
    const name = workspace === null ? 'service-audit-log' : 'audit-log';
    const parts = await auditLog.all(workspace, query);
    reply
      .header('cache-control', 'no-store')
      .header('content-type', format === 'csv' ? AuditExport.contentType : 'application/jsonl; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${format}"`,
      );
    return reply.send(Readable.from(format === 'csv' ? csvOf(parts) : jsonLinesOf(parts), { objectMode: false }));
  }

  app.get(
    AuditLog.path,
    {
      schema: {
        summary: 'The audit log of the selected workspace',
        tags: ['audit'],
        querystring: AuditLog.query,
        response: { ...AuditLog.answers, ...failures(AuditLog.errors) },
      },
      config: reads,
      preParsing: requirePermission('audit'),
    },
    async (request, reply) => {
      const { before, ...query } = request.query;
      reply.header('cache-control', 'no-store');
      return { data: await auditLog.page(callerOf(request).workspace.id, query, before ?? null) };
    },
  );

  app.get(
    AuditExport.path,
    {
      schema: {
        summary: 'The audit log of the selected workspace as a file',
        tags: ['audit'],
        querystring: AuditExport.query,
        response: failures(AuditExport.errors),
      },
      config: exports,
      preParsing: [requirePermission('audit'), requireStepUp],
    },
    async (request, reply) => sendFile(reply, callerOf(request).workspace.id, request.query),
  );

  app.get(
    ServiceAuditLog.path,
    {
      schema: {
        summary: 'The audit log of the service',
        tags: ['audit'],
        querystring: ServiceAuditLog.query,
        response: { ...ServiceAuditLog.answers, ...failures(ServiceAuditLog.errors) },
      },
      config: reads,
      preParsing: requireAdmin,
    },
    async (request, reply) => {
      const { before, ...query } = request.query;
      reply.header('cache-control', 'no-store');
      return { data: await auditLog.page(null, query, before ?? null) };
    },
  );

  app.get(
    ServiceAuditExport.path,
    {
      schema: {
        summary: 'The audit log of the service as a file',
        tags: ['audit'],
        querystring: ServiceAuditExport.query,
        response: failures(ServiceAuditExport.errors),
      },
      config: exports,
      preParsing: [requireAdmin, requireStepUp],
    },
    async (request, reply) => sendFile(reply, null, request.query),
  );
};
