import { z } from 'zod';
import { WithdrawnLabel } from '../dispute/withdrawn-label.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Entities on one page of the catalogue. */
export const ENTITIES_PAGE_SIZE = 25;
/** Labels on one page of an entity. */
export const ENTITY_LABELS_PAGE_SIZE = 50;
/** Withdrawn labels on the page of an entity; the log has the others. */
export const ENTITY_WITHDRAWN_MAX = 20;
/** Characters of a search or of the name in a path. */
export const ENTITY_NAME_MAX = 200;

const count = z.number().int().min(0);
const page = z.coerce.number().int().min(1).max(100_000).default(1);
const day = z.iso.date().nullable();
const group = z.enum(['high', 'mid', 'low']);

export const EntitiesQuery = z.object({
  /** Letters and digits of a name; case, spaces and punctuation do not count. */
  query: z.string().max(ENTITY_NAME_MAX).default(''),
  /** From 1; a page after the last is empty. */
  page,
});

export const EntityPage = z.object({ page });

/** A category of labels, as readers name it. */
const EntityCategory = z.object({ category: z.string(), title: z.string(), group, labels: count });

/** An entity of the catalogue: one name, under all its spellings. */
export const EntityEntry = z
  .object({
    slug: z.string(),
    title: z.string(),
    /** The category that most of its labels have. */
    category: EntityCategory,
    labels: count,
    addresses: count,
    /** Names of its networks, those with the most labels first. */
    networks: z.array(z.string()),
  })
  .meta({ id: 'EntityEntry' });
export type EntityEntry = z.infer<typeof EntityEntry>;

export const EntitiesData = z.object({
  entities: z.array(EntityEntry),
  meta: z.object({ page: count, totalPages: count, total: count }),
});
export type EntitiesData = z.infer<typeof EntitiesData>;

/** A label that names the entity. */
export const EntityLabel = z
  .object({
    network: z.string(),
    networkName: z.string(),
    address: z.string(),
    /** The entity's name as this label spells it. */
    name: z.string(),
    category: z.string(),
    title: z.string(),
    group,
    confidence: z.number().int().min(0).max(100),
    source: z.string(),
    /** Who says so, in words, such as `Government notice`. */
    sourceKind: z.string(),
    sourceUrl: z.string().nullable(),
    sourceDate: day,
    /** The last day of its validity; null where it is in force without an end. */
    validTo: day,
  })
  .meta({ id: 'EntityLabel' });
export type EntityLabel = z.infer<typeof EntityLabel>;

export const EntityData = z
  .object({
    slug: z.string(),
    title: z.string(),
    /** Other spellings and former names. */
    otherNames: z.array(z.string()),
    /** Why names that are spelled otherwise are this entity's; null where they are spellings. */
    otherNamesBecause: z.string().nullable(),
    /** Set where many owners share the name: says which. */
    collective: z.string().nullable(),
    /** Host of its site; null where none is known. */
    site: z.string().nullable(),
    /** Its row on the reviewed list of services that identify their customers; null where it has none. */
    listed: z.object({ slug: z.string(), since: z.iso.date(), until: day }).nullable(),
    jurisdictions: z.array(z.object({ code: z.string(), name: z.string() })),
    categories: z.array(EntityCategory),
    networks: z.array(z.object({ network: z.string(), name: z.string(), labels: count })),
    sources: z.array(z.object({ source: z.string(), labels: count, oldest: day, newest: day })),
    addresses: count,
    /** One page of its labels, by network and address. */
    labels: z.array(EntityLabel),
    labelsMeta: z.object({ page: count, totalPages: count, total: count }),
    /** Labels with one of its names that were withdrawn after a dispute, the newest first, at most `ENTITY_WITHDRAWN_MAX`. */
    withdrawn: z.array(WithdrawnLabel),
  })
  .meta({ id: 'EntityData' });
export type EntityData = z.infer<typeof EntityData>;

/** GET /entities: names that labels carry, found by any of their spellings. */
export const Entities = {
  method: 'GET',
  path: '/entities',
  summary: 'Entities that labels name, found by any spelling',
  tag: 'entities',
  limit: 'reads',
  credentials: 'none',
  query: EntitiesQuery,
  answers: { 200: success(EntitiesData) },
  errors: ['SecretNotAddress'],
} as const satisfies Contract;

/** GET /entities/:slug: what the labels say about one entity. Any spelling of the name finds it. */
export const EntityCall = {
  method: 'GET',
  path: '/entities/:slug',
  summary: 'What the labels say about one entity',
  tag: 'entities',
  limit: 'reads',
  credentials: 'none',
  params: z.object({ slug: z.string().min(1).max(ENTITY_NAME_MAX) }),
  query: EntityPage,
  answers: { 200: success(EntityData) },
  errors: ['NotFound'],
} as const satisfies Contract;
