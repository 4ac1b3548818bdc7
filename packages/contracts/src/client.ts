/**
 * The typed client, the package's second entry (`@assay/contracts/client`): types from the contracts, light checks of
 * the answers, and no schema library, so that the first page stays small.
 */

import { objectOf } from './answer.ts';
import type { ConfirmLinkData, LinkStatusData, SecondStepNeeded } from './auth/confirm-link.ts';
import type { DemoData, DemoOfferData } from './auth/demo.ts';
import type { LoginData } from './auth/login.ts';
import type { CallOptions, Client, ClientOptions, FetchInit, FetchLike } from './client-types.ts';
import { fileNameOf } from './download.ts';
import type { CheckData } from './monitor/check.ts';
import type { CheckState } from './monitor/check-result.ts';
import type { ShareState } from './monitor/share.ts';
import type { SiteBuildData } from './site/build.ts';
import type { User } from './user/user.ts';
import type { SuggestData } from './wallet/suggest.ts';
import { ApiError, isObject, readFailure, unexpectedAnswer, type WireObject } from './wire/api-error.ts';

export { type AuditClient, type AuditScope, auditClient } from './audit-client.ts';
export { readStartPayload, type StartPayload, startPayloadOf } from './bot/start-payload.ts';
export type { CallOptions, Client, ClientOptions, FetchAnswer, FetchInit, FetchLike } from './client-types.ts';
export type { DownloadedFile } from './download.ts';
export { type CheckEventHandlers, followCheck } from './monitor/follow-check.ts';
export { planOf } from './payment/plan-of.ts';
export { ApiError, type CallErrorName } from './wire/api-error.ts';
export { ERRORS, type ErrorName } from './wire/errors.ts';

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
      // In the body: queries stay in the logs of everything on the way.
      const request = { address: address.trim(), ...(limit === undefined ? {} : { limit }) };
      const data = await call('POST', '/wallet/suggest', request, callOptions);
      return objectOf<SuggestData>(data, { suggestions: 'array' });
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
    async me(callOptions) {
      const data = await call('GET', '/auth/me', undefined, callOptions);
      return objectOf<User>(data, { email: 'string', checks: 'number' });
    },
    async login(request, callOptions) {
      const data = await call('POST', '/auth/login', request, callOptions);
      return objectOf<LoginData>(data, { email: 'string' });
    },
    async linkStatus(link, callOptions) {
      const path = `/auth/confirm-link/${encodeURIComponent(link)}/status`;
      const data = await call('GET', path, undefined, callOptions);
      return objectOf<LinkStatusData>(data, { same_browser: 'boolean' });
    },
    async confirmLink(link, callOptions) {
      const data = await call('GET', `/auth/confirm-link/${encodeURIComponent(link)}`, undefined, callOptions);
      if (isObject(data.second_step)) return data as SecondStepNeeded;
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
      return objectOf<DemoOfferData>(data, { offered: 'boolean' });
    },
    async demo(callOptions) {
      const data = await call('POST', '/auth/demo', undefined, callOptions);
      return objectOf<DemoData>(data, { user: 'object' });
    },
    async siteBuild(callOptions) {
      const data = await call('GET', '/site/build', undefined, callOptions);
      return objectOf<SiteBuildData>(data, { buildId: ['string', 'null'] });
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
