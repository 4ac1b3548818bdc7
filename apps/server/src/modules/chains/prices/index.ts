export { addDays, dayOf } from './days.ts';
export { importPrices, type PriceImportSummary } from './import-prices.ts';
export { STABLE_AT_PAR } from './par.ts';
export { type DayPrices, describePrices, type UsedPrice } from './price-days.ts';
export type { DailyPrice, PriceProvider } from './prices.ports.ts';
export { buildPricesService, type PricesService, type PricingMode } from './prices.service.ts';
export { type PriceSeries, pricesStore } from './prices.store.ts';
