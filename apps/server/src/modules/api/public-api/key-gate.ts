import {
  API_VERSIONS,
  type ApiVersion,
  DEPRECATED_VERSIONS,
  type DeprecatedVersions,
  type Deprecation,
  VERSION_HEADER,
} from '@assay/contracts/v1';
import type { ApiScope, PlanLimits } from '@assay/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { Limit } from '../../../platform/http/limits/limiter.ts';
import { networkOf } from '../../../platform/http/limits/rate-limit.ts';
import { bearerOf } from '../../../platform/http/who/call.ts';
import { actByKey } from '../../../platform/kernel/request-scope.ts';
import { inWorkspace } from '../../../platform/kernel/scope.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import type { KeyHolder } from '../api-keys/api-keys.ports.ts';
import type { ApiKeysService } from '../api-keys/api-keys.service.ts';
import { keyRefused } from './held-key.ts';
import { ProblemError } from './problem-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: KeyHolder | null;
  }
  interface FastifyContextConfig {
    /**
     * Whether the route answers test keys too. It then reads `mode` of the key and keeps the objects of both modes apart.
     * Refused without it: a route that forgets test mode gives nothing of the live one away.
     */
    answersTestKeys?: boolean;
    /** The call is going to end: its answers say so. */
    deprecated?: Deprecation;
  }
}

export interface KeyGateOptions {
  readonly keys: Pick<ApiKeysService, 'authenticate'>;
  /** Limits of the plan that the workspace has at this moment. */
  readonly limitsOf: (workspace: string) => Promise<PlanLimits>;
  /** URL of the site, without a slash at the end. */
  readonly publicUrl: string;
  /** Versions that are going to end; default: those that are. */
  readonly deprecatedVersions?: DeprecatedVersions;
  readonly clock?: Clock;
}

const MINUTE_MS = 60_000;
/** Requests without a valid key, of one network a minute: a program that guesses keys is refused before the look-up. */
const REFUSED_PER_MINUTE = 60;

/**
 * Opens requests by API key: `Authorization: Bearer aml_live_…`, or `aml_test_…`. Work of the request runs in the scope of the key's
 * workspace. Every answer names the version, and how much of the key's budget is left
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
export const keyGate = plugin(async (app: FastifyInstance, options: KeyGateOptions) => {
  const { keys, limitsOf, publicUrl, deprecatedVersions = DEPRECATED_VERSIONS, clock = SYSTEM_CLOCK } = options;
  app.decorateRequest('apiKey', null);
  const refusedLimit: Limit = { name: 'refused API keys', max: REFUSED_PER_MINUTE, windowMs: MINUTE_MS };

  app.addHook('onRequest', async (request, reply) => {
    const text = bearerOf(request);
    if (text === null) {
      throw new ProblemError('missing_api_key', 'Send your key as "Authorization: Bearer aml_live_…".');
    }
    const found = await keys.authenticate(text, plainAddress(request.ip));
    if (typeof found === 'string') {
      const { isExceeded, resetMs } = await app.limiter.hit(refusedLimit, networkOf(request));
      throw isExceeded ? rateLimited(resetMs) : keyRefused(found);
    }
    request.apiKey = found;
    request.readmit = async () => {
      const now = await keys.authenticate(text, plainAddress(request.ip));
      if (typeof now === 'string') throw keyRefused(now);
      request.apiKey = now;
    };
    actByKey(found.keyId);
    const version = versionOf(request, found);
    reply.header(VERSION_HEADER, version);
    const deprecated = soonest(deprecatedVersions[version], request.routeOptions.config.deprecated);
    if (deprecated !== null) announce(reply, deprecated, publicUrl);
    await spendRequest(reply, found);
    if (found.mode === 'test' && request.routeOptions.config.answersTestKeys !== true) {
      throw new ProblemError(
        'live_key_required',
        'Test keys do not open this call. Use a key that begins with aml_live_.',
      );
    }
  });

  // After the body was read: reading it leaves the scope that an earlier hook would have entered.
  app.addHook('preValidation', (request, _reply, done) => inWorkspace(keyOf(request).workspace, done));

  /** The version the request asks for, else that of its key; one that has ended is none. */
  function versionOf(request: FastifyRequest, { apiVersion }: KeyHolder): ApiVersion {
    const asked = request.headers[VERSION_HEADER] ?? apiVersion;
    const now = clock.now().toISOString();
    const present = API_VERSIONS.filter((one) => (deprecatedVersions[one]?.sunset ?? now) >= now);
    const version = present.find((one) => one === asked);
    if (version !== undefined) return version;
    const detail = `Assay-Version is one of: ${present.join(', ')}.`;
    throw new ProblemError('unknown_version', asked === apiVersion ? `${detail} That of the key has ended.` : detail);
  }

  async function spendRequest(reply: FastifyReply, { keyId, workspace }: KeyHolder): Promise<void> {
    const { requestsPerMinute: max } = await limitsOf(workspace);
    const limit: Limit = { name: 'requests of an API key', max, windowMs: MINUTE_MS };
    const { hits, isExceeded, resetMs } = await app.limiter.hit(limit, keyId);
    const seconds = Math.ceil(resetMs / 1000);
    reply.header('ratelimit-policy', `"requests";q=${limit.max};w=${MINUTE_MS / 1000}`);
    reply.header('ratelimit', `"requests";r=${Math.max(0, limit.max - hits)};t=${seconds}`);
    if (isExceeded) throw rateLimited(resetMs);
  }
});

/** The key that opened the request. */
export function keyOf({ apiKey }: FastifyRequest): KeyHolder {
  if (apiKey === null)
    throw new ProblemError('missing_api_key', 'Send your key as "Authorization: Bearer aml_live_…".');
  return apiKey;
}

/** Route hook: the key needs this scope. */
export function requireScope(scope: ApiScope): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (keyOf(request).scopes.includes(scope)) return;
    throw new ProblemError('missing_scope', `The key lacks the scope ${scope}. Make one that has it under Developers.`);
  };
}

/** A refusal of too many requests. `resetMs`: until the next one is allowed. */
export function rateLimited(resetMs: number): ProblemError {
  const retryAfterSeconds = Math.ceil(resetMs / 1000);
  return new ProblemError('rate_limited', `Send the request again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
}

/** As PostgreSQL reads addresses: an IPv4 address in IPv6 as IPv4, and no zone. */
function plainAddress(ip: string): string {
  const [address = ip] = ip.split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Which of two ends first; null where nothing is deprecated. */
function soonest(one: Deprecation | undefined, other: Deprecation | undefined): Deprecation | null {
  if (one === undefined || other === undefined) return one ?? other ?? null;
  return one.sunset <= other.sunset ? one : other;
}

/**
 * Says in an answer that what gave it is deprecated since when (RFC 9745), when it ends (RFC 8594), and where that is
 * described.
 */
function announce(reply: FastifyReply, { since, sunset }: Deprecation, publicUrl: string): void {
  reply
    .header('deprecation', `@${Math.floor(Date.parse(since) / 1000)}`)
    .header('sunset', new Date(sunset).toUTCString())
    .header('link', `<${publicUrl}/developers#versions>; rel="deprecation"; type="text/html"`);
}
