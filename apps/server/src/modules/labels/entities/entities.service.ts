import {
  ENTITIES_PAGE_SIZE,
  ENTITY_LABELS_PAGE_SIZE,
  ENTITY_WITHDRAWN_MAX,
  type EntitiesData,
  type EntityData,
  SERVICES_PAGE_SIZE,
  type ServiceData,
  type ServicesData,
  type WithdrawnLabel,
} from '@assay/contracts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isStorable } from '../../../platform/kernel/text/is-storable.ts';
import { refuseSecret } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { EntitiesStore } from './entities.ports.ts';
import { presentEntity, presentEntry, presentService } from './entities.presenter.ts';
import type { EntityFacts } from './entity-facts.ts';
import { searchKeyOf } from './entity-names.ts';
import type { ListedService, ServicesList } from './services-list.ts';

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
  /**
   * One page of the services that identify their customers whose name contains the text.
   *
   * @throws AppError SecretNotAddress: the text is one, or can be
   */
  services(text: string, page: number): Promise<ServicesData>;
  /**
   * One of them by its slug or by any spelling of its name.
   *
   * @throws AppError NotFound
   */
  service(name: string): Promise<ServiceData>;
}

/** Labels of these spellings that were withdrawn after disputes, the newest first. */
export type WithdrawnOfNames = (names: readonly string[], most: number) => Promise<readonly WithdrawnLabel[]>;

export interface EntitiesDeps {
  readonly store: EntitiesStore;
  readonly facts: () => Promise<EntityFacts>;
  readonly services: () => Promise<ServicesList>;
  readonly withdrawnOf: WithdrawnOfNames;
}

export function buildEntitiesService({ store, facts, services, withdrawnOf }: EntitiesDeps): EntitiesService {
  async function presentAll(rows: readonly ListedService[]) {
    const [known, labelled] = await Promise.all([facts(), store.existing(rows.map(({ slug }) => slug))]);
    return rows.map((row) => presentService(row, known.of(row.slug), labelled.has(row.slug)));
  }

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
      const listed = (await services()).of(entity.slug);
      return {
        ...presentEntity(entity, known.of(entity.slug), labels, page),
        listed: listed === null ? null : { slug: listed.slug, since: listed.since, until: listed.until },
        withdrawn: [...withdrawn],
      };
    },

    async services(text, page) {
      refuseSecret(text);
      const [known, { rows, version }] = await Promise.all([facts(), services()]);
      const key = searchKeyOf(text);
      const isAll = text.trim() === '';
      const namesOf = ({ slug, entity }: ListedService) => [entity, ...(known.of(slug)?.otherNames ?? [])];
      const found = rows.filter(
        (row) => isAll || (key !== '' && namesOf(row).some((name) => searchKeyOf(name).includes(key))),
      );
      const start = (page - 1) * SERVICES_PAGE_SIZE;
      return {
        services: await presentAll(found.slice(start, start + SERVICES_PAGE_SIZE)),
        version,
        rows: rows.length,
        meta: { page, totalPages: Math.ceil(found.length / SERVICES_PAGE_SIZE), total: found.length },
      };
    },

    async service(name) {
      const list = await services();
      const row = list.named(name);
      if (row === null) throw new AppError('NotFound');
      const [service] = await presentAll([row]);
      if (service === undefined) throw new Error('A row of the list was not presented');
      return { service, version: list.version };
    },
  };
}
