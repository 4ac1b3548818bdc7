import type { z } from 'zod';

/**
 * A value that is never null where it is read, for a reason that the schema does not say: a company has a name.
 *
 * @throws Error where it is null
 */
export function present<T>(value: T | null): T {
  if (value === null) throw new Error('The database holds nothing where a value is expected');
  return value;
}

/**
 * A stored text as one of the values that it can have. For a column without a CHECK that says them.
 *
 * @throws Error for another text, such as one that a newer version has written
 */
export function oneOf<T extends string>(values: readonly T[], text: string): T {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`The database holds ${text}, which is none of ${values.join(', ')}`);
  return found;
}

/** Stored texts as values that they can have, without those that this version does not know. */
export function knownOf<T extends string>(values: readonly T[], texts: readonly string[]): readonly T[] {
  return texts.flatMap((text) => values.find((value) => value === text) ?? []);
}

/**
 * The texts of a stored JSON object, by name.
 *
 * @throws Error for JSON of another form
 */
export function textsOf(json: unknown): Readonly<Record<string, string>> {
  if (typeof json !== 'object' || json === null) throw new Error('The database holds JSON that is no object');
  return Object.fromEntries(
    Object.entries(json).map(([name, text]: [string, unknown]) => {
      if (typeof text !== 'string') throw new Error(`The database holds JSON whose ${name} is no text`);
      return [name, text];
    }),
  );
}

/**
 * Stored JSON, found to be of the form that it was stored in. It stays as it is, with the order of its members.
 *
 * @param schema changes nothing: a default of it would not be there
 * @throws Error for JSON of another form
 */
export function jsonAs<T>(schema: z.ZodType<T, T>, json: unknown): T {
  const isOf = (value: unknown): value is T => schema.safeParse(value).success;
  if (!isOf(json)) throw new Error('The database holds JSON of another form than was stored');
  return json;
}
