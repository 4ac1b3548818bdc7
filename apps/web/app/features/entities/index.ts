export { answerEntitySearch, type EntitySearchAnswer } from './answer-entity-search.ts';
export { EntitiesPage } from './entities-page.tsx';
export { EntityPage } from './entity-page.tsx';
export { entitiesPath, entityPath, servicePath, servicesPath } from './entity-paths.ts';
export { ServicePage, ServicesPage } from './services-page.tsx';
