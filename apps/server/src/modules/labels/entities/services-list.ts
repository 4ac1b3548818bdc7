import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EVIDENCE_KINDS, type ServiceRow } from '@assay/contracts';
import { reviewedList } from '@assay/domain';
import type { ReviewedList } from '@assay/exposure/version-3';
import { z } from 'zod';
import { ConfigError } from '../../../platform/config/config.ts';
import { readYamlFile, YamlFileError } from '../../../platform/config/yaml-file.ts';
import { once } from '../../../platform/kernel/once.ts';
import { type EntityFacts, readEntityFacts } from './entity-facts.ts';

/** The rows that ship; docs/services/README.md says by which rule one is entered, and from where they are. */
const SHIPPED_FILE = fileURLToPath(new URL('../../../../starter/services/services.json', import.meta.url));
const LARGEST_CHARACTERS = 1_048_576;
const VERSION_DIGITS = 16;

/** One row: which entity counts, on which days, by which rule and evidence. */
export type ListedService = Omit<ServiceRow, 'title' | 'isLabelled'>;

export interface ServicesList {
  /** By entity, in the alphabet's order. */
  readonly rows: readonly ListedService[];
  /** The first digits of the SHA-256 of all rows: the same rows have the same version, in whichever order and file. */
  readonly version: string;
  of(slug: string): ListedService | null;
  /** By its slug, or by any spelling of the name of its entity. */
  named(name: string): ListedService | null;
}

const text = (most: number) => {
  const expected = `a text of 1 to ${most} printed characters in one line`;
  return (
    z
      .string(expected)
      .trim()
      .min(1, expected)
      .max(most, expected)
      // No control characters, which the database refuses, and none that reorder or hide what a page shows.
      .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, expected)
  );
};
const day = z.iso.date('a day that exists, such as 2024-05-31');
const url = z
  .url({ protocol: /^https?$/, error: 'an address that begins with https:// or http://' })
  // It is published.
  .refine((link) => !/^\w+:\/\/[^/?#]*@/.test(link), 'an address without a user name or a password');
const entity = text(200);
const because = text(600);

const Span = z
  .strictObject({ from: day, to: day, what: text(300), url })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'a day that is not before from' });

const Evidence = z.strictObject({
  kind: z.enum(EVIDENCE_KINDS, EVIDENCE_KINDS.join(', ')),
  name: text(300),
  url,
  /** Of what it says, or of the page; a month where no day is known. */
  date: z.union([day, z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)], 'a day or a month, such as 2024-05').optional(),
  what: text(300),
});

const Row = z
  .strictObject({
    entity,
    rule: z.enum(['licence', 'own_rule'], 'licence or own_rule'),
    since: day,
    until: day.optional(),
    /** Why the first day is this one. */
    because,
    excluded: z.array(Span, 'a list').optional(),
    evidence: z.array(Evidence, 'a list').min(1, 'a list of at least one piece of evidence'),
  })
  .refine(({ since, until }) => until === undefined || since <= until, {
    path: ['until'],
    error: 'a day that is not before since',
  });

const Shipped = z.strictObject({ services: z.array(Row) });

/** What an operator adds to the list that ships. */
const Added = z.strictObject({
  services: z.array(Row, 'a list').default([]),
  ended: z.array(z.strictObject({ entity, until: day, because }), 'a list').default([]),
  left_out: z.array(z.strictObject({ entity, because }), 'a list').default([]),
});

/**
 * The list that counts: the rows that ship, without those that the operator leaves out, and with the operator's own,
 * of which one for an entity that ships takes the place of that row.
 *
 * @param file the operator's, absolute; null without one
 * @throws ConfigError names every line, row and field of the operator's file that is not usable, and what to do
 */
export async function readServicesList(facts: EntityFacts, file: string | null): Promise<ServicesList> {
  const shipped = Shipped.parse(JSON.parse(await readFile(SHIPPED_FILE, 'utf8'))).services;
  return listOf(facts, shipped, file === null ? Added.parse({}) : readAdded(facts, shipped, file));
}

/** The list, read when it is first asked for. */
export function servicesListOf(file: string | null): () => Promise<ServicesList> {
  return once(async () => readServicesList(await readEntityFacts(), file));
}

/**
 * The same for a server that starts: with a file of the operator's it is read at once, so that a wrong one stops the
 * start and not a page.
 *
 * @throws ConfigError
 */
export async function openServicesList(file: string | null): Promise<() => Promise<ServicesList>> {
  const services = servicesListOf(file);
  if (file !== null) await services();
  return services;
}

