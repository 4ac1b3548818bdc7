export { CounterpartiesPage } from './counterparties-page.tsx';
export { readSearch } from './read-search.ts';
