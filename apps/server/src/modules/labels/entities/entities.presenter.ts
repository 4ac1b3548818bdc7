import {
  ENTITY_LABELS_PAGE_SIZE,
  type EntityData,
  type EntityEntry,
  type EntityLabel,
  type ServiceRow,
} from '@assay/contracts';
import { CATEGORIES, type Category, isCategory, isNetworkId, NETWORKS } from '@assay/domain';
import { sourceKindOf } from '@assay/wording';
import type { NamedLabel } from '../labels/known/named-labels.store.ts';
import type { NamedCount, StoredEntity } from './entities.ports.ts';
import type { EntityFact } from './entity-facts.ts';
import { entityKeyOf } from './entity-names.ts';
import type { ListedService } from './services-list.ts';

/** Made for the first entity that is shown: it takes as long as a short query. */
let countries: Intl.DisplayNames | undefined;

export function presentEntry({ slug, title, categories, networks, labels, addresses }: StoredEntity): EntityEntry {
  const [category = { key: 'other_entities', labels: 0 }] = categories;
  return {
    slug,
    title,
    category: presentCategory(category),
    labels,
    addresses,
    networks: networks.map(({ key }) => networkName(key)),
  };
}

export function presentEntity(
  entity: StoredEntity,
  fact: EntityFact | null,
  labels: readonly NamedLabel[],
  page: number,
): Omit<EntityData, 'withdrawn' | 'listed'> {
  const { slug, title, names, categories, networks, sources, addresses } = entity;
  return {
    slug,
    title,
    otherNames: otherNamesOf(title, [...names, ...(fact?.otherNames ?? [])]),
    otherNamesBecause: fact?.otherNamesBecause ?? null,
    collective: fact?.collective ?? null,
    site: fact?.site ?? null,
    jurisdictions: (fact?.jurisdictions ?? []).map((code) => ({ code, name: countryName(code) })),
    categories: categories.map(presentCategory),
    networks: networks.map(({ key, labels: count }) => ({ network: key, name: networkName(key), labels: count })),
    sources: sources.map((source) => ({ ...source })),
    addresses,
    labels: labels.map(presentLabel),
    labelsMeta: { page, totalPages: Math.ceil(entity.labels / ENTITY_LABELS_PAGE_SIZE), total: entity.labels },
  };
}

export function presentService(row: ListedService, fact: EntityFact | null, isLabelled: boolean): ServiceRow {
  return { ...row, title: fact?.name ?? row.entity, isLabelled };
}

/** Spellings that differ by more than upper and lower case, each once. */
function otherNamesOf(title: string, names: readonly string[]): string[] {
  const seen = new Set([title.toLowerCase()]);
  return names.filter((name) => {
    const isNew = !seen.has(name.toLowerCase()) && entityKeyOf(name) !== '';
    seen.add(name.toLowerCase());
    return isNew;
  });
}

function presentCategory({ key, labels }: NamedCount): EntityEntry['category'] {
  const { title, group } = CATEGORIES[categoryOf(key)];
  return { category: key, title, group, labels };
}

function presentLabel({ category, ...label }: NamedLabel): EntityLabel {
  const known = categoryOf(category);
  const { title, group } = CATEGORIES[known];
  const sourceKind = sourceKindOf({ entity: label.name, category: known, source: label.source });
  return { ...label, category, title, group, networkName: networkName(label.network), sourceKind };
}

function categoryOf(id: string): Category {
  if (!isCategory(id)) throw new Error(`The label store holds the unknown category "${id}"`);
  return id;
}

function networkName(network: string): string {
  return isNetworkId(network) ? NETWORKS[network].name : network;
}

function countryName(code: string): string {
  countries ??= new Intl.DisplayNames('en', { type: 'region' });
  return countries.of(code) ?? code;
}
