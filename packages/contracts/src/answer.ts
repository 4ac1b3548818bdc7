import { isObject, unexpectedAnswer } from './wire/api-error.ts';

/** What a value of an answer may be, as a light check sees it. */
export type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** The fields of an answer that are looked at before it is trusted. */
export type Shape<Data> = {
  readonly [Name in keyof Data]?: Kind | readonly Kind[] | (Data[Name] extends object ? Shape<Data[Name]> : never);
};

/**
 * What the data of an answer must be. By default an object; what is none has to be named. Of an object, and of the
 * first item of a list, fields may be named that a page cannot do without.
 */
export type Expectation<Data> = [Data] extends [readonly (infer Item)[]]
  ? { readonly expects: 'array' | readonly [Shape<Item>] }
  : [Data] extends [object]
    ? { readonly expects?: Shape<Data> }
    : { readonly expects: KindOf<Data> | readonly KindOf<Data>[] };

type KindOf<Value> = Value extends null
  ? 'null'
  : Value extends boolean
    ? 'boolean'
    : Value extends number
      ? 'number'
      : Value extends string
        ? 'string'
        : 'object';

/** A list holds what is possible; a shape in it is that of the first item of a list. */
type Expected = Kind | readonly (Kind | Fields)[] | Fields;
interface Fields {
  readonly [name: string]: Expected;
}

/**
 * The data of an answer, if it is what is expected. A light check, without a schema library.
 *
 * @throws ApiError UnexpectedAnswer
 * @example expectedData(data, { email: 'string', checks: 'number' }, 200)
 */
export function expectedData(data: unknown, expects: Expected = 'object', status = 200): unknown {
  if (!isAsExpected(data, expects)) throw unexpectedAnswer(status);
  return data;
}

function isAsExpected(value: unknown, expects: Expected): boolean {
  if (typeof expects === 'string') return kindOf(value) === expects;
  if (isList(expects)) {
    return expects.some((one) => (typeof one === 'string' ? kindOf(value) === one : isListOf(value, one)));
  }
  return isObject(value) && Object.entries(expects).every(([name, one]) => isAsExpected(Reflect.get(value, name), one));
}

function isListOf(value: unknown, fields: Fields): boolean {
  return Array.isArray(value) && (value.length === 0 || isAsExpected(value[0], fields));
}

/** `Array.isArray` does not narrow read-only lists. */
function isList(expects: readonly (Kind | Fields)[] | Fields): expects is readonly (Kind | Fields)[] {
  return Array.isArray(expects);
}

function kindOf(value: unknown): Kind | null {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'object' ? kind : null;
}
