/**
 * The typed client, the package's second door (`@assay/contracts/client`): types from the contracts, light checks of
 * the answers, and no schema library, so that the first page stays small.
 */
import type { User } from './account/user.ts';
import { ApiError, isObject, readFailure, unexpectedAnswer } from './api-error.ts';
import type { CheckData, CheckRequest } from './monitor/check.ts';
import type { CheckState } from './monitor/check-result.ts';
import type { SiteBuildData } from './site/build.ts';
import type { CoverageData, CoverageQuery } from './site/coverage.ts';
import type { SuggestData } from './wallet/suggest.ts';

export { ApiError, type CallErrorName } from './api-error.ts';
export { ERRORS, type ErrorName } from './errors.ts';

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
}

export interface ClientOptions<Signal> {
  readonly fetch: FetchLike<Signal>;
  /** Where the API stands, without a slash at the end: `/api` on the same origin. */
  readonly baseUrl: string;
  /** Bearer token of the session, null while there is none. */
  readonly tokens?: { readonly accessToken: () => string | null };
  /** IANA time zone of the person, such as `Europe/Tallinn`. */
  readonly timezone: string;
}

export interface CallOptions<Signal> {
  readonly signal?: Signal;
  /** POST only: the same key with the same request starts, and spends, one check only. */
  readonly idempotencyKey?: string;
}

export interface Client<Signal> {
  /** GET /wallet/suggest. */
  suggest(query: { address: string; limit?: number }, options?: CallOptions<Signal>): Promise<SuggestData>;
  /** POST /monitor/check. `status` is `running` when the result must be followed with `checkState`. */
  check(request: CheckRequest, options?: CallOptions<Signal>): Promise<CheckData>;
  /** GET /monitor/check/{sub_id}. */
  checkState(subId: string, options?: CallOptions<Signal>): Promise<CheckState>;
  /** GET /auth/me. */
  me(options?: CallOptions<Signal>): Promise<User>;
  /** GET /site/build. */
  siteBuild(options?: CallOptions<Signal>): Promise<SiteBuildData>;
  /** GET /site/coverage. */
  coverage(query?: CoverageQuery, options?: CallOptions<Signal>): Promise<CoverageData>;
}

/**
 * Builds the client. Every call sends the time zone and, where there is one, the bearer token (row API-02). Failures
 * are thrown as {@link ApiError}: a code of the error table, `NetworkError` without an answer, or `UnexpectedAnswer`.
 *
 * @example
 * const client = createClient({ fetch, baseUrl: '/api', timezone: 'UTC' });
 * const { suggestions } = await client.suggest({ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' });
 */
export function createClient<Signal>(options: ClientOptions<Signal>): Client<Signal> {
  async function call(method: string, path: string, body: unknown, callOptions: CallOptions<Signal> = {}) {
    const token = options.tokens?.accessToken() ?? null;
    const headers: Record<string, string> = {
      accept: 'application/json',
      'the-timezone-iana': options.timezone,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(callOptions.idempotencyKey === undefined ? {} : { 'idempotency-key': callOptions.idempotencyKey }),
    };
    const init: FetchInit<Signal> = {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(callOptions.signal === undefined ? {} : { signal: callOptions.signal }),
    };
    const answer = await send(options.fetch, options.baseUrl + path, init);
    const ok = answer.status >= 200 && answer.status < 300;
    if (!ok) throw readFailure(answer.status, answer.body, answer.retryAfter);
    if (!isObject(answer.body) || !isObject(answer.body.data)) throw unexpectedAnswer(answer.status);
    return answer.body.data;
  }

  return {
    async suggest({ address, limit }, callOptions) {
      const query = `address=${encodeURIComponent(address.trim())}${limit === undefined ? '' : `&limit=${limit}`}`;
      const data = await call('GET', `/wallet/suggest?${query}`, undefined, callOptions);
      if (!Array.isArray(data.suggestions)) throw unexpectedAnswer(200);
      return data as SuggestData;
    },
    async check(request, callOptions) {
      const data = await call('POST', '/monitor/check', request, callOptions);
      const { user, asset } = data;
      if (!isObject(user) || !isObject(asset) || typeof asset.sub_id !== 'string') throw unexpectedAnswer(200);
      return data as CheckData;
    },
    async checkState(subId, callOptions) {
      const data = await call('GET', `/monitor/check/${encodeURIComponent(subId)}`, undefined, callOptions);
      if (typeof data.status !== 'string') throw unexpectedAnswer(200);
      if (data.status === 'done' && !isObject(data.asset)) throw unexpectedAnswer(200);
      return data as CheckState;
    },
    async me(callOptions) {
      const data = await call('GET', '/auth/me', undefined, callOptions);
      if (typeof data.email !== 'string' || typeof data.checks !== 'number') throw unexpectedAnswer(200);
      return data as User;
    },
    async siteBuild(callOptions) {
      const data = await call('GET', '/site/build', undefined, callOptions);
      if (typeof data.buildId !== 'string' && data.buildId !== null) throw unexpectedAnswer(200);
      return data as SiteBuildData;
    },
    async coverage({ page } = {}, callOptions) {
      const query = page === undefined ? '' : `?page=${page}`;
      const data = await call('GET', `/site/coverage${query}`, undefined, callOptions);
      if (!Array.isArray(data.sets) || !Array.isArray(data.records)) throw unexpectedAnswer(200);
      return data as CoverageData;
    },
  };
}

async function send<Signal>(fetch: FetchLike<Signal>, url: string, init: FetchInit<Signal>) {
  let answer: FetchAnswer;
  let text: string;
  try {
    answer = await fetch(url, init);
    text = await answer.text();
  } catch (cause) {
    throw new ApiError('NetworkError', 'The service could not be reached. Please try again.', { cause });
  }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: parseJson(text, answer.status) };
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unexpectedAnswer(status, cause);
  }
}
