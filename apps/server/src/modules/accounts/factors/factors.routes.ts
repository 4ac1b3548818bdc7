import { BeginTotp, EnrolTotp, Factors, RemoveFactor, RenewRecoveryCodes } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireCaller, signedInOf } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import type { FactorsService } from './factors.service.ts';

export interface FactorsRoutesOptions {
  readonly factors: FactorsService;
  readonly tokensPerMinute: number;
  readonly readsPerMinute: number;
}

/** Routes of the signed-in user for factors and recovery codes. */
export const factorsRoutes: FastifyPluginAsyncZod<FactorsRoutesOptions> = async (app, options) => {
  const { factors } = options;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const change = {
    config: { rateLimit: { max: options.tokensPerMinute, timeWindow: 60_000 } },
    preParsing: [requireCaller, requireStepUp],
  };

  app.get(
    Factors.path,
    {
      schema: {
        summary: 'The second factors of one’s account',
        tags: ['auth'],
        response: { ...Factors.answers, ...failures(Factors.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
      preParsing: requireCaller,
    },
    async (request) => ({ data: await factors.list(signedInOf(request)) }),
  );

  app.post(
    BeginTotp.path,
    {
      schema: {
        summary: 'Begin to enrol an authenticator app',
        tags: ['auth'],
        response: { ...BeginTotp.answers, ...failures(BeginTotp.errors) },
      },
      ...change,
    },
    async (request) => ({ data: await factors.beginTotp(signedInOf(request)) }),
  );

  app.post(
    EnrolTotp.path,
    {
      schema: {
        summary: 'Enrol an authenticator app by a code of it',
        tags: ['auth'],
        body: EnrolTotp.body,
        response: { ...EnrolTotp.answers, ...failures(EnrolTotp.errors) },
      },
      ...change,
    },
    async (request) => {
      const { challenge_id: challengeId, code, name } = request.body;
      return { data: await factors.enrolTotp(signedInOf(request), { challengeId, code, name }) };
    },
  );

  app.delete(
    RemoveFactor.path,
    {
      schema: {
        summary: 'Remove a second factor',
        tags: ['auth'],
        params: RemoveFactor.params,
        response: { ...RemoveFactor.answers, ...failures(RemoveFactor.errors) },
      },
      ...change,
    },
    async (request) => {
      await factors.remove(signedInOf(request), request.params.id);
      return { data: {} };
    },
  );

  app.post(
    RenewRecoveryCodes.path,
    {
      schema: {
        summary: 'New recovery codes in place of the former ones',
        tags: ['auth'],
        response: { ...RenewRecoveryCodes.answers, ...failures(RenewRecoveryCodes.errors) },
      },
      ...change,
    },
    async (request) => ({ data: { recovery_codes: [...(await factors.renewCodes(signedInOf(request)))] } }),
  );
};
