/**
 * The typed client, the package's second door (`@assay/contracts/client`): types from the contracts, light checks of
 * the answers, and no schema library, so that the first page stays small.
 */
import type { User } from './account/user.ts';
import { ApiError, isObject, readFailure, unexpectedAnswer, type WireObject } from './api-error.ts';
import type { ConfirmLinkData, LinkStatusData } from './auth/confirm-link.ts';
import type { DemoData, DemoOfferData } from './auth/demo.ts';
import type { LoginData, LoginRequest } from './auth/login.ts';
import type { Session } from './auth/sessions.ts';
import { type DownloadedFile, fileNameOf } from './download.ts';
import type { CheckData, CheckRequest } from './monitor/check.ts';
import type { CheckDone, CheckState } from './monitor/check-result.ts';
import type { HistoryData } from './monitor/history.ts';
import type { HistoryPageData } from './monitor/history-page.ts';
import type { ShareState } from './monitor/share.ts';
import type { SiteBuildData } from './site/build.ts';
import type { CoverageData } from './site/coverage.ts';
import type { ShowcaseData } from './site/showcase.ts';
import type { SuggestData } from './wallet/suggest.ts';

export { ApiError, type CallErrorName } from './api-error.ts';
export { readStartPayload, type StartPayload, startPayloadOf } from './bot/start-payload.ts';
export {
  type BotClient,
  type BotUserClient,
  botClient,
  type TelegramClient,
  telegramClient,
} from './bot-client.ts';
export type { DownloadedFile } from './download.ts';
export { ERRORS, type ErrorName } from './errors.ts';
export { type MoneyClient, moneyClient, type PromoAdminClient, promoAdminClient } from './money-client.ts';
export { type CheckEventHandlers, followCheck } from './monitor/follow-check.ts';
export { planOf } from './payment/plan-of.ts';
export * from './promo/promo-texts.ts';
export * from './survey/survey-texts.ts';
export { type SurveyAdminClient, type SurveyClient, surveyAdminClient, surveyClient } from './survey-client.ts';

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
  /** POST /monitor/check only: the longest it may take to answer, whole seconds; the check goes on behind it. */
  readonly waitSeconds?: number;
}

export interface Client<Signal> {
  /** Any call of the API, by method, path and body; answers its `data`. For what stands apart, as the survey does. */
  send(method: string, path: string, body?: unknown, options?: CallOptions<Signal>): Promise<unknown>;
  /** GET /wallet/suggest. */
  suggest(query: { address: string; limit?: number }, options?: CallOptions<Signal>): Promise<SuggestData>;
  /** POST /monitor/check. `status` is `running` when the result must be followed with `checkState`. */
  check(request: CheckRequest, options?: CallOptions<Signal>): Promise<CheckData>;
  /** POST /monitor/check/{sub_id}/cancel: ends one's own running check; answers the state it has then. */
  cancelCheck(subId: string, options?: CallOptions<Signal>): Promise<CheckState>;
  /** GET /monitor/check/{sub_id}. */
  checkState(subId: string, options?: CallOptions<Signal>): Promise<CheckState>;
  /** GET /monitor/check/{sub_id}/share. */
  share(subId: string, options?: CallOptions<Signal>): Promise<ShareState>;
  /** DELETE /monitor/check/{sub_id}/share: nobody but the owner finds the result any more. */
  revokeShare(subId: string, options?: CallOptions<Signal>): Promise<ShareState>;
  /** POST /monitor/check/{sub_id}/share: undoes a revocation. */
  restoreShare(subId: string, options?: CallOptions<Signal>): Promise<ShareState>;
  /** Fetches any path of the API as a file (row API-35): `/monitor/pdf/{sub_id}`. */
  download(path: string, options?: CallOptions<Signal>): Promise<DownloadedFile>;
  /** GET /monitor/history: the newest 100. */
  history(options?: CallOptions<Signal>): Promise<HistoryData>;
  /** GET /monitor/history/pagination. `offset` is the page size. */
  historyPage(
    query: { offset?: number; page?: number; search?: string },
    options?: CallOptions<Signal>,
  ): Promise<HistoryPageData>;
  /** GET /monitor/result/{address}: one's own newest result for an address. */
  newestResult(address: string, options?: CallOptions<Signal>): Promise<CheckDone>;
  /** POST /account/delete. */
  deleteAccount(email: string, options?: CallOptions<Signal>): Promise<void>;
  /** GET /auth/me. */
  me(options?: CallOptions<Signal>): Promise<User>;
  /** POST /auth/login; also registers. */
  login(request: LoginRequest, options?: CallOptions<Signal>): Promise<LoginData>;
  /** GET /auth/confirm-link/{link}/status: what confirming would do; uses nothing up. */
  linkStatus(link: string, options?: CallOptions<Signal>): Promise<LinkStatusData>;
  /** GET /auth/confirm-link/{link}: signs in, once. */
  confirmLink(link: string, options?: CallOptions<Signal>): Promise<ConfirmLinkData>;
  /** GET /auth/refresh with the session cookie. */
  refresh(options?: CallOptions<Signal>): Promise<void>;
  /** GET /auth/logout with the session cookie. */
  logout(options?: CallOptions<Signal>): Promise<void>;
  /** GET /auth/demo: what the sign-in pages may offer. */
  demoOffer(options?: CallOptions<Signal>): Promise<DemoOfferData>;
  /** POST /auth/demo. */
  demo(options?: CallOptions<Signal>): Promise<DemoData>;
  /** GET /auth/sessions. */
  sessions(options?: CallOptions<Signal>): Promise<readonly Session[]>;
  /** DELETE /auth/sessions/{id}. */
  endSession(id: string, options?: CallOptions<Signal>): Promise<void>;
  /** DELETE /auth/sessions: everywhere, here too. */
  endAllSessions(options?: CallOptions<Signal>): Promise<void>;
  /** GET /site/build. */
  siteBuild(options?: CallOptions<Signal>): Promise<SiteBuildData>;
  /** GET /site/coverage. */
  coverage(query?: { readonly page?: number }, options?: CallOptions<Signal>): Promise<CoverageData>;
  /** GET /site/showcase. */
  showcase(options?: CallOptions<Signal>): Promise<ShowcaseData>;
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
  async function call(...request: Parameters<typeof callForAny>): Promise<WireObject> {
    const data = await callForAny(...request);
    if (!isObject(data)) throw unexpectedAnswer(200);
    return data;
  }

