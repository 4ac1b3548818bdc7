import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { entityKeyOf, slugOfKey } from './entity-names.ts';

/** What ships about entities beside their labels; its README says from where. */
const FACTS_FILE = fileURLToPath(new URL('../../../../starter/entities/entities.jsonl', import.meta.url));

const Fact = z.strictObject({
  name: z.string().min(1),
  other_names: z.array(z.string().min(1)).optional(),
  other_names_because: z.string().optional(),
  /** Why many owners share the name. */
  collective: z.string().optional(),
  site: z.string().optional(),
  /** ISO 3166-1, two letters. */
  jurisdictions: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
});

/** A fact about an entity that no label states. */
export interface EntityFact {
  readonly name: string;
  readonly otherNames: readonly string[];
  /** Why names of other spelling are the same entity; null where they are spellings. */
  readonly otherNamesBecause: string | null;
  /** Set where many owners share the name: says which. */
  readonly collective: string | null;
  /** Host; null where none is known. */
  readonly site: string | null;
  /** ISO 3166-1, two letters. */
  readonly jurisdictions: readonly string[];
}

/** The facts by slug, and which key is another name of which entity. */
export class EntityFacts {
  private readonly bySlug = new Map<string, EntityFact>();
  private readonly keyOfOther = new Map<string, string>();

  /** Of everything the facts were read from. */
  readonly digest: string;

  constructor(facts: readonly EntityFact[], digest: string) {
    this.digest = digest;
    for (const fact of facts) {
      const key = entityKeyOf(fact.name);
      this.bySlug.set(slugOfKey(key), fact);
      for (const other of fact.otherNames) this.keyOfOther.set(entityKeyOf(other), key);
    }
  }

  /** The entity that a name means, as the last part of its path. */
  slugOf(name: string): string {
    const key = entityKeyOf(name);
    return slugOfKey(this.keyOfOther.get(key) ?? key);
  }

  of(slug: string): EntityFact | null {
    return this.bySlug.get(slug) ?? null;
  }

  /** Every fact with the slug of its entity. */
  entries(): readonly (readonly [string, EntityFact])[] {
    return [...this.bySlug];
  }
}

/** @throws ZodError, SyntaxError: a line is no fact */
export async function readEntityFacts(file: string = FACTS_FILE): Promise<EntityFacts> {
  const text = await readFile(file, 'utf8');
  const facts = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const fact = Fact.parse(JSON.parse(line));
      return {
        name: fact.name,
        otherNames: fact.other_names ?? [],
        otherNamesBecause: fact.other_names_because ?? null,
        collective: fact.collective ?? null,
        site: fact.site ?? null,
        jurisdictions: fact.jurisdictions ?? [],
      };
    });
  return new EntityFacts(facts, createHash('sha256').update(text).digest('hex'));
}
