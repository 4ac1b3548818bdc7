import { BeginCompanySignIn, FinishCompanySignIn, type User } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import { askSecondStep, deviceOf, endFormerSession, handOver } from '../auth/auth.routes.ts';
import { unlessLocal } from '../auth/local-limit.ts';
import type { SessionsService } from '../auth/sessions.service.ts';
import type { CompanySignInService } from './company-sign-in.service.ts';

export interface CompanySignInRoutesOptions {
  readonly companySignIn: CompanySignInService;
  readonly sessions: Pick<SessionsService, 'endByToken'>;
  readonly userOf: (caller: Caller) => Promise<User>;
}

/** Routes of logging in by the provider of a company. */
export async function companySignInRoutes(app: FastifyInstance, options: CompanySignInRoutesOptions): Promise<void> {
  const { companySignIn } = options;
  const counted = { rateLimit: { max: unlessLocal(app.limits.tokensPerMinute) } };

  answerCall(
    app,
    BeginCompanySignIn,
    async ({ body, request, reply }) => {
      const { email, acceptTerms } = body;
      const browserMark = app.sessionCookies.mark(request, reply);
      return { url: await companySignIn.begin({ email, acceptTerms, browserMark }) };
    },
    counted,
  );

  answerCall(
    app,
    FinishCompanySignIn,
    async ({ body, request, reply }) => {
      const outcome = await companySignIn.finish({
        query: body.query,
        browserMark: app.sessionCookies.readMark(request),
        device: deviceOf(request),
      });
      if (outcome.kind === 'second step') {
        reply.code(202);
        return { second_step: askSecondStep(request, reply, outcome) };
      }
      await endFormerSession(request, options.sessions);
      const tokens = handOver(request, reply, outcome.signedIn.tokens);
      return { user: await options.userOf(outcome.signedIn.caller), ...tokens, check: null };
    },
    counted,
  );
}
