import { isObject, unexpectedAnswer } from './wire/api-error.ts';

/** What a field of an answer may be, as a light check sees it. */
export type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** The fields of an answer that are looked at before it is trusted. */
export type Shape<Data> = { readonly [Name in keyof Data]?: Kind | readonly Kind[] };

/**
 * The data of an answer as an object with these fields; without a schema library, so only what the pages depend on.
 *
 * @throws ApiError UnexpectedAnswer
 * @example objectOf<User>(data, { email: 'string', checks: 'number' })
 */
export function objectOf<Data extends object>(data: unknown, shape: Shape<Data> = {}): Data {
  if (!isObject(data)) throw unexpectedAnswer(200);
  for (const [name, kinds] of Object.entries<Kind | readonly Kind[] | undefined>(shape)) {
    const kind = kindOf(Reflect.get(data, name));
    if (kinds !== undefined && (kind === null || ![kinds].flat().includes(kind))) throw unexpectedAnswer(200);
  }
  return data as Data;
}

/** @throws ApiError UnexpectedAnswer */
export function listOf<Item>(data: unknown): Item[] {
  if (!Array.isArray(data)) throw unexpectedAnswer(200);
  return data as Item[];
}

function kindOf(value: unknown): Kind | null {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'object' ? kind : null;
}
