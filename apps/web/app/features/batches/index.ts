export { BatchesPage } from './batches-page.tsx';
