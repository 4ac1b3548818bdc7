export { buildSourceHealth } from './read-source-health.ts';
export type { ReadSourceHealth } from './source-health.ports.ts';
export { sourceHealthRoutes } from './source-health.routes.ts';
