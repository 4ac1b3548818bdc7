/** The calls of the entity catalogue, apart from the client so that no first page carries them. */
import { objectOf } from './answer.ts';
import type { EntitiesData, EntityData } from './site/entities.ts';
import type { Sender } from './survey-client.ts';

export interface EntityClient<Signal> {
  /** GET /entities. */
  entities(query: string, page: number, options?: { readonly signal?: Signal }): Promise<EntitiesData>;
  /** GET /entities/:slug. */
  entity(slug: string, page: number, options?: { readonly signal?: Signal }): Promise<EntityData>;
}

/**
 * The catalogue of entities, over any client.
 *
 * @example
 * const { entities } = await entityClient(client).entities('huobi', 1);
 */
export function entityClient<Signal>({ send }: Sender<Signal>): EntityClient<Signal> {
  return {
    async entities(query, page, options) {
      const data = await send('GET', `/entities?query=${encodeURIComponent(query)}&page=${page}`, undefined, options);
      return objectOf<EntitiesData>(data, { entities: 'array', meta: 'object' });
    },
    async entity(slug, page, options) {
      const data = await send('GET', `/entities/${encodeURIComponent(slug)}?page=${page}`, undefined, options);
      return objectOf<EntityData>(data, { labels: 'array', labelsMeta: 'object', withdrawn: 'array' });
    },
  };
}
