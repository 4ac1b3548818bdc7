export { explorerPart } from './account-part.store.ts';
export type { BetweenPort, FollowedAsset, NeighboursOfDirection, NeighboursPort } from './explorer.ports.ts';
export { explorerRoutes } from './explorer.routes.ts';
export { buildExplorerService, type ExplorerService } from './explorer.service.ts';
export { explorerStore } from './explorer.store.ts';
