import { EndAllSessions, EndSession, Logout, Refresh, Sessions } from '@assay/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { bearerOf } from '../../../platform/http/who/call.ts';
import { personOf, signedInPersonOf } from '../../../platform/http/who/caller.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { handOver } from './auth.routes.ts';
import { unlessLocal } from './local-limit.ts';
import type { SessionsService } from './sessions.service.ts';

/** Calls about sessions and their tokens. */
export async function sessionsRoutes(
  app: FastifyInstance,
  { sessions }: { readonly sessions: SessionsService },
): Promise<void> {
  const counted = { rateLimit: { max: unlessLocal(app.limits.tokensPerMinute) } };

  /** Reads the refresh token from the headers of an API client, else from the cookie. */
  function refreshOf(request: FastifyRequest): { tokenId: string; refreshToken: string } | null {
    const tokenId = request.headers['token-id'];
    const bearer = bearerOf(request);
    if (typeof tokenId === 'string' && bearer !== null) return { tokenId, refreshToken: bearer };
    return app.sessionCookies.read(request);
  }

  answerCall(
    app,
    Refresh,
    async ({ request, reply }) => {
      const given = refreshOf(request);
      const renewed = given === null ? null : await sessions.renew(given.tokenId, given.refreshToken);
      if (renewed === null) {
        if (app.sessionCookies.has(request)) app.sessionCookies.clear(reply);
        throw new AppError('SessionEnded');
      }
      return handOver(request, reply, renewed.tokens);
    },
    counted,
  );

  answerCall(
    app,
    Logout,
    async ({ request, reply }) => {
      if (app.sessionCookies.has(request)) app.sessionCookies.clear(reply);
      const given = refreshOf(request);
      const isEnded = given !== null && (await sessions.endByToken(given.tokenId, given.refreshToken));
      const person = personOf(request);
      if (!isEnded && person !== null) await sessions.endCurrent(person);
      return {};
    },
    counted,
  );

  answerCall(app, Sessions, async ({ request }) => ({
    sessions: [...(await sessions.list(signedInPersonOf(request)))],
  }));

  answerCall(
    app,
    EndSession,
    async ({ params, request, reply }) => {
      const { caller, sessionId } = signedInPersonOf(request);
      await sessions.endOne(caller.sub, params.id);
      if (params.id === sessionId && app.sessionCookies.has(request)) app.sessionCookies.clear(reply);
      return {};
    },
    counted,
  );

  answerCall(
    app,
    EndAllSessions,
    async ({ request, reply }) => {
      await sessions.endAll(signedInPersonOf(request).caller.sub);
      if (app.sessionCookies.has(request)) app.sessionCookies.clear(reply);
      return {};
    },
    counted,
  );
}
