import {
  ConfirmLink,
  Demo,
  DemoOffer,
  LinkStatus,
  Login,
  Me,
  type SecondStepNeeded,
  type User,
} from '@assay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requirePerson, signedInPersonOf } from '../../http/caller.ts';
import { failures } from '../../http/failures.ts';
import { assertWithin } from '../../http/limiter.ts';
import { isLocalVisit, lacksLocalProof } from '../../http/local-visits.ts';
import { widerNetworkOf } from '../../http/rate-limit.ts';
import { isBrowser } from '../../http/session-cookie.ts';
import { namedTimeZone } from '../../http/time-zone.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Caller, SessionTokens } from '../../kernel/caller.ts';
import { describeDevice } from '../../kernel/describe-device.ts';
import { refuseSecretAsAddress } from '../../kernel/pasted-secrets.ts';
import type { WorkspaceRefusal } from '../../kernel/session-rules.ts';
import { DAY_MS, LINK_WINDOW_MS, LINKS_PER_MAILBOX, type SignInLimits } from './auth.policy.ts';
import { unlessLocal } from './local-limit.ts';
import { mailboxKey } from './mailbox.ts';
import type { SessionsService } from './sessions.service.ts';
import type { ConfirmOutcome, SignInService } from './sign-in.service.ts';

export interface AuthRoutesOptions extends SignInLimits {
  readonly signIn: SignInService;
  readonly sessions: Pick<SessionsService, 'endByToken'>;
  readonly userOf: (caller: Caller, refusal?: WorkspaceRefusal | null) => Promise<User>;
  /** Page that shows the mails; null where mails are really sent. */
  readonly outboxPath: string | null;
  readonly readsPerMinute: number;
}

export const authRoutes: FastifyPluginAsyncZod<AuthRoutesOptions> = async (app, options) => {
  const { signIn, userOf } = options;
  const tokensLimit = { rateLimit: { max: unlessLocal(options.tokensPerMinute), timeWindow: 60_000 } };
  const changes = { ...tokensLimit, isChange: true };

  const endFormer = (request: FastifyRequest) => endFormerSession(request, options.sessions);

  const mostOfNetwork = unlessLocal(options.linksPerNetwork);
  const mostUnaccepted = [
    { most: unlessLocal(options.unacceptedPerNetwork), windowMs: LINK_WINDOW_MS },
    { most: unlessLocal(options.unacceptedPerNetworkDay), windowMs: DAY_MS },
  ];

  /** Runs before any lookup, so that the response is the same with and without an account. */
  async function assertFewUnaccepted(request: FastifyRequest, email: string): Promise<void> {
    for (const { most, windowMs } of mostUnaccepted) {
      const limit = { name: `links of a network without terms in ${windowMs} ms`, max: most(request), windowMs };
      await assertWithin(app.limiter, limit, widerNetworkOf(request));
    }
    for (const { most: max, withinMs: windowMs } of LINKS_PER_MAILBOX) {
      const limit = { name: `links of a mailbox without terms in ${windowMs} ms`, max, windowMs };
      await assertWithin(app.limiter, limit, mailboxKey(email));
    }
  }

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
          max: unlessLocal(options.linksPerAddress),
          timeWindow: LINK_WINDOW_MS,
        },
      },
    },
    async (request, reply) => {
      const ofNetwork = { name: 'links of a network', max: mostOfNetwork(request), windowMs: LINK_WINDOW_MS };
      await assertWithin(app.limiter, ofNetwork, widerNetworkOf(request));
      const { email, acceptTerms, cryptoAssetOrder } = request.body;
      if (cryptoAssetOrder !== null) refuseSecretAsAddress(cryptoAssetOrder.address);
      if (!acceptTerms) await assertFewUnaccepted(request, email);
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
      // A HEAD request of a mail scanner must not consume the link.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const outcome = await signIn.confirmLink(request.params.link, {
        device: deviceOf(request),
        browserMark: app.sessionCookies.readMark(request),
      });
      if (outcome.kind === 'second step') {
        reply.code(202);
        return { data: { second_step: askSecondStep(request, reply, outcome) } };
      }
      const { signedIn, check } = outcome;
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
      const offered = isLocalVisit(request);
      const outboxPath = offered ? options.outboxPath : null;
      return { data: { offered, outbox_path: outboxPath, needs_printed_link: lacksLocalProof(request) } };
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
      if (!isLocalVisit(request)) throw new AppError('NotFound');
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
      preParsing: requirePerson,
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await userOf(signedInPersonOf(request).caller, request.refused?.refusal) };
    },
  );
};

/** A browser gets its tokens in an HttpOnly cookie, an API client in the response body. */
export function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: SessionTokens,
): { readonly tokens?: SessionTokens } {
  reply.header('cache-control', 'no-store');
  if (!isBrowser(request)) return { tokens };
  request.server.sessionCookies.write(reply, tokens);
  request.server.sessionCookies.keepKnown(request, reply);
  return {};
}

/** A browser has one session: ends the one whose cookie is replaced, since no client could end it later. */
export async function endFormerSession(
  request: FastifyRequest,
  sessions: Pick<SessionsService, 'endByToken'>,
): Promise<void> {
  const former = request.server.sessionCookies.read(request);
  if (former !== null) await sessions.endByToken(former.tokenId, former.refreshToken);
}

/** A browser gets the token of a login that waits in an HttpOnly cookie, an API client in the response body. */
export function askSecondStep(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, confirmBy, expiresAt }: Extract<ConfirmOutcome, { readonly kind: 'second step' }>,
): SecondStepNeeded['second_step'] {
  reply.header('cache-control', 'no-store');
  const asked = { confirm_by: [...confirmBy], expires_at: expiresAt.toISOString() };
  if (!isBrowser(request)) return { token, ...asked };
  request.server.sessionCookies.writeSecondStep(reply, token);
  return asked;
}

export function deviceOf(request: FastifyRequest): string {
  return describeDevice(request.headers['user-agent']);
}
