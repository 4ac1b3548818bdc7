import {
  ENTITIES_PAGE_SIZE,
  ENTITY_LABELS_PAGE_SIZE,
  ENTITY_WITHDRAWN_MAX,
  type EntitiesData,
  type EntityData,
  type WithdrawnLabel,
} from '@assay/contracts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isStorable } from '../../../platform/kernel/text/is-storable.ts';
import { refuseSecret } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { EntitiesStore } from './entities.ports.ts';
import { presentEntity, presentEntry } from './entities.presenter.ts';
import type { EntityFacts } from './entity-facts.ts';
import { searchKeyOf } from './entity-names.ts';

export interface EntitiesService {
  /**
   * One page of the entities whose name contains the text, the largest first.
   *
   * @throws AppError SecretNotAddress: the text is one, or can be
   */
  search(text: string, page: number): Promise<EntitiesData>;
  /**
   * One entity by its slug or by any spelling of its name, with one page of its labels.
   *
   * @throws AppError NotFound
   */
  entity(name: string, page: number): Promise<EntityData>;
}

/** Labels of these spellings that were withdrawn after disputes, the newest first. */
export type WithdrawnOfNames = (names: readonly string[], most: number) => Promise<readonly WithdrawnLabel[]>;

export function buildEntitiesService(
  store: EntitiesStore,
  facts: () => Promise<EntityFacts>,
  withdrawnOf: WithdrawnOfNames,
): EntitiesService {
  return {
    async search(text, page) {
      refuseSecret(text);
      const key = searchKeyOf(text);
      const found =
        key === '' && text.trim() !== ''
          ? { entities: [], total: 0 }
          : await store.search(key, page, ENTITIES_PAGE_SIZE);
      return {
        entities: found.entities.map(presentEntry),
        meta: { page, totalPages: Math.ceil(found.total / ENTITIES_PAGE_SIZE), total: found.total },
      };
    },

    async entity(name, page) {
      if (!isStorable(name)) throw new AppError('NotFound');
      const known = await facts();
      const entity = (await store.find(name)) ?? (await store.find(known.slugOf(name)));
      if (entity === null) throw new AppError('NotFound');
      // A page after the last is empty: its query would sort every label of the entity for nothing.
      const isPage = (page - 1) * ENTITY_LABELS_PAGE_SIZE < entity.labels;
      const labels = isPage ? await store.labels(entity.names, page, ENTITY_LABELS_PAGE_SIZE) : [];
      const withdrawn = await withdrawnOf(entity.names, ENTITY_WITHDRAWN_MAX);
      return { ...presentEntity(entity, known.of(entity.slug), labels, page), withdrawn: [...withdrawn] };
    },
  };
}
