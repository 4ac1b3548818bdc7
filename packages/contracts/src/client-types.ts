/** What the client needs, and what it offers. */
import type { Expectation } from './answer.ts';
import type { Call, CallAnswer, CallArguments, CallInput, DataCall, Download, FileCall } from './calls.ts';
import type { DownloadedFile } from './download.ts';

/** The part of `fetch` the client uses; the browser's, Node's and an in-process one all fit. */
export type FetchLike<Signal> = (url: string, init: FetchInit<Signal>) => Promise<FetchAnswer>;

export interface FetchInit<Signal> {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: Signal;
}

export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  /** Needed by `download` only. */
  arrayBuffer?(): Promise<ArrayBuffer>;
}

export interface ClientOptions<Signal> {
  readonly fetch: FetchLike<Signal>;
  /** Base URL of the API, without a slash at the end: `/api` on the same origin. */
  readonly baseUrl: string;
  /** Bearer token of the session, null while there is none. */
  readonly tokens?: { readonly accessToken: () => string | null };
  /** IANA time zone of the person, such as `Europe/Tallinn`. */
  readonly timezone: string;
}

export interface CallOptions<Signal> {
  readonly signal?: Signal | undefined;
  /** POST only: the same key with the same request starts, and spends, one check only. */
  readonly idempotencyKey?: string | undefined;
  /** POST /monitor/check only: the longest it may take to answer, whole seconds; the check goes on behind it. */
  readonly waitSeconds?: number | undefined;
}

/** The API by its contracts. What a call is given, its options and what is expected of its answer are one object. */
export interface Client<Signal> {
  readonly call: Call<CallOptions<Signal>>;
  /** Bytes as they are, with the name that the server gave them (row API-35). */
  readonly download: Download<Pick<CallOptions<Signal>, 'signal'>>;
}

/** The API with parameters of paths that were given once. */
export interface BoundClient<Signal, Name extends string> {
  readonly call: <Key extends DataCall>(
    key: Key,
    ...given: CallArguments<CallInput<Key, Name> & Expectation<CallAnswer<Key>> & CallOptions<Signal>>
  ) => Promise<CallAnswer<Key>>;
  readonly download: <Key extends FileCall>(
    key: Key,
    ...given: CallArguments<CallInput<Key, Name> & Pick<CallOptions<Signal>, 'signal'>>
  ) => Promise<DownloadedFile>;
}
