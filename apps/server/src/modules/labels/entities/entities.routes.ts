import { Entities, EntityCall, ServiceCall, Services } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import type { EntitiesService } from './entities.service.ts';

/** Calls that read the catalogue of entities that labels name, and those of them that identify their customers. */
export async function entitiesRoutes(
  app: FastifyInstance,
  { entities }: { readonly entities: EntitiesService },
): Promise<void> {
  answerCall(app, Entities, async ({ query }) => entities.search(query.query, query.page), { isStorable: true });
  answerCall(app, EntityCall, async ({ params, query }) => entities.entity(params.slug, query.page), {
    isStorable: true,
  });
  answerCall(app, Services, async ({ query }) => entities.services(query.query, query.page), { isStorable: true });
  answerCall(app, ServiceCall, async ({ params }) => entities.service(params.slug), { isStorable: true });
}
