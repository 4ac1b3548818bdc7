import type { ErrorName } from '@assay/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { AppError } from '../../kernel/app-error.ts';
import { inRequest, type RequestScope } from '../../kernel/request-scope.ts';
import type { AdminAction, SecurityEvent, SecurityEvents, Subject } from '../../kernel/security-events/index.ts';
import { describeDevice } from '../../kernel/who/describe-device.ts';
import { networkOf } from '../limits/rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    securityEvents: SecurityEvents;
  }
  interface FastifyRequest {
    scope: RequestScope | null;
  }
}

/** Gives routes the log of security events, and events recorded anywhere below a request its id. */
export const securityEvents = plugin(async (app: FastifyInstance, options: { readonly events: SecurityEvents }) => {
  app.decorate('securityEvents', options.events);
  app.decorateRequest('scope', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.scope = newScopeOf(request);
    inRequest(request.scope, done);
  });
  // The body was read meanwhile, by callbacks of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => inRequest(scopeOf(request), done));
});

/** A request that is refused early has none yet. */
function scopeOf(request: FastifyRequest): RequestScope {
  return request.scope ?? newScopeOf(request);
}

function newScopeOf({ id, ip, headers }: FastifyRequest): RequestScope {
  return { id, ip, device: describeDevice(headers['user-agent']), sub: null, browser: null };
}

/** Records the refusal of a request, where it is one that the operator should know of. */
export function recordRefusal(request: FastifyRequest, errorName: ErrorName, error: unknown): void {
  const named = error instanceof AppError ? error.security : null;
  const event = named?.event ?? refusalOf(errorName, request.routeOptions.url ?? 'unknown');
  if (event === null) return;
  const subject = named?.subject ?? subjectOf(request);
  inRequest(scopeOf(request), () => request.server.securityEvents.record(event, subject));
}

/** The account that is signed in, else the network the request came from. */
export function subjectOf(request: FastifyRequest): Subject {
  const { caller } = request;
  // A request that is refused early was not looked up yet.
  if (caller !== null && caller !== undefined) return { kind: 'account', sub: caller.sub };
  return { kind: 'network', network: networkOf(request) };
}

/** Refusals that are security events wherever they come from. */
function refusalOf(errorName: ErrorName, route: string): SecurityEvent | null {
  switch (errorName) {
    case 'CrossSiteRequest':
      return { name: 'cross_site_refused', route };
    case 'TooManyRequests':
      return { name: 'rate_limit_hit', route };
    case 'AccountSuspended':
      return { name: 'suspended_refused', route };
    case 'ServiceCredentialRefused':
      return { name: 'bot_secret_refused', route };
    case 'StepUpRequired':
      return { name: 'step_up_required', route };
    case 'FactorNeeded':
      return { name: 'admin_without_factor', route };
    case 'AdminOnly':
      return { name: 'admin_refused', route };
    default:
      return null;
  }
}

/** Records what an administrator has done; `target` is an id, never a text that somebody typed. */
export function recordAdminAction(request: FastifyRequest, action: AdminAction, target: number | string | null): void {
  const event = { name: 'admin_action', action, target: target === null ? null : String(target) } as const;
  request.server.securityEvents.record(event, subjectOf(request));
}
