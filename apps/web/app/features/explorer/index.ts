export { ExplorerPage } from './explorer-page.tsx';
export { packExplorer } from './state/explorer-data.ts';
