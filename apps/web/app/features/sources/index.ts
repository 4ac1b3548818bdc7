export { SourcesPage } from './sources-page.tsx';
