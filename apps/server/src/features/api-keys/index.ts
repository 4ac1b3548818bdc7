export { apiKeysPart } from './account-part.store.ts';
export type { KeyHolder, KeyMaker, KeyRefusal, KeyWish, StoredKey } from './api-keys.ports.ts';
export { apiKeysRoutes } from './api-keys.routes.ts';
export { type ApiKeysDeps, type ApiKeysService, buildApiKeysService, type MadeKey } from './api-keys.service.ts';
export { apiKeysStore } from './api-keys.store.ts';
export { isKeyText, randomDigits } from './key-text.ts';
