import { ReadPreview, ReadReport } from '@assay/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RecordDownload } from '../../../platform/audit/index.ts';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { isHeldAlready } from '../../../platform/http/headers/if-none-match.ts';
import { readerOf } from '../../../platform/http/who/caller.ts';
import type { RenderedFile, ReportsService } from './reports.service.ts';

export interface ReportsRoutesOptions {
  readonly reports: ReportsService;
  readonly recordDownload: RecordDownload;
  readonly productName: string;
}

/** Calls that render a finished check: its report and its picture. */
export async function reportsRoutes(app: FastifyInstance, options: ReportsRoutesOptions): Promise<void> {
  const { reports, recordDownload, productName } = options;

  answerCall(app, ReadReport, async ({ params, request, reply }) => {
    const subId = params.sub_id.toLowerCase();
    const reader = readerOf(request);
    const file = await reports.readReport(subId, reader);
    if (reader !== null && file.isOfReader && !isHeldAlready(request, file.etag)) {
      await recordDownload(reader, 'report.download', { kind: 'check', id: subId });
    }
    reply.header('content-disposition', attachmentOf(productName, subId));
    return sendFile(request, reply, file, ReadReport.contentType);
  });

  answerCall(app, ReadPreview, async ({ params, request, reply }) => {
    const file = await reports.readPreview(params.sub_id.toLowerCase(), readerOf(request));
    return sendFile(request, reply, file, ReadPreview.contentType);
  });
}

/** Clients revalidate every time, because a result may be revoked; an unchanged file is not sent twice. */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: RenderedFile, type: string): FastifyReply {
  reply.header('cache-control', 'private, no-cache').header('etag', file.etag);
  if (isHeldAlready(request, file.etag)) return reply.code(304).send();
  return reply.type(type).send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength));
}

/**
 * `{product}-report-{sub_id}.pdf` in lower case (row API-13). For every product name the header stays one plain ASCII
 * line (RFC 6266); a name beyond ASCII follows in the extended form.
 */
export function attachmentOf(productName: string, subId: string): string {
  const name = productName
    .trim()
    .toLowerCase()
    .replace(/[\s/\\]+/g, '-');
  const plain = name.replace(/[^a-z0-9._-]/g, '').replace(/^[.-]+/, '');
  const file = `${plain === '' ? 'check' : plain}-report-${subId}.pdf`;
  const extended = plain === name ? '' : `; filename*=UTF-8''${encodeExtended(`${name}-report-${subId}.pdf`)}`;
  return `attachment; filename="${file}"${extended}`;
}

/** RFC 8187: escapes what `encodeURIComponent` leaves although the header may not contain it. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
