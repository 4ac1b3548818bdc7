export { SearchPanel } from './search-panel.tsx';
