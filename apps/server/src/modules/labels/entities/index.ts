export { entitiesRoutes } from './entities.routes.ts';
export { buildEntitiesService, type EntitiesService } from './entities.service.ts';
export { entitiesStore } from './entities.store.ts';
export { readEntityFacts } from './entity-facts.ts';
export { entityKeyOf } from './entity-names.ts';
export { refreshEntities } from './refresh-entities.ts';
