import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { EntitiesQuery } from './entities.ts';

/** Rows on one page of the reviewed list. */
export const SERVICES_PAGE_SIZE = 25;
/** Who says what a piece of evidence says. */
export const EVIDENCE_KINDS = ['register', 'authority', 'own_statement', 'press'] as const;

const count = z.number().int().min(0);
const day = z.iso.date();

/** A row of the reviewed list of services that identify their customers. Days are of UTC, both ends included. */
export const ServiceRow = z
  .object({
    /** Of its entity: the last part of the paths of both. */
    slug: z.string(),
    /** As labels name it. */
    entity: z.string(),
    /** As pages name it. */
    title: z.string(),
    /** `licence`: one binds the company to identify every customer; `own_rule`: the service's own, with a date. */
    rule: z.enum(['licence', 'own_rule']),
    since: day,
    /** Null while it holds. */
    until: day.nullable(),
    /** Why the first day is this one. */
    because: z.string(),
    /** Why the operator ended the row; null where that was not done. */
    endedBecause: z.string().nullable(),
    /** Days between both that do not count, such as those of a theft from the service. */
    excluded: z.array(z.object({ from: day, to: day, what: z.string(), url: z.string() })),
    evidence: z.array(
      z.object({
        kind: z.enum(EVIDENCE_KINDS),
        name: z.string(),
        url: z.string(),
        /** A day or a month; null where the page has none. */
        date: z.string().nullable(),
        what: z.string(),
      }),
    ),
    /** Whose row it is: one that ships with the product, or one of the operator's. */
    origin: z.enum(['shipped', 'operator']),
    /** Whether a label that is stored here names the entity, so that it has a page. */
    isLabelled: z.boolean(),
  })
  .meta({ id: 'ServiceRow' });
export type ServiceRow = z.infer<typeof ServiceRow>;

export const ServicesData = z.object({
  services: z.array(ServiceRow),
  /** Of the whole list, 16 hexadecimal digits: the same rows have the same version. */
  version: z.string(),
  /** Rows of the whole list. */
  rows: count,
  meta: z.object({ page: count, totalPages: count, total: count }),
});
export type ServicesData = z.infer<typeof ServicesData>;

export const ServiceData = z.object({ service: ServiceRow, version: z.string() });
export type ServiceData = z.infer<typeof ServiceData>;

/** GET /services: the reviewed list of services that identify their customers, by name. */
export const Services = {
  method: 'GET',
  path: '/services',
  summary: 'Services that identify their customers, with evidence',
  tag: 'entities',
  limit: 'reads',
  credentials: 'none',
  query: EntitiesQuery,
  answers: { 200: success(ServicesData) },
  errors: ['SecretNotAddress'],
} as const satisfies Contract;

/** GET /services/:slug: one row of it. Any spelling of the name finds it. */
export const ServiceCall = {
  method: 'GET',
  path: '/services/:slug',
  summary: 'One service that identifies its customers, with evidence',
  tag: 'entities',
  limit: 'reads',
  credentials: 'none',
  params: z.object({ slug: z.string().min(1).max(200) }),
  answers: { 200: success(ServiceData) },
  errors: ['NotFound'],
} as const satisfies Contract;
