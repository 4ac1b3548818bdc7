/**
 * The typed client, the package's second entry (`@assay/contracts/client`): types from the contracts, light checks of
 * the answers, and no schema library, so that the first page stays small.
 */
import { expectedData } from './answer.ts';
import type { CallAddress, CallAnswer, CallArguments, CallKey, DataCall } from './calls.ts';
import type { BoundClient, CallOptions, Client, ClientOptions, FetchAnswer, FetchInit } from './client-types.ts';
import { type DownloadedFile, fileNameOf } from './download.ts';
import { ApiError, isObject, readFailure, unexpectedAnswer } from './wire/api-error.ts';

export { readStartPayload, type StartPayload, startPayloadOf } from './bot/start-payload.ts';
export type { CallAnswer, CallBody, CallQuery } from './calls.ts';
export type {
  BoundClient,
  CallOptions,
  Client,
  ClientOptions,
  FetchAnswer,
  FetchInit,
  FetchLike,
} from './client-types.ts';
export * from './dispute/dispute-words.ts';
export type { DownloadedFile } from './download.ts';
export { type CheckEventHandlers, followCheck } from './monitor/follow-check.ts';
export { planOf } from './payment/plan-of.ts';
export * from './promo/promo-texts.ts';
export * from './survey/survey-texts.ts';
export { ApiError, type CallErrorName } from './wire/api-error.ts';
export { ERRORS, type ErrorName } from './wire/errors.ts';
export { RETENTION_DAYS, RETENTION_LAW, USUAL_DAYS_MAX } from './workspaces/retention-limits.ts';

/** What is given to any call, as far as the client reads it; parameters of the path are looked up by name. */
interface Given<Signal> extends CallOptions<Signal> {
  readonly query?: object;
  readonly body?: unknown;
  readonly expects?: Parameters<typeof expectedData>[1];
}

/**
 * Builds the client. Every call sends the time zone and, where there is one, the bearer token (row API-02). Failures
 * are thrown as {@link ApiError}: a code of the error table, `NetworkError` without an answer, or `UnexpectedAnswer`.
 *
 * @example
 * const { call } = createClient({ fetch, baseUrl: '/api', timezone: 'UTC' });
 * const { suggestions } = await call('POST /wallet/suggest', { body: { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' } });
 */
export function createClient<Signal>(options: ClientOptions<Signal>): Client<Signal> {
  async function call(key: CallKey, given: Given<Signal> = {}): Promise<unknown> {
    const { body, idempotencyKey, waitSeconds, expects } = given;
    const headers = {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return await dataOf(await send(key, given, headers, sent), expects);
  }

  async function download(key: CallKey, given: Given<Signal> = {}): Promise<DownloadedFile> {
    const answer = await send(key, given);
    const { status, headers } = answer;
    if (!isSuccess(status)) throw await failureOf(answer);
    const type = (headers.get('content-type') ?? 'application/octet-stream').split(';')[0]?.trim() ?? '';
    const bytes = await reach(async () => await answer.arrayBuffer?.());
    if (bytes === undefined) throw unexpectedAnswer(status);
    return { bytes, type, name: fileNameOf(headers.get('content-disposition')) };
  }

  async function send(
    key: CallKey,
    given: Given<Signal>,
    headers: Readonly<Record<string, string>> = {},
    sent: Pick<FetchInit<Signal>, 'body'> = {},
  ): Promise<FetchAnswer> {
    const token = options.tokens?.accessToken() ?? null;
    const init: FetchInit<Signal> = {
      method: key.slice(0, key.indexOf(' ')),
      headers: {
        'the-timezone-iana': options.timezone,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...sent,
      ...(given.signal === undefined ? {} : { signal: given.signal }),
    };
    return await reach(() => options.fetch(options.baseUrl + addressOf(key, given), init));
  }

  return { call: call as Client<Signal>['call'], download: download as Client<Signal>['download'] };
}

/**
 * The same client for calls on behalf of one person or about one thing.
 *
 * @example
 * const person = withParameters(client, { user_id: 77 });
 * const { checks } = await person.call('PUT /bot/users/:user_id', { body: {} });
 */
export function withParameters<Signal, Name extends string>(
  client: Client<Signal>,
  parameters: Readonly<Record<Name, string | number>>,
): BoundClient<Signal, Name> {
  type Any = (key: CallKey, given: object) => Promise<unknown>;
  const bound = (make: unknown) => (key: CallKey, given: object) => (make as Any)(key, { ...given, ...parameters });
  const { call, download } = client;
  return { call: bound(call), download: bound(download) } as BoundClient<Signal, Name>;
}

/**
 * Path and query of a call below the base URL of the API, for what does not go through the client: a link, or a file
 * that the browser sends.
 *
 * @example
 * pathOf('GET /monitor/pdf/:sub_id', { sub_id }); // '/monitor/pdf/7f3a'
 */
export function pathOf<Key extends CallKey>(key: Key, ...[given]: CallArguments<CallAddress<Key>>): string {
  return addressOf(key, given ?? {});
}

/**
 * The data of an answer to a call that was not made through the client.
 *
 * @throws ApiError
 */
export async function readAnswer<Key extends DataCall>(_key: Key, answer: FetchAnswer): Promise<CallAnswer<Key>> {
  return (await dataOf(answer)) as CallAnswer<Key>;
}

/**
 * One part of a path. None and dots would make the address that of another call.
 *
 * @throws RangeError
 */
function segmentOf(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (['', '.', '..'].includes(text)) throw new RangeError(`"${name}" is no part of a path: '${text}'`);
  return encodeURIComponent(text);
}

/** What is undefined in the query is left out. */
function addressOf(key: CallKey, given: { readonly query?: object }): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => segmentOf(name, Reflect.get(given, name)));
  const query = Object.entries(given.query ?? {})
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]))
    .join('&');
  return query === '' ? path : `${path}?${query}`;
}

async function dataOf(answer: FetchAnswer, expects?: Parameters<typeof expectedData>[1]): Promise<unknown> {
  if (!isSuccess(answer.status)) throw await failureOf(answer);
  const body = await jsonOf(answer);
  if (!isObject(body)) throw unexpectedAnswer(answer.status);
  return expectedData(body.data, expects, answer.status);
}

async function failureOf(answer: FetchAnswer): Promise<ApiError> {
  return readFailure(answer.status, await jsonOf(answer), answer.headers.get('retry-after'));
}

async function jsonOf(answer: FetchAnswer): Promise<unknown> {
  const text = await reach(() => answer.text());
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unexpectedAnswer(answer.status, cause);
  }
}

/** Whatever breaks off on the way is one kind of failure. */
async function reach<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw new ApiError('NetworkError', 'The service could not be reached. Please try again.', { cause });
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
