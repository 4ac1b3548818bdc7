export { buildCoverageService, type CoverageService } from './coverage.service.ts';
export type { CoveragePorts } from './site.ports.ts';
export { siteRoutes } from './site.routes.ts';