/** The list as a walk asks it; read when it is first asked for. */
export const reviewedListOf = (services: () => Promise<ServicesList>): (() => Promise<ReviewedList>) =>
  once(async () => {
    const [{ rows, version }, facts] = await Promise.all([services(), readEntityFacts()]);
    return { version, has: reviewedList(rows, (name) => facts.slugOf(name)) };
  });

type AddedRows = z.output<typeof Added>;
type FileRow = z.output<typeof Row>;

function readAdded(facts: EntityFacts, shipped: readonly FileRow[], file: string): AddedRows {
  const schema = Added.superRefine((added, context) => {
    for (const { path, message } of contradictions(facts, shipped, added)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });
  try {
    return readYamlFile(file, { schema, largest: LARGEST_CHARACTERS, nameOf: nameOfField });
  } catch (error) {
    if (!(error instanceof YamlFileError)) throw error;
    throw new ConfigError(
      `The file of services, which SERVICES_FILE names, is not usable:\n${error.message}\nCorrect these lines, or unset SERVICES_FILE to use the list that ships.`,
    );
  }
}

interface Contradiction {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function contradictions(facts: EntityFacts, shipped: readonly FileRow[], added: AddedRows): Contradiction[] {
  const sinceOf = new Map(shipped.map((row) => [facts.slugOf(row.entity), row.since]));
  const seen = new Set<string>();
  const found: Contradiction[] = [];
  for (const list of ['services', 'ended', 'left_out'] as const) {
    for (const [index, row] of added[list].entries()) {
      const slug = facts.slugOf(row.entity);
      const since = sinceOf.get(slug);
      const path = [list, index, 'entity'];
      if (seen.has(slug)) found.push({ path, message: 'an entity that this file names once, under any spelling' });
      else if (list !== 'services' && since === undefined) found.push({ path, message: 'an entity that ships' });
      seen.add(slug);
    }
  }
  for (const [index, { entity: name, until }] of added.ended.entries()) {
    const since = sinceOf.get(facts.slugOf(name));
    if (since === undefined || since <= until) continue;
    const message = `a day that is not before ${since}, the row’s first: name the entity in left_out to remove the row`;
    found.push({ path: ['ended', index, 'until'], message });
  }
  return found;
}

const Content = z.record(z.string(), z.unknown());
const Named = z.looseObject({ entity: z.string() });

/** Such as `services: Bybit: evidence.2.url`, with places counted from 1. */
function nameOfField([list, index, ...field]: readonly PropertyKey[], content: unknown): string {
  const counted = field.map((part) => (typeof part === 'number' ? `${part + 1}` : String(part)));
  if (typeof index !== 'number') return [list, index].filter((part) => part !== undefined).join('.');
  const rows = z.array(z.unknown()).safeParse(Content.safeParse(content).data?.[String(list)]);
  const named = Named.safeParse(rows.data?.[index]);
  const row = named.success ? named.data.entity : `row ${index + 1}`;
  return [String(list), row, ...(counted.length === 0 ? [] : [counted.join('.')])].join(': ');
}

function listOf(facts: EntityFacts, shipped: readonly FileRow[], added: AddedRows): ServicesList {
  const bySlug = new Map<string, ListedService>();
  const put = (row: ListedService) => bySlug.set(row.slug, row);
  for (const row of shipped) put(serviceOf(facts, row, 'shipped'));
  for (const row of added.services) put(serviceOf(facts, row, 'operator'));
  for (const { entity: name } of added.left_out) bySlug.delete(facts.slugOf(name));
  for (const { entity: name, until, because: why } of added.ended) {
    const row = bySlug.get(facts.slugOf(name));
    if (row !== undefined) put({ ...row, until, endedBecause: why });
  }
  const rows = [...bySlug.values()].toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify(rows.map(canonical)))
    .digest('hex');
  const of = (slug: string) => bySlug.get(slug) ?? null;
  return { rows, version: digest.slice(0, VERSION_DIGITS), of, named: (name) => of(name) ?? of(facts.slugOf(name)) };
}

function serviceOf(facts: EntityFacts, row: FileRow, origin: ListedService['origin']): ListedService {
  return {
    ...row,
    slug: facts.slugOf(row.entity),
    until: row.until ?? null,
    excluded: row.excluded ?? [],
    evidence: row.evidence.map((piece) => ({ ...piece, date: piece.date ?? null })),
    endedBecause: null,
    origin,
  };
}

/** Everything that a reader of the list reads, in one order; who entered a row changes nothing of it. */
function canonical(row: ListedService): readonly unknown[] {
  return [
    row.entity,
    row.rule,
    row.since,
    row.until,
    row.because,
    row.endedBecause,
    row.excluded.map(({ from, to, what, url: link }) => [from, to, what, link]),
    row.evidence.map(({ kind, name, url: link, date, what }) => [kind, name, link, date, what]),
  ];
}
