import { Readable } from 'node:stream';
import { type CheckDone, History, HistoryExport, HistoryPage, NewestResult } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import { readTimeZone, timeZoneOf } from '../../../platform/http/time-zone.ts';
import type { HistoryRow } from './history.ports.ts';
import { presentItem } from './history.presenter.ts';
import type { HistoryService } from './history.service.ts';
import { CSV_HEADER, csvLines } from './history-csv.ts';

export interface HistoryRoutesOptions {
  readonly history: HistoryService;
  /** A finished check as its owner sees it. */
  readonly resultOf: (subId: string, owner: string) => Promise<CheckDone>;
  readonly readsPerMinute: number;
  readonly exportsPerMinute: number;
}

export const historyRoutes: FastifyPluginAsyncZod<HistoryRoutesOptions> = async (app, options) => {
  const { history, resultOf } = options;
  const reads = { config: { rateLimit: { max: options.readsPerMinute } }, preParsing: requirePermission('read') };

  app.get(
    HistoryPage.path,
    {
      schema: {
        summary: 'A page of one’s checks',
        description: 'Newest first. `offset` is the page size, at most 200.',
        tags: ['monitor'],
        querystring: HistoryPage.query,
        response: { ...HistoryPage.answers, ...failures(HistoryPage.errors) },
      },
      ...reads,
    },
    async (request, reply) => {
      const { offset, page, search } = request.query;
      const timeZone = timeZoneOf(request);
      const { rows, total } = await history.page(callerOf(request).workspace.id, {
        size: offset,
        page,
        search,
        timeZone,
      });
      const meta = { totalPages: Math.max(1, Math.ceil(total / offset)), total, page, offset };
      reply.header('cache-control', 'no-store');
      return { data: { items: rows.map(presentItem), meta } };
    },
  );

  app.get(
    History.path,
    {
      schema: {
        summary: 'One’s newest 100 checks',
        tags: ['monitor'],
        response: { ...History.answers, ...failures(History.errors) },
      },
      ...reads,
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: (await history.newest(callerOf(request).workspace.id)).map(presentItem) };
    },
  );

  app.get(
    HistoryExport.path,
    {
      schema: {
        summary: 'One’s checks as CSV, all or those a search finds',
        tags: ['monitor'],
        querystring: HistoryExport.query,
        response: failures(HistoryExport.errors),
      },
      config: { rateLimit: { max: options.exportsPerMinute } },
      preParsing: [requirePermission('export'), requireStepUp],
    },
    async (request, reply) => {
      const { search, time_zone: zone } = request.query;
      const found = await history.all(callerOf(request).workspace.id, {
        search,
        timeZone: readTimeZone(zone) ?? 'UTC',
      });
      const file = `checks-${new Date().toISOString().slice(0, 10)}.csv`;
      reply
        .header('cache-control', 'no-store')
        .header('content-type', HistoryExport.contentType)
        .header('content-disposition', `attachment; filename="${file}"`);
      return reply.send(Readable.from(csvOf(found), { objectMode: false }));
    },
  );

  app.get(
    NewestResult.path,
    {
      schema: {
        summary: 'One’s newest result for an address',
        tags: ['monitor'],
        params: NewestResult.params,
        response: { ...NewestResult.answers, ...failures(NewestResult.errors) },
      },
      ...reads,
    },
    async (request, reply) => {
      const { id } = callerOf(request).workspace;
      reply.header('cache-control', 'no-store');
      return { data: await resultOf(await history.newestResult(id, request.params.address.trim()), id) };
    },
  );
};

async function* csvOf(parts: AsyncIterable<readonly HistoryRow[]>): AsyncGenerator<string> {
  yield CSV_HEADER;
  for await (const rows of parts) yield csvLines(rows);
}
