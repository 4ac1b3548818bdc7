import { SecondStep, SecondStepState, StepUp, StepUpState, type User } from '@assay/contracts';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireCaller, requirePerson, signedInPersonOf } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import { endFormerSession, handOver, type SessionsService } from '../auth/index.ts';
import type { ConfirmService } from './confirm.service.ts';

export interface SecondStepRoutesOptions {
  readonly confirm: ConfirmService;
  readonly sessions: Pick<SessionsService, 'endByToken'>;
  readonly userOf: (caller: Caller) => Promise<User>;
  readonly tokensPerMinute: number;
  readonly readsPerMinute: number;
}

/** Routes that take a second factor: to complete a login, and to confirm in a session. */
export const secondStepRoutes: FastifyPluginAsyncZod<SecondStepRoutesOptions> = async (app, options) => {
  const { confirm } = options;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const change = { rateLimit: { max: options.tokensPerMinute, timeWindow: 60_000 } };

  app.get(
    SecondStepState.path,
    {
      schema: {
        summary: 'The login that waits for its second factor',
        tags: ['auth'],
        headers: SecondStepState.headers,
        response: { ...SecondStepState.answers, ...failures(SecondStepState.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (request) => ({ data: await confirm.readSecondStep(secondStepTokenOf(request)) }),
  );

  app.post(
    SecondStep.path,
    {
      schema: {
        summary: 'Complete a login by a second factor',
        tags: ['auth'],
        headers: SecondStep.headers,
        body: SecondStep.body,
        response: { ...SecondStep.answers, ...failures(SecondStep.errors) },
      },
      config: change,
    },
    async (request, reply) => {
      const { signedIn, check } = await confirm.finishSecondStep(secondStepTokenOf(request), request.body);
      app.sessionCookies.clearSecondStep(reply);
      await endFormerSession(request, options.sessions);
      const tokens = handOver(request, reply, signedIn.tokens);
      return { data: { user: await options.userOf(signedIn.caller), ...tokens, check } };
    },
  );

  app.get(
    StepUpState.path,
    {
      schema: {
        summary: 'Whether the session was confirmed recently',
        tags: ['auth'],
        response: { ...StepUpState.answers, ...failures(StepUpState.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
      preParsing: [requireCaller, requireStepUp],
    },
    async () => ({ data: {} }),
  );

  app.post(
    StepUp.path,
    {
      schema: {
        summary: 'Confirm by a second factor in the session',
        tags: ['auth'],
        body: StepUp.body,
        response: { ...StepUp.answers, ...failures(StepUp.errors) },
      },
      config: change,
      preParsing: requirePerson,
    },
    async (request) => {
      await confirm.stepUp(signedInPersonOf(request), request.body);
      return { data: {} };
    },
  );
};

/** @throws AppError SignInExpired without a token */
export function secondStepTokenOf(request: FastifyRequest): string {
  const sent = request.headers['second-step'];
  const token = typeof sent === 'string' ? sent : request.server.sessionCookies.readSecondStep(request);
  if (token === null) throw new AppError('SignInExpired');
  return token;
}
