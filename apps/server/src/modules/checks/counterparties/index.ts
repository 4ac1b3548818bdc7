export type {
  Counterparty,
  CounterpartyPage,
  FollowedAsset,
  ListState,
  ListSubject,
  PageQuery,
  ReadyList,
  SeenAsset,
} from './counterparties.ports.ts';
export { presentPage, presentSeen } from './counterparties.presenter.ts';
export { counterpartiesRoutes } from './counterparties.routes.ts';
export { buildCounterpartiesService, type CounterpartiesService } from './counterparties.service.ts';
export { CSV_HEADER, csvLines } from './counterparties-csv.ts';
export { LIST_KEPT_DAYS, removeUnusedLists } from './lists.store.ts';
export { readPageQuery } from './read-query.ts';
export { NOBODY, sumCoins } from './sum-coins.ts';
