import {
  AskPasskey,
  AskSecondStepPasskey,
  AskStepUpPasskey,
  BeginPasskey,
  EnrolPasskey,
  type PasskeyQuestion,
  SignInByPasskey,
  type User,
} from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireCaller, requirePerson, signedInOf, signedInPersonOf } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import { deviceOf, endFormerSession, handOver, type SessionsService } from '../auth/index.ts';
import type { ConfirmService } from './confirm.service.ts';
import type { AskedPasskey, FactorsService } from './factors.service.ts';
import { secondStepTokenOf } from './second-step.routes.ts';

export interface PasskeysRoutesOptions {
  readonly factors: FactorsService;
  readonly confirm: ConfirmService;
  readonly sessions: Pick<SessionsService, 'endByToken'>;
  readonly userOf: (caller: Caller) => Promise<User>;
  readonly tokensPerMinute: number;
}

/** Routes of passkeys: enrolment, signing in by one alone, and the questions for the second step and for a confirmation. */
export const passkeysRoutes: FastifyPluginAsyncZod<PasskeysRoutesOptions> = async (app, options) => {
  const { factors, confirm } = options;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const config = { rateLimit: { max: options.tokensPerMinute, timeWindow: 60_000 } };
  const change = { config, preParsing: [requireCaller, requireStepUp] };

  app.post(
    BeginPasskey.path,
    {
      schema: {
        summary: 'Begin to enrol a passkey',
        tags: ['auth'],
        response: { ...BeginPasskey.answers, ...failures(BeginPasskey.errors) },
      },
      ...change,
    },
    async (request) => ({ data: present(await factors.beginPasskey(signedInOf(request))) }),
  );

  app.post(
    EnrolPasskey.path,
    {
      schema: {
        summary: 'Enrol the passkey that was made',
        tags: ['auth'],
        body: EnrolPasskey.body,
        response: { ...EnrolPasskey.answers, ...failures(EnrolPasskey.errors) },
      },
      ...change,
    },
    async (request) => {
      const { challenge_id: challengeId, passkey, name } = request.body;
      return { data: await factors.enrolPasskey(signedInOf(request), { challengeId, passkey, name }) };
    },
  );

  app.post(
    AskPasskey.path,
    {
      schema: {
        summary: 'Ask for a passkey to sign in by',
        tags: ['auth'],
        response: { ...AskPasskey.answers, ...failures(AskPasskey.errors) },
      },
      config,
    },
    async () => ({ data: present(await factors.askPasskey('sign_in', null)) }),
  );

  app.post(
    SignInByPasskey.path,
    {
      schema: {
        summary: 'Sign in by a passkey',
        tags: ['auth'],
        body: SignInByPasskey.body,
        response: { ...SignInByPasskey.answers, ...failures(SignInByPasskey.errors) },
      },
      config,
    },
    async (request, reply) => {
      const { challenge_id: challengeId, answer } = request.body;
      const signedIn = await confirm.signInByPasskey({ challengeId, answer }, deviceOf(request));
      await endFormerSession(request, options.sessions);
      const tokens = handOver(request, reply, signedIn.tokens);
      return { data: { user: await options.userOf(signedIn.caller), ...tokens, check: null } };
    },
  );

  app.post(
    AskSecondStepPasskey.path,
    {
      schema: {
        summary: 'Ask for a passkey to complete a login by',
        tags: ['auth'],
        headers: AskSecondStepPasskey.headers,
        response: { ...AskSecondStepPasskey.answers, ...failures(AskSecondStepPasskey.errors) },
      },
      config,
    },
    async (request) => {
      const sub = await confirm.subOfSecondStep(secondStepTokenOf(request));
      return { data: present(await factors.askPasskey('second_step', sub)) };
    },
  );

  app.post(
    AskStepUpPasskey.path,
    {
      schema: {
        summary: 'Ask for a passkey to confirm by',
        tags: ['auth'],
        response: { ...AskStepUpPasskey.answers, ...failures(AskStepUpPasskey.errors) },
      },
      config,
      preParsing: requirePerson,
    },
    async (request) => ({ data: present(await factors.askPasskey('step_up', signedInPersonOf(request).caller.sub)) }),
  );
};

function present({ challengeId, options }: AskedPasskey<object>): PasskeyQuestion {
  return { challenge_id: challengeId, options: { ...options } };
}
