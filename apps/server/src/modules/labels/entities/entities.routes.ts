import { Entities, EntityCall } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import type { EntitiesService } from './entities.service.ts';

export interface EntitiesRoutesOptions {
  readonly entities: EntitiesService;
  readonly readsPerMinute: number;
}

export const entitiesRoutes: FastifyPluginAsyncZod<EntitiesRoutesOptions> = async (app, options) => {
  const config = { rateLimit: { max: options.readsPerMinute } };
  app.get(
    Entities.path,
    {
      schema: {
        summary: 'Entities that labels name, found by any spelling',
        tags: ['entities'],
        querystring: Entities.query,
        response: { ...Entities.answers, ...failures(Entities.errors) },
      },
      config,
    },
    async ({ query }) => ({ data: await options.entities.search(query.query, query.page) }),
  );
  app.get(
    EntityCall.path,
    {
      schema: {
        summary: 'What the labels say about one entity',
        tags: ['entities'],
        params: EntityCall.params,
        querystring: EntityCall.query,
        response: { ...EntityCall.answers, ...failures(EntityCall.errors) },
      },
      config,
    },
    async ({ params, query }) => ({ data: await options.entities.entity(params.slug, query.page) }),
  );
};
