export { apiKeysPart } from './account-part.store.ts';
export type { KeyHolder, KeyMaker, KeyRefusal, KeyWish, ShownKey, StoredKey } from './api-keys.ports.ts';
export { apiKeysRoutes } from './api-keys.routes.ts';
export { type ApiKeysDeps, type ApiKeysService, buildApiKeysService, type MadeKey } from './api-keys.service.ts';
export { type ApiKeysStore, apiKeysStore } from './api-keys.store.ts';
export { isKeyText, randomDigits } from './key-text.ts';
