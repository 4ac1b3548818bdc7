export { browserClient } from './browser-client.ts';
export { SearchPanel } from './search-panel.tsx';
