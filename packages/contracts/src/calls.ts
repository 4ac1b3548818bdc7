/**
 * Every call of the API by its method and path, such as `DELETE /developers/keys/:id`, derived from the contracts: what
 * a call is given and what it answers. Types only, so that nothing of the contracts reaches a browser.
 */
import type { z } from 'zod';
import type { Expectation } from './answer.ts';
import type { DownloadedFile } from './download.ts';
import type * as contracts from './index.ts';

type Exported = typeof contracts;
type KeyOf<Contract> = Contract extends {
  readonly method: infer Method extends string;
  readonly path: infer Path extends string;
}
  ? `${Method} ${Path}`
  : never;
type Contracts = { readonly [Name in keyof Exported as KeyOf<Exported[Name]>]: Exported[Name] };

/** Method and path of every call; parameters of the path as `:name`. */
export type CallKey = keyof Contracts;

/** The calls that answer data. */
export type DataCall = {
  [Key in CallKey]: Contracts[Key] extends { readonly answers: object } ? Key : never;
}[CallKey];

/** The calls that answer a file. */
export type FileCall = {
  [Key in CallKey]: Contracts[Key] extends { readonly method: 'GET'; readonly contentType: string } ? Key : never;
}[CallKey];

/** `Bound`: names of parameters that are given elsewhere. */
type ParametersOf<Path, Bound extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Exclude<Name, Bound>]: string | number } & ParametersOf<Rest, Bound>
  : Path extends `${string}:${infer Name}`
    ? { readonly [Key in Exclude<Name, Bound>]: string | number }
    : unknown;

type BodyOf<Contract> = Contract extends { readonly body: infer Body } ? { readonly body: z.input<Body> } : unknown;

type QueryOf<Contract> = Contract extends { readonly query: infer Query }
  ? Written<z.input<Query>, z.output<Query>> extends infer Fields
    ? None extends Fields
      ? { readonly query?: Fields }
      : { readonly query: Fields }
    : never
  : unknown;

/** The fields of a query. One that is read from its text, such as a number, is given as what it is read as. */
type Written<Input, Output> = {
  readonly [Name in keyof Input]: unknown extends Input[Name]
    ? Output[Name & keyof Output] | (None extends Pick<Input, Name> ? undefined : never)
    : Input[Name];
};

type None = Record<never, never>;

/** What the address of a call is made of: the parameters of its path by name, and its query where its contract has one. */
export type CallAddress<Key extends CallKey, Bound extends string = never> = ParametersOf<Key, Bound> &
  QueryOf<Contracts[Key]>;

/** What a call is given: what its address is made of, and its body where its contract has one. */
export type CallInput<Key extends CallKey, Bound extends string = never> = CallAddress<Key, Bound> &
  BodyOf<Contracts[Key]>;

/** The data that a call answers. */
export type CallAnswer<Key extends DataCall> = Contracts[Key] extends { readonly answers: infer Answers }
  ? DataOf<Answers[keyof Answers]>
  : never;
type DataOf<Schema> = z.output<Schema> extends { readonly data: infer Data } ? Data : never;

/** The query of a call. */
export type CallQuery<Key extends CallKey> =
  CallAddress<Key> extends { readonly query?: infer Query } ? NonNullable<Query> : never;

/** The body of a call. */
export type CallBody<Key extends CallKey> = CallInput<Key> extends { readonly body: infer Body } ? Body : never;

/** The arguments after the key: none are needed where the call needs nothing. */
export type CallArguments<Given> = None extends Given ? [given?: Given] : [given: Given];

/**
 * Makes a call and answers its data.
 *
 * @throws ApiError
 * @example
 * const { keys } = await call('GET /developers/keys', { signal });
 * await call('DELETE /developers/keys/:id', { id });
 */
export type Call<Options> = <Key extends DataCall>(
  key: Key,
  ...given: CallArguments<CallInput<Key> & Expectation<CallAnswer<Key>> & Options>
) => Promise<CallAnswer<Key>>;

/**
 * Makes a call that answers a file.
 *
 * @throws ApiError
 * @example
 * const { bytes, name } = await download('GET /monitor/pdf/:sub_id', { sub_id });
 */
export type Download<Options> = <Key extends FileCall>(
  key: Key,
  ...given: CallArguments<CallInput<Key> & Options>
) => Promise<DownloadedFile>;
