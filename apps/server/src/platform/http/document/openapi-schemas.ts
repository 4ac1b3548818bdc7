const PREFIX = '#/components/schemas/';
/** The suffix of a schema in its request form, where fields with a default may be left out. */
const INPUT = /Input$/;

/**
 * Every registered schema is made twice, as requests send it and as answers hold it. Keeps those that something refers
 * to; a schema that only requests use loses its suffix.
 */
export function keepUsedSchemas<Document extends ApiDocument>(document: Document): Document {
  const all = document.components?.schemas ?? {};
  const used = new Set<string>();
  // A set that grows while it is walked is walked to its end.
  for (const name of referencesIn(document.paths)) used.add(name);
  for (const name of used) for (const next of referencesIn(all[name])) used.add(next);
  const nameOf = (name: string): string => {
    const short = name.replace(INPUT, '');
    return used.has(short) ? name : short;
  };
  const renamed = <Part>(part: Part): Part =>
    JSON.parse(
      JSON.stringify(part, (key, value: unknown) =>
        key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX)
          ? PREFIX + nameOf(value.slice(PREFIX.length))
          : value,
      ),
    );
  const schemas = Object.fromEntries(
    [...used].sort().map((name) => [nameOf(name), withDefaultsInWords(renamed(all[name]))]),
  );
  return {
    ...document,
    paths: withDefaultsInWords(renamed(document.paths)),
    components: { ...document.components, schemas },
  };
}

/**
 * The same part with each field's default in words. A field that may be left out keeps no `default`: most generators of
 * clients take one for a value that is always there, and make the field required.
 */
function withDefaultsInWords<Part>(part: Part): Part {
  return JSON.parse(
    JSON.stringify(part, (key, value: unknown) => {
      if (key !== 'properties' || !isRecord(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inWords(field)]));
    }),
  );
}

function inWords(field: unknown): unknown {
  if (!isRecord(field) || !Object.hasOwn(field, 'default')) return field;
  const { default: preset, description, ...rest } = field;
  const words = `Where it is left out: \`${JSON.stringify(preset)}\`.`;
  return { ...rest, description: typeof description === 'string' ? `${description} ${words}` : words };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names of the schemas that a part of the document refers to. */
function referencesIn(part: unknown): Set<string> {
  const names = new Set<string>();
  JSON.stringify(part ?? null, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX)) names.add(value.slice(PREFIX.length));
    return value;
  });
  return names;
}

/** The parts of an OpenAPI 3.1 document that are completed here. */
export interface ApiDocument {
  readonly paths?: Paths;
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> };
}

export type Paths = Readonly<Record<string, Readonly<Record<string, OperationObject | undefined>>>>;

export interface OperationObject {
  operationId?: string;
  tags?: readonly string[];
  security?: readonly SecurityRequirement[];
  parameters?: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
  requestBody?: { readonly required?: boolean; readonly content?: Readonly<Record<string, object>> };
  responses?: Responses;
}

/** Names of security schemes that are needed together; none: the call works without. */
export type SecurityRequirement = Readonly<Record<string, readonly never[]>>;

export type Responses = Readonly<Record<string, ResponseObject>>;

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object; readonly examples?: object }>>;
}
