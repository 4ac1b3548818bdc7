import { EndAllSessions, EndSession, Logout, Refresh, Sessions } from '@assay/contracts';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { bearerOf } from '../../../platform/http/call.ts';
import { personOf, requirePerson, signedInPersonOf } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { handOver } from './auth.routes.ts';
import { unlessLocal } from './local-limit.ts';
import type { SessionsService } from './sessions.service.ts';

export interface SessionsRoutesOptions {
  readonly sessions: SessionsService;
  readonly tokensPerMinute: number;
  readonly readsPerMinute: number;
}

export const sessionsRoutes: FastifyPluginAsyncZod<SessionsRoutesOptions> = async (app, options) => {
  const { sessions } = options;
  const changes = {
    rateLimit: { max: unlessLocal(options.tokensPerMinute), timeWindow: 60_000 },
    isChange: true,
  };
  const reads = { rateLimit: { max: options.readsPerMinute } };

  /** Reads the refresh token from the headers of an API client, else from the cookie. */
  function refreshOf(request: FastifyRequest): { tokenId: string; refreshToken: string } | null {
    const tokenId = request.headers['token-id'];
    const bearer = bearerOf(request);
    if (typeof tokenId === 'string' && bearer !== null) return { tokenId, refreshToken: bearer };
    return app.sessionCookies.read(request);
  }

  app.get(
    Refresh.path,
    {
      schema: {
        summary: 'New tokens for a refresh token',
        tags: ['auth'],
        headers: Refresh.headers,
        response: { ...Refresh.answers, ...failures(Refresh.errors) },
      },
      config: changes,
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const given = refreshOf(request);
      const renewed = given === null ? null : await sessions.renew(given.tokenId, given.refreshToken);
      if (renewed === null) {
        if (app.sessionCookies.has(request)) app.sessionCookies.clear(reply);
        throw new AppError('SessionEnded');
      }
      return { data: handOver(request, reply, renewed.tokens) };
    },
  );

  app.get(
    Logout.path,
    {
      schema: {
        summary: 'End the session',
        tags: ['auth'],
        headers: Logout.headers,
        response: { ...Logout.answers, ...failures(Logout.errors) },
      },
      config: changes,
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (app.sessionCookies.has(request)) app.sessionCookies.clear(reply);
      const given = refreshOf(request);
      const isEnded = given !== null && (await sessions.endByToken(given.tokenId, given.refreshToken));
      const person = personOf(request);
      if (!isEnded && person !== null) await sessions.endCurrent(person);
      return { data: {} };
    },
  );

  app.get(
    Sessions.path,
    {
      schema: {
        summary: 'Where the user is signed in',
        tags: ['auth'],
        response: { ...Sessions.answers, ...failures(Sessions.errors) },
      },
      config: reads,
      preParsing: requirePerson,
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: { sessions: [...(await sessions.list(signedInPersonOf(request)))] } };
    },
  );

  app.delete(
    EndSession.path,
    {
      schema: {
        summary: 'End one session',
        tags: ['auth'],
        params: EndSession.params,
        response: { ...EndSession.answers, ...failures(EndSession.errors) },
      },
      config: changes,
      preParsing: requirePerson,
    },
    async (request, reply) => {
      const { id } = request.params;
      await sessions.endOne(signedInPersonOf(request).caller.sub, id);
      if (id === signedInPersonOf(request).sessionId && app.sessionCookies.has(request))
        app.sessionCookies.clear(reply);
      return { data: {} };
    },
  );

  app.delete(
    EndAllSessions.path,
    {
      schema: {
        summary: 'End all sessions of the user',
        tags: ['auth'],
        response: { ...EndAllSessions.answers, ...failures(EndAllSessions.errors) },
      },
      config: changes,
      preParsing: requirePerson,
    },
    async (request, reply) => {
      await sessions.endAll(signedInPersonOf(request).caller.sub);
      if (app.sessionCookies.has(request)) app.sessionCookies.clear(reply);
      return { data: {} };
    },
  );
};
