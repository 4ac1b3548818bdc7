export { ExplorerPage } from './explorer-page.tsx';
