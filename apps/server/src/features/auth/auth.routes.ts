import { ConfirmLink, Demo, DemoOffer, LinkStatus, Login, Me, type User } from '@assay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AppError } from '../../app-error.ts';
import type { Caller, SessionTokens } from '../../caller.ts';
import { callerOf, requireCaller } from '../../plugins/caller.ts';
import { failures } from '../../plugins/failures.ts';
import { isLoopbackVisit } from '../../plugins/loopback.ts';
import { widerNetworkOf } from '../../plugins/rate-limit.ts';
import { isBrowser } from '../../plugins/session-cookie.ts';
import { namedTimeZone } from '../../plugins/time-zone.ts';
import { LINK_WINDOW_MS, type SignInLimits } from './auth.policy.ts';
import { describeDevice } from './device.ts';
import { unlessLocal } from './local-limit.ts';
import type { SessionsService } from './sessions.service.ts';
import type { SignInService } from './sign-in.service.ts';

export interface AuthRoutesOptions extends SignInLimits {
  readonly signIn: SignInService;
  readonly sessions: Pick<SessionsService, 'endByToken'>;
  readonly userOf: (caller: Caller) => Promise<User>;
  /** For the loopback rule. */
  readonly host: string;
  readonly publicUrl: string;
  /** Page that shows the mails, null where they are really sent. */
  readonly outboxPath: string | null;
  readonly readsPerMinute: number;
}

export const authRoutes: FastifyPluginAsyncZod<AuthRoutesOptions> = async (app, options) => {
  const { signIn, userOf } = options;
  const isLocal = (request: FastifyRequest) => isLoopbackVisit(options, request.headers);
  const tokensLimit = { rateLimit: { max: unlessLocal(options, options.tokensPerMinute), timeWindow: 60_000 } };
  const changes = { ...tokensLimit, isChange: true };

  /** A browser holds one session: what the new cookie replaces must not live on where nobody can end it. */
  async function endFormer(request: FastifyRequest): Promise<void> {
    const former = app.sessionCookies.read(request);
    if (former !== null) await options.sessions.endByToken(former.tokenId, former.refreshToken);
  }

  const countNetwork = app.createRateLimit({
    max: unlessLocal(options, options.linksPerNetwork),
    timeWindow: LINK_WINDOW_MS,
    keyGenerator: (request) => `links ${widerNetworkOf(request)}`,
  });

  app.post(
    Login.path,
    {
      schema: {
        summary: 'Send a link to sign in or register by',
        tags: ['auth'],
        body: Login.body,
        response: { ...Login.answers, ...failures(Login.errors) },
      },
      config: {
        rateLimit: {
          max: unlessLocal(options, options.linksPerAddress),
          timeWindow: LINK_WINDOW_MS,
        },
      },
    },
    async (request, reply) => {
      const network = await countNetwork(request);
      if (!network.isAllowed && network.isExceeded) {
        throw new AppError('TooManyRequests', { retryAfterSeconds: Math.max(1, network.ttlInSeconds) });
      }
      const { email, acceptTerms, cryptoAssetOrder } = request.body;
      const { expiresInSeconds } = await signIn.requestLink({
        email,
        acceptTerms,
        check: cryptoAssetOrder,
        browserMark: isBrowser(request) ? app.sessionCookies.mark(request, reply) : null,
        asked: {
          device: deviceOf(request),
          timezone: namedTimeZone(request),
          ip: request.ip,
        },
      });
      reply.header('cache-control', 'no-store');
      return { data: { email, expires_in_seconds: expiresInSeconds } };
    },
  );

  app.get(
    LinkStatus.path,
    {
      schema: {
        summary: 'What confirming a link would do; uses nothing up',
        tags: ['auth'],
        params: LinkStatus.params,
        response: { ...LinkStatus.answers, ...failures(LinkStatus.errors) },
      },
      config: tokensLimit,
    },
    async (request, reply) => {
      const status = await signIn.readLink(request.params.link, app.sessionCookies.readMark(request));
      reply.header('cache-control', 'no-store');
      return {
        data: {
          same_browser: status.isSameBrowser,
          email: status.email,
          has_check: status.hasCheck,
          expires_at: status.expiresAt.toISOString(),
        },
      };
    },
  );

  app.get(
    ConfirmLink.path,
    {
      schema: {
        summary: 'Sign in by a link, once',
        tags: ['auth'],
        params: ConfirmLink.params,
        response: { ...ConfirmLink.answers, ...failures(ConfirmLink.errors) },
      },
      config: changes,
      // A mail scanner's HEAD must not use the link up.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { signedIn, check } = await signIn.confirmLink(request.params.link, deviceOf(request));
      await endFormer(request);
      const tokens = handOver(request, reply, signedIn.tokens);
      return { data: { user: await userOf(signedIn.caller), ...tokens, check } };
    },
  );

  app.get(
    DemoOffer.path,
    {
      schema: {
        summary: 'What the sign-in pages may offer on this machine',
        tags: ['auth'],
        response: { ...DemoOffer.answers, ...failures(DemoOffer.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const offered = isLocal(request);
      return { data: { offered, outbox_path: offered ? options.outboxPath : null } };
    },
  );

  app.post(
    Demo.path,
    {
      schema: {
        summary: 'Sign in to the demo account, on this machine only',
        tags: ['auth'],
        response: { ...Demo.answers, ...failures(Demo.errors) },
      },
      config: tokensLimit,
    },
    async (request, reply) => {
      if (!isLocal(request)) throw new AppError('NotFound');
      const { caller, tokens } = await signIn.openDemo(deviceOf(request));
      await endFormer(request);
      return { data: { user: await userOf(caller), ...handOver(request, reply, tokens) } };
    },
  );

  app.get(
    Me.path,
    {
      schema: { summary: 'The user who asks', tags: ['auth'], response: { ...Me.answers, ...failures(Me.errors) } },
      config: { rateLimit: { max: options.readsPerMinute } },
      preParsing: requireCaller,
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await userOf(callerOf(request)) };
    },
  );
};

/** A browser gets its tokens as a cookie that no script reads, an API client in the answer. */
export function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: SessionTokens,
): { readonly tokens?: SessionTokens } {
  reply.header('cache-control', 'no-store');
  if (!isBrowser(request)) return { tokens };
  request.server.sessionCookies.write(reply, tokens);
  return {};
}

function deviceOf(request: FastifyRequest): string {
  return describeDevice(request.headers['user-agent']);
}
