export { explorerPart } from './account-part.store.ts';
export { newestBetween } from './between.store.ts';
export { explorerRoutes } from './explorer.routes.ts';
export { buildExplorerService, type ExplorerService } from './explorer.service.ts';
export { explorerStore } from './explorer.store.ts';
export { largestNeighbours } from './largest-neighbours.ts';
export { neighboursOnChain } from './neighbours-on-chain.ts';
