export { announceServer } from './announce-server.ts';
export { buildCoverageService, type CoverageService } from './coverage.service.ts';
export { openServersStore } from './open-servers.store.ts';
export { securityTxtRoutes } from './security-txt.routes.ts';
export type { CoveragePorts } from './site.ports.ts';
export { siteRoutes } from './site.routes.ts';
export { type AskedProviders, describeStoredData, storedCoverage } from './stored-coverage.ts';