  async function callForAny(
    method: string,
    path: string,
    body: unknown,
    callOptions: CallOptions<Signal> = {},
  ): Promise<unknown> {
    const headers: Record<string, string> = {
      ...ownHeaders(),
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(callOptions.idempotencyKey === undefined ? {} : { 'idempotency-key': callOptions.idempotencyKey }),
      ...(callOptions.waitSeconds === undefined ? {} : { prefer: `wait=${callOptions.waitSeconds}` }),
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
    if (!isObject(answer.body)) throw unexpectedAnswer(answer.status);
    return answer.body.data;
  }

  function ownHeaders(): Record<string, string> {
    const token = options.tokens?.accessToken() ?? null;
    return {
      'the-timezone-iana': options.timezone,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
  }

  async function callShare(method: string, subId: string, callOptions?: CallOptions<Signal>): Promise<ShareState> {
    const data = await call(method, `/monitor/check/${encodeURIComponent(subId)}/share`, undefined, callOptions);
    if (typeof data.is_owner !== 'boolean') throw unexpectedAnswer(200);
    return data as ShareState;
  }

  return {
    send: callForAny,
    share: (subId, callOptions) => callShare('GET', subId, callOptions),
    revokeShare: (subId, callOptions) => callShare('DELETE', subId, callOptions),
    restoreShare: (subId, callOptions) => callShare('POST', subId, callOptions),
    async download(path, { signal } = {}) {
      const init = { method: 'GET', headers: ownHeaders(), ...(signal === undefined ? {} : { signal }) };
      const answer = await reach(() => options.fetch(options.baseUrl + path, init));
      const { status, headers } = answer;
      if (status < 200 || status >= 300) {
        throw readFailure(status, parseJson(await reach(() => answer.text()), status), headers.get('retry-after'));
      }
      const type = (headers.get('content-type') ?? 'application/octet-stream').split(';')[0]?.trim() ?? '';
      const bytes = await reach(async () => await answer.arrayBuffer?.());
      if (bytes === undefined) throw unexpectedAnswer(status);
      return { bytes, type, name: fileNameOf(headers.get('content-disposition')) };
    },
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
    async cancelCheck(subId, callOptions) {
      const path = `/monitor/check/${encodeURIComponent(subId)}/cancel`;
      return readState(await call('POST', path, undefined, callOptions));
    },
    async checkState(subId, callOptions) {
      return readState(await call('GET', `/monitor/check/${encodeURIComponent(subId)}`, undefined, callOptions));
    },
    async history(callOptions) {
      const data = await callForAny('GET', '/monitor/history', undefined, callOptions);
      if (!Array.isArray(data)) throw unexpectedAnswer(200);
      return data as HistoryData;
    },
    async historyPage({ offset, page, search }, callOptions) {
      const query = Object.entries({ offset, page, search: search?.trim() || undefined })
        .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
        .join('&');
      const data = await call(
        'GET',
        `/monitor/history/pagination${query === '' ? '' : `?${query}`}`,
        undefined,
        callOptions,
      );
      if (!Array.isArray(data.items) || !isObject(data.meta)) throw unexpectedAnswer(200);
      return data as HistoryPageData;
    },
    async newestResult(address, callOptions) {
      const data = await call('GET', `/monitor/result/${encodeURIComponent(address)}`, undefined, callOptions);
      if (!isObject(data.asset)) throw unexpectedAnswer(200);
      return data as CheckDone;
    },
    async deleteAccount(email, callOptions) {
      await call('POST', '/account/delete', { email }, callOptions);
    },
    async me(callOptions) {
      const data = await call('GET', '/auth/me', undefined, callOptions);
      if (typeof data.email !== 'string' || typeof data.checks !== 'number') throw unexpectedAnswer(200);
      return data as User;
    },
    async login(request, callOptions) {
      const data = await call('POST', '/auth/login', request, callOptions);
      if (typeof data.email !== 'string') throw unexpectedAnswer(200);
      return data as LoginData;
    },
    async linkStatus(link, callOptions) {
      const path = `/auth/confirm-link/${encodeURIComponent(link)}/status`;
      const data = await call('GET', path, undefined, callOptions);
      if (typeof data.same_browser !== 'boolean') throw unexpectedAnswer(200);
      return data as LinkStatusData;
    },
    async confirmLink(link, callOptions) {
      const data = await call('GET', `/auth/confirm-link/${encodeURIComponent(link)}`, undefined, callOptions);
      if (!isObject(data.user) || data.check === undefined) throw unexpectedAnswer(200);
      return data as ConfirmLinkData;
    },
    async refresh(callOptions) {
      await call('GET', '/auth/refresh', undefined, callOptions);
    },
    async logout(callOptions) {
      await call('GET', '/auth/logout', undefined, callOptions);
    },
    async demoOffer(callOptions) {
      const data = await call('GET', '/auth/demo', undefined, callOptions);
      if (typeof data.offered !== 'boolean') throw unexpectedAnswer(200);
      return data as DemoOfferData;
    },
    async demo(callOptions) {
      const data = await call('POST', '/auth/demo', undefined, callOptions);
      if (!isObject(data.user)) throw unexpectedAnswer(200);
      return data as DemoData;
    },
    async sessions(callOptions) {
      const { sessions } = await call('GET', '/auth/sessions', undefined, callOptions);
      if (!Array.isArray(sessions)) throw unexpectedAnswer(200);
      return sessions as readonly Session[];
    },
    async endSession(id, callOptions) {
      await call('DELETE', `/auth/sessions/${encodeURIComponent(id)}`, undefined, callOptions);
    },
    async endAllSessions(callOptions) {
      await call('DELETE', '/auth/sessions', undefined, callOptions);
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
    async showcase(callOptions) {
      const data = await call('GET', '/site/showcase', undefined, callOptions);
      if (!Array.isArray(data.checks)) throw unexpectedAnswer(200);
      return data as ShowcaseData;
    },
  };
}

function readState(data: WireObject): CheckState {
  if (typeof data.status !== 'string') throw unexpectedAnswer(200);
  if (data.status === 'done' && !isObject(data.asset)) throw unexpectedAnswer(200);
  return data as CheckState;
}

async function send<Signal>(fetch: FetchLike<Signal>, url: string, init: FetchInit<Signal>) {
  const answer = await reach(() => fetch(url, init));
  const text = await reach(() => answer.text());
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: parseJson(text, answer.status) };
}

/** Whatever breaks off on the way is one kind of failure. */
async function reach<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw new ApiError('NetworkError', 'The service could not be reached. Please try again.', { cause });
  }
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unexpectedAnswer(status, cause);
  }
}
