/** What the typed client needs, and what it offers. */

import type { ConfirmLinkData, LinkStatusData, SecondStepNeeded } from './auth/confirm-link.ts';
import type { DemoData, DemoOfferData } from './auth/demo.ts';
import type { LoginData, LoginRequest } from './auth/login.ts';
import type { DownloadedFile } from './download.ts';
import type { CheckData, CheckRequest } from './monitor/check.ts';
import type { CheckState } from './monitor/check-result.ts';
import type { ShareState } from './monitor/share.ts';
import type { SiteBuildData } from './site/build.ts';
import type { User } from './user/user.ts';
import type { SuggestData } from './wallet/suggest.ts';

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
  readonly signal?: Signal;
  /** POST only: the same key with the same request starts, and spends, one check only. */
  readonly idempotencyKey?: string;
  /** POST /monitor/check only: the longest it may take to answer, whole seconds; the check goes on behind it. */
  readonly waitSeconds?: number;
}

export interface Client<Signal> {
  /** Any call of the API, by method, path and body; answers its `data`. For separate parts, such as the survey. */
  send(method: string, path: string, body?: unknown, options?: CallOptions<Signal>): Promise<unknown>;
  /** POST /wallet/suggest. */
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
  /** GET /auth/me. */
  me(options?: CallOptions<Signal>): Promise<User>;
  /** POST /auth/login; also registers. */
  login(request: LoginRequest, options?: CallOptions<Signal>): Promise<LoginData>;
  /** GET /auth/confirm-link/{link}/status: what confirming would do; uses nothing up. */
  linkStatus(link: string, options?: CallOptions<Signal>): Promise<LinkStatusData>;
  /** GET /auth/confirm-link/{link}: signs in, once. */
  confirmLink(link: string, options?: CallOptions<Signal>): Promise<ConfirmLinkData | SecondStepNeeded>;
  /** GET /auth/refresh with the session cookie. */
  refresh(options?: CallOptions<Signal>): Promise<void>;
  /** GET /auth/logout with the session cookie. */
  logout(options?: CallOptions<Signal>): Promise<void>;
  /** GET /auth/demo: what the sign-in pages may offer. */
  demoOffer(options?: CallOptions<Signal>): Promise<DemoOfferData>;
  /** POST /auth/demo. */
  demo(options?: CallOptions<Signal>): Promise<DemoData>;
  /** GET /site/build. */
  siteBuild(options?: CallOptions<Signal>): Promise<SiteBuildData>;
}
