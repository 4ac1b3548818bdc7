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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { namedTimeZone } from '../../../platform/http/headers/time-zone.ts';
import { assertWithin, type Limit } from '../../../platform/http/limits/limiter.ts';
import { widerNetworkOf } from '../../../platform/http/limits/rate-limit.ts';
import { signedInPersonOf } from '../../../platform/http/who/caller.ts';
import { isLocalVisit, lacksLocalProof } from '../../../platform/http/who/local-visits.ts';
import { isBrowser } from '../../../platform/http/who/session-cookie.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Caller, SessionTokens } from '../../../platform/kernel/caller.ts';
import type { WorkspaceRefusal } from '../../../platform/kernel/session-rules.ts';
import { refuseSecretAsAddress } from '../../../platform/kernel/text/pasted-secrets.ts';
import { describeDevice } from '../../../platform/kernel/who/describe-device.ts';
import { DAY_MS, LINK_WINDOW_MS, type SignInLimits } from './auth.policy.ts';
import { unlessLocal } from './local-limit.ts';
import { mailboxKey } from './mailbox.ts';
import type { SessionsService } from './sessions.service.ts';
import type { ConfirmOutcome, SignInService } from './sign-in.service.ts';

export interface AuthRoutesOptions {
  readonly signIn: SignInService;
  readonly sessions: Pick<SessionsService, 'endByToken'>;
  readonly userOf: (caller: Caller, refusal?: WorkspaceRefusal | null) => Promise<User>;
  /** Page that shows the mails; null where mails are really sent. */
  readonly outboxPath: string | null;
  readonly limits: SignInLimits;
}

