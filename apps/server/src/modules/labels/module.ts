import type { FastifyPluginAsync } from 'fastify';
import { entitiesRoutes } from './entities/entities.routes.ts';
import type { EntitiesService } from './entities/entities.service.ts';

export function labelsCalls(entities: EntitiesService): FastifyPluginAsync {
  return (calls) => entitiesRoutes(calls, { entities });
}
