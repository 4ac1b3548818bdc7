import { ListEventsV1, RetrieveEventV1 } from '@assay/contracts/v1';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../../platform/db/index.ts';
import { answerV1 } from '../public-api/answer-v1.ts';
import { keyOf } from '../public-api/key-gate.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { sendJson } from '../public-api/resource-replies.ts';
import { eventsStore } from './events.store.ts';

export interface EventsRoutesOptions {
  readonly db: Db;
}

/** Events of the public API: what webhooks deliver, to read. */
export async function eventsRoutes(app: FastifyInstance, { db }: EventsRoutesOptions): Promise<void> {
  answerV1(app, ListEventsV1, async ({ query, request, reply }) => {
    const { workspace, mode } = keyOf(request);
    const { limit, cursor, type = null, object_id: objectId = null } = query;
    const before = cursor === undefined ? null : positionOf(cursor);
    const found = await eventsStore.page(db, workspace, mode, { before, type, objectId, size: limit + 1 });
    const shown = found.slice(0, limit);
    const hasMore = found.length > limit;
    const next = hasMore ? JSON.stringify(cursorAt(shown.at(-1)?.position ?? '0')) : 'null';
    const data = shown.map(({ body }) => body).join(',');
    const list = `{"object":"list","data":[${data}],"has_more":${hasMore},"next_cursor":${next}}`;
    return sendJson(reply, { status: 200, body: list });
  });

  answerV1(app, RetrieveEventV1, async ({ params, request, reply }) => {
    const { workspace, mode } = keyOf(request);
    const event = await eventsStore.find(db, workspace, mode, params.id);
    if (event === null) throw new ProblemError('not_found', 'There is no such event, or it is older than 30 days.');
    return sendJson(reply, { status: 200, body: event.body });
  });
}

function cursorAt(position: string): string {
  return Buffer.from(`e ${position}`).toString('base64url');
}

/** @throws ProblemError invalid_request where the text is none of ours */
function positionOf(cursor: string): string {
  const [, position] = /^e (\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (position !== undefined) return position;
  throw new ProblemError('invalid_request', 'Send next_cursor of the page before, unchanged.', {
    pointer: 'query/cursor',
  });
}
