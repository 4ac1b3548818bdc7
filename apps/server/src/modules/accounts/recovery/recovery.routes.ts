import { BeginRecovery, CompleteRecovery, ReadRecovery, type User } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import { endFormerSession, handOver, type SessionsService } from '../auth/index.ts';
import { secondStepTokenOf } from '../factors/index.ts';
import type { RecoveryService } from './recovery.service.ts';

export interface RecoveryRoutesOptions {
  readonly recovery: RecoveryService;
  readonly sessions: Pick<SessionsService, 'endByToken'>;
  readonly userOf: (caller: Caller) => Promise<User>;
  readonly tokensPerMinute: number;
  readonly readsPerMinute: number;
}

/** Routes of a login that waits for a factor which its owner has lost. */
export const recoveryRoutes: FastifyPluginAsyncZod<RecoveryRoutesOptions> = async (app, options) => {
  const { recovery } = options;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const change = { rateLimit: { max: options.tokensPerMinute, timeWindow: 60_000 } };

  app.get(
    ReadRecovery.path,
    {
      schema: {
        summary: 'The recovery of the account whose login waits for its second factor',
        tags: ['auth'],
        headers: ReadRecovery.headers,
        response: { ...ReadRecovery.answers, ...failures(ReadRecovery.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (request) => ({ data: await recovery.read(secondStepTokenOf(request)) }),
  );

  app.post(
    BeginRecovery.path,
    {
      schema: {
        summary: 'Begin to recover an account whose second factors are lost',
        tags: ['auth'],
        headers: BeginRecovery.headers,
        response: { ...BeginRecovery.answers, ...failures(BeginRecovery.errors) },
      },
      config: change,
    },
    async (request) => ({ data: await recovery.begin(secondStepTokenOf(request)) }),
  );

  app.post(
    CompleteRecovery.path,
    {
      schema: {
        summary: 'Complete a recovery: remove all second factors and log in',
        tags: ['auth'],
        headers: CompleteRecovery.headers,
        response: { ...CompleteRecovery.answers, ...failures(CompleteRecovery.errors) },
      },
      config: change,
    },
    async (request, reply) => {
      const { signedIn, check } = await recovery.complete(secondStepTokenOf(request));
      app.sessionCookies.clearSecondStep(reply);
      await endFormerSession(request, options.sessions);
      const tokens = handOver(request, reply, signedIn.tokens);
      return { data: { user: await options.userOf(signedIn.caller), ...tokens, check } };
    },
  );
};
