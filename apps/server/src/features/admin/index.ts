export { type AccountOrder, findAccount, orderAccount } from './administration.store.ts';
