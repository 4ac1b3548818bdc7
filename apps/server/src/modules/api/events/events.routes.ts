import { type EventType, ListEventsV1, RetrieveEventV1 } from '@assay/contracts/v1';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '../../../platform/db/index.ts';
import { keyOf, ProblemError, requireScope } from '../public-api/index.ts';
import type { EventsStore } from './events.store.ts';

export interface EventsRoutesOptions {
  readonly db: Db;
  readonly events: Pick<EventsStore, 'find' | 'page'>;
}

const TAGS = ['events'];
const config = { answersTestKeys: true };

/** Events of the public API: what webhooks deliver, to read. */
export const eventsRoutes: FastifyPluginAsyncZod<EventsRoutesOptions> = async (app, { db, events }) => {
  app.get(
    ListEventsV1.path,
    {
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description: 'What happened in the last 30 days, in the mode of the key, the newest first.',
        tags: TAGS,
        querystring: ListEventsV1.query,
      },
      config,
      preParsing: requireScope('webhooks'),
    },
    async (request, reply) => {
      const { workspace, mode } = keyOf(request);
      const { limit, cursor, type = null, object_id: objectId = null } = request.query;
      const before = cursor === undefined ? null : positionOf(cursor);
      const found = await events.page(db, workspace, mode, {
        before,
        type: type as EventType | null,
        objectId,
        size: limit + 1,
      });
      const shown = found.slice(0, limit);
      const hasMore = found.length > limit;
      const next = hasMore ? JSON.stringify(cursorAt(shown.at(-1)?.position ?? '0')) : 'null';
      const data = shown.map(({ body }) => body).join(',');
      return sendText(reply, `{"object":"list","data":[${data}],"has_more":${hasMore},"next_cursor":${next}}`);
    },
  );

  app.get(
    RetrieveEventV1.path,
    {
      schema: {
        operationId: 'retrieveEvent',
        summary: 'Retrieve an event',
        description: 'The very bytes that webhooks deliver.',
        tags: TAGS,
        params: RetrieveEventV1.params,
      },
      config,
      preParsing: requireScope('webhooks'),
    },
    async (request, reply) => {
      const { workspace, mode } = keyOf(request);
      const event = await events.find(db, workspace, mode, request.params.id);
      if (event === null) throw new ProblemError('not_found', 'There is no such event, or it is older than 30 days.');
      return sendText(reply, event.body);
    },
  );
};

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

/** The text as it is stored. */
function sendText(reply: FastifyReply, body: string) {
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(body);
}
