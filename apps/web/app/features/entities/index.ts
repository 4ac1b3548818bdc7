export { answerEntitySearch, type EntitySearchAnswer } from './answer-entity-search.ts';
export { EntitiesPage } from './entities-page.tsx';
export { EntityPage } from './entity-page.tsx';
export { entityPath } from './entity-paths.ts';
