/** The calls about API keys, apart from the client so that no first page carries them. */

import { objectOf } from './answer.ts';
import type { ApiKey, CreateApiKeyBody, NewApiKeyData } from './api-keys/api-keys.ts';
import type { Sender } from './survey-client.ts';

export interface ApiKeyClient<Signal> {
  /** GET /developers/keys. */
  list(options?: { readonly signal?: Signal }): Promise<readonly ApiKey[]>;
  /** POST /developers/keys. */
  create(wish: CreateApiKeyBody): Promise<NewApiKeyData>;
  /** POST /developers/keys/{id}/replace. */
  replace(id: string, formerWorksHours: number): Promise<NewApiKeyData>;
  /** DELETE /developers/keys/{id}. */
  revoke(id: string): Promise<void>;
}

/**
 * The API keys of the selected workspace, over any client.
 *
 * @example
 * const { secret } = await apiKeyClient(client).create({ name: 'Deposits', scopes: ['checks:write'] });
 */
export function apiKeyClient<Signal>({ send }: Sender<Signal>): ApiKeyClient<Signal> {
  const made = (data: unknown) => objectOf<NewApiKeyData>(data, { key: 'object', secret: 'string' });
  return {
    async list(options) {
      const data = await send('GET', '/developers/keys', undefined, options);
      return objectOf<{ readonly keys: readonly ApiKey[] }>(data, { keys: 'array' }).keys;
    },
    create: async (wish) => made(await send('POST', '/developers/keys', wish)),
    replace: async (id, hours) =>
      made(await send('POST', `/developers/keys/${encodeURIComponent(id)}/replace`, { former_works_hours: hours })),
    async revoke(id) {
      await send('DELETE', `/developers/keys/${encodeURIComponent(id)}`);
    },
  };
}
