export { presentItem } from './history.presenter.ts';
export { historyRoutes } from './history.routes.ts';
export { buildHistoryService, type HistoryService } from './history.service.ts';
export { historyStore } from './history.store.ts';
