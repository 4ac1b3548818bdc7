import { BeginCompanySignIn, FinishCompanySignIn, type User } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import {
  askSecondStep,
  deviceOf,
  endFormerSession,
  handOver,
  type SessionsService,
  unlessLocal,
} from '../auth/index.ts';
import type { CompanySignInService } from './company-sign-in.service.ts';

export interface CompanySignInRoutesOptions {
  readonly companySignIn: CompanySignInService;
  readonly sessions: Pick<SessionsService, 'endByToken'>;
  readonly userOf: (caller: Caller) => Promise<User>;
  readonly tokensPerMinute: number;
}

/** Routes of logging in by the provider of a company. */
export const companySignInRoutes: FastifyPluginAsyncZod<CompanySignInRoutesOptions> = async (app, options) => {
  const { companySignIn } = options;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const config = { rateLimit: { max: unlessLocal(options.tokensPerMinute), timeWindow: 60_000 } };

  app.post(
    BeginCompanySignIn.path,
    {
      schema: {
        summary: 'Begin to log in by the provider of a company',
        tags: ['auth'],
        body: BeginCompanySignIn.body,
        response: { ...BeginCompanySignIn.answers, ...failures(BeginCompanySignIn.errors) },
      },
      config,
    },
    async (request, reply) => {
      const { email, acceptTerms } = request.body;
      const browserMark = app.sessionCookies.mark(request, reply);
      return { data: { url: await companySignIn.begin({ email, acceptTerms, browserMark }) } };
    },
  );

  app.post(
    FinishCompanySignIn.path,
    {
      schema: {
        summary: 'Log in by what the provider of a company sent the browser back with',
        tags: ['auth'],
        body: FinishCompanySignIn.body,
        response: { ...FinishCompanySignIn.answers, ...failures(FinishCompanySignIn.errors) },
      },
      config,
    },
    async (request, reply) => {
      const outcome = await companySignIn.finish({
        query: request.body.query,
        browserMark: app.sessionCookies.readMark(request),
        device: deviceOf(request),
      });
      if (outcome.kind === 'second step') {
        reply.code(202);
        return { data: { second_step: askSecondStep(request, reply, outcome) } };
      }
      await endFormerSession(request, options.sessions);
      const tokens = handOver(request, reply, outcome.signedIn.tokens);
      return { data: { user: await options.userOf(outcome.signedIn.caller), ...tokens, check: null } };
    },
  );
};