/** Calls to sign in by a link or to the demo account. */
export async function authRoutes(app: FastifyInstance, options: AuthRoutesOptions): Promise<void> {
  const { signIn, userOf, limits } = options;
  const counted = { rateLimit: { max: unlessLocal(app.limits.tokensPerMinute) } };

  const endFormer = (request: FastifyRequest) => endFormerSession(request, options.sessions);

  const mostOfBrowser = unlessLocal(limits.linksPerKnownBrowser);
  const mostOfNetwork = unlessLocal(limits.linksPerNetwork);
  const mostUnaccepted = [
    { most: unlessLocal(limits.unacceptedPerNetwork), windowMs: LINK_WINDOW_MS },
    { most: unlessLocal(limits.unacceptedPerNetworkDay), windowMs: DAY_MS },
  ];

  /**
   * More requests without accepted terms than a network may send are answered as for an address without an account: who
   * tries addresses learns nothing from it, and who has one reads and accepts the terms and goes on. Runs before any
   * lookup of the account.
   */
  async function assertFewUnaccepted(request: FastifyRequest): Promise<void> {
    for (const { most, windowMs } of mostUnaccepted) {
      const name = `links of a network without terms in ${windowMs} ms`;
      const limit: Limit = { name, max: most(request), windowMs };
      const { isExceeded } = await app.limiter.hit(limit, widerNetworkOf(request));
      if (isExceeded) throw new AppError('TermsNotAccepted');
    }
  }

  const known = new WeakMap<FastifyRequest, Promise<boolean>>();

  /**
   * Strangers of one network share its limits; they take nothing from a browser that signed in to the mailbox before.
   * Looked up once a request.
   */
  function isKnown(request: FastifyRequest): Promise<boolean> {
    const found = known.get(request) ?? signIn.knowsBrowser(Login.body.parse(request.body).email, knownMarkOf(request));
    known.set(request, found);
    return found;
  }

  /**
   * A browser that signed in to the mailbox before has a limit of its own, everybody else that of the network around.
   *
   * @throws AppError TooManyRequests
   */
  async function assertFewLinks(request: FastifyRequest): Promise<void> {
    const isFamiliar = await isKnown(request);
    const max = (isFamiliar ? mostOfBrowser : mostOfNetwork)(request);
    const name = isFamiliar ? 'links of a known browser' : 'links of a network';
    const key = isFamiliar
      ? `${mailboxKey(Login.body.parse(request.body).email)} ${knownMarkOf(request)}`
      : widerNetworkOf(request);
    await assertWithin(app.limiter, { name, max, windowMs: LINK_WINDOW_MS }, key);
  }

  answerCall(
    app,
    Login,
    async ({ body, request, reply }) => {
      await assertFewLinks(request);
      const { email, acceptTerms, cryptoAssetOrder, link } = body;
      if (cryptoAssetOrder !== null) refuseSecretAsAddress(cryptoAssetOrder.address);
      if (!acceptTerms && !(await isKnown(request))) await assertFewUnaccepted(request);
      const { expiresInSeconds } = await signIn.requestLink({
        email,
        acceptTerms,
        check: cryptoAssetOrder,
        browserMark: isBrowser(request) ? app.sessionCookies.mark(request, reply) : null,
        knownMark: knownMarkOf(request),
        shownLink: link,
        asked: {
          device: deviceOf(request),
          timezone: namedTimeZone(request),
          ip: request.ip,
        },
      });
      return { email, expires_in_seconds: expiresInSeconds };
    },
    {
      rateLimit: {
        max: unlessLocal(limits.linksPerAddress),
        timeWindow: LINK_WINDOW_MS,
        // The body says whose mailbox it is.
        hook: 'preHandler',
        allowList: isKnown,
      },
    },
  );

  answerCall(
    app,
    LinkStatus,
    async ({ params, request }) => {
      const status = await signIn.readLink(params.link, app.sessionCookies.readMark(request));
      return {
        same_browser: status.isSameBrowser,
        email: status.email,
        has_check: status.hasCheck,
        expires_at: status.expiresAt.toISOString(),
      };
    },
    counted,
  );

  answerCall(
    app,
    ConfirmLink,
    async ({ params, request, reply }) => {
      const outcome = await signIn.confirmLink(params.link, {
        device: deviceOf(request),
        browserMark: app.sessionCookies.readMark(request),
      });
      if (outcome.kind === 'second step') {
        reply.code(202);
        return { second_step: askSecondStep(request, reply, outcome) };
      }
      const { signedIn, check, noFreeCheck } = outcome;
      await endFormer(request);
      const tokens = handOver(request, reply, signedIn.tokens);
      const without = noFreeCheck === null ? {} : { no_free_check: noFreeCheck };
      return { user: await userOf(signedIn.caller), ...tokens, check, ...without };
    },
    counted,
  );

  answerCall(app, DemoOffer, async ({ request }) => {
    const offered = isLocalVisit(request);
    const outboxPath = offered ? options.outboxPath : null;
    return { offered, outbox_path: outboxPath, needs_printed_link: lacksLocalProof(request) };
  });

  answerCall(
    app,
    Demo,
    async ({ request, reply }) => {
      if (!isLocalVisit(request)) throw new AppError('NotFound');
      const { caller, tokens } = await signIn.openDemo(deviceOf(request));
      await endFormer(request);
      return { user: await userOf(caller), ...handOver(request, reply, tokens) };
    },
    counted,
  );

  answerCall(app, Me, ({ request }) => userOf(signedInPersonOf(request).caller, request.refused?.refusal));
}

/** A browser gets its tokens in an HttpOnly cookie, an API client in the response body. */
export function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: SessionTokens,
): { readonly tokens?: SessionTokens } {
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
  const asked = { confirm_by: [...confirmBy], expires_at: expiresAt.toISOString() };
  if (!isBrowser(request)) return { token, ...asked };
  request.server.sessionCookies.writeSecondStep(reply, token);
  return asked;
}

export function deviceOf(request: FastifyRequest): string {
  return describeDevice(request.headers['user-agent']);
}

/** The mark that the browser got at an earlier sign-in, to whatever account. */
function knownMarkOf({ scope }: FastifyRequest): string | null {
  return scope?.browser?.kept ?? null;
}
