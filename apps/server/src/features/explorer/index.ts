export { explorerRoutes } from './explorer.routes.ts';
export { buildExplorerService, type ExplorerService } from './explorer.service.ts';
