export { importedAddresses } from './known-addresses.ts';
export type { KnownAddress } from './suggest.ports.ts';
export { suggestRoutes } from './suggest.routes.ts';
export { buildSuggestService, type SuggestService } from './suggest.service.ts';
