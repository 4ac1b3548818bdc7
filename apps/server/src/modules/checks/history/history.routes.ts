import { Readable } from 'node:stream';
import { type CheckDone, History, HistoryExport, HistoryPage, NewestResult } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { readTimeZone, timeZoneOf } from '../../../platform/http/headers/time-zone.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import { csvFile } from '../../../platform/kernel/text/csv.ts';
import { presentItem } from './history.presenter.ts';
import type { HistoryService } from './history.service.ts';
import { HISTORY_COLUMNS } from './history-csv.ts';

export interface HistoryRoutesOptions {
  readonly history: HistoryService;
  /** A finished check as its owner sees it. */
  readonly resultOf: (subId: string, owner: string) => Promise<CheckDone>;
}

/** Calls about the checks of the selected workspace. */
export async function historyRoutes(app: FastifyInstance, { history, resultOf }: HistoryRoutesOptions): Promise<void> {
  answerCall(app, HistoryPage, async ({ query, request }) => {
    const { offset, page, search } = query;
    const wish = { size: offset, page, search, timeZone: timeZoneOf(request) };
    const { rows, total } = await history.page(callerOf(request).workspace.id, wish);
    const meta = { totalPages: Math.max(1, Math.ceil(total / offset)), total, page, offset };
    return { items: rows.map(presentItem), meta };
  });

  answerCall(app, History, async ({ request }) =>
    (await history.newest(callerOf(request).workspace.id)).map(presentItem),
  );

  answerCall(app, HistoryExport, async ({ query, request, reply }) => {
    const { search, time_zone: zone } = query;
    const found = await history.all(callerOf(request).workspace.id, {
      search,
      timeZone: readTimeZone(zone) ?? 'UTC',
    });
    const file = `checks-${new Date().toISOString().slice(0, 10)}.csv`;
    reply
      .header('content-type', HistoryExport.contentType)
      .header('content-disposition', `attachment; filename="${file}"`);
    return reply.send(Readable.from(csvFile(HISTORY_COLUMNS, found), { objectMode: false }));
  });

  answerCall(app, NewestResult, async ({ params, request }) => {
    const { id } = callerOf(request).workspace;
    return resultOf(await history.newestResult(id, params.address.trim()), id);
  });
}
