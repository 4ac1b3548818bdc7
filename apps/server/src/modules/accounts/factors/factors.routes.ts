import {
  AskPasskey,
  AskSecondStepPasskey,
  AskStepUpPasskey,
  BeginPasskey,
  BeginTotp,
  EnrolPasskey,
  EnrolTotp,
  Factors,
  type PasskeyQuestion,
  RemoveFactor,
  RenewRecoveryCodes,
  SecondStep,
  SecondStepState,
  SignInByPasskey,
  StepUp,
  StepUpState,
  type User,
} from '@assay/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { signedInOf, signedInPersonOf } from '../../../platform/http/who/caller.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import { deviceOf, endFormerSession, handOver } from '../auth/auth.routes.ts';
import type { SessionsService } from '../auth/sessions.service.ts';
import type { ConfirmService } from './confirm.service.ts';
import type { AskedPasskey, FactorsService } from './factors.service.ts';

export interface FactorsRoutesOptions {
  readonly factors: FactorsService;
  readonly confirm: ConfirmService;
  readonly sessions: Pick<SessionsService, 'endByToken'>;
  readonly userOf: (caller: Caller) => Promise<User>;
}

/** Calls about factors: to enrol and remove them, to sign in, to complete a login and to confirm in a session by one. */
export async function factorsRoutes(app: FastifyInstance, options: FactorsRoutesOptions): Promise<void> {
  const { factors, confirm, sessions, userOf } = options;

  answerCall(app, Factors, ({ request }) => factors.list(signedInOf(request)));

  answerCall(app, BeginTotp, ({ request }) => factors.beginTotp(signedInOf(request)));

  answerCall(app, EnrolTotp, ({ body, request }) => {
    const { challenge_id: challengeId, code, name } = body;
    return factors.enrolTotp(signedInOf(request), { challengeId, code, name });
  });

  answerCall(app, RemoveFactor, async ({ params, request }) => {
    await factors.remove(signedInOf(request), params.id);
    return {};
  });

  answerCall(app, RenewRecoveryCodes, async ({ request }) => ({
    recovery_codes: [...(await factors.renewCodes(signedInOf(request)))],
  }));

  answerCall(app, BeginPasskey, async ({ request }) => present(await factors.beginPasskey(signedInOf(request))));

  answerCall(app, EnrolPasskey, ({ body, request }) => {
    const { challenge_id: challengeId, passkey, name } = body;
    return factors.enrolPasskey(signedInOf(request), { challengeId, passkey, name });
  });

  answerCall(app, AskPasskey, async () => present(await factors.askPasskey('sign_in', null)));

  answerCall(app, SignInByPasskey, async ({ body, request, reply }) => {
    const { challenge_id: challengeId, answer } = body;
    const signedIn = await confirm.signInByPasskey({ challengeId, answer }, deviceOf(request));
    await endFormerSession(request, sessions);
    const tokens = handOver(request, reply, signedIn.tokens);
    return { user: await userOf(signedIn.caller), ...tokens, check: null };
  });

  answerCall(app, AskSecondStepPasskey, async ({ request }) => {
    const sub = await confirm.subOfSecondStep(secondStepTokenOf(request));
    return present(await factors.askPasskey('second_step', sub));
  });

  answerCall(app, AskStepUpPasskey, async ({ request }) =>
    present(await factors.askPasskey('step_up', signedInPersonOf(request).caller.sub)),
  );

  answerCall(app, SecondStepState, ({ request }) => confirm.readSecondStep(secondStepTokenOf(request)));

  answerCall(app, SecondStep, async ({ body, request, reply }) => {
    const { signedIn, check } = await confirm.finishSecondStep(secondStepTokenOf(request), body);
    app.sessionCookies.clearSecondStep(reply);
    await endFormerSession(request, sessions);
    const tokens = handOver(request, reply, signedIn.tokens);
    return { user: await userOf(signedIn.caller), ...tokens, check };
  });

  answerCall(app, StepUpState, async () => ({}));

  answerCall(app, StepUp, async ({ body, request }) => {
    await confirm.stepUp(signedInPersonOf(request), body);
    return {};
  });
}

/** @throws AppError SignInExpired without a token */
export function secondStepTokenOf(request: FastifyRequest): string {
  const sent = request.headers['second-step'];
  const token = typeof sent === 'string' ? sent : request.server.sessionCookies.readSecondStep(request);
  if (token === null) throw new AppError('SignInExpired');
  return token;
}

function present({ challengeId, options }: AskedPasskey<object>): PasskeyQuestion {
  return { challenge_id: challengeId, options: { ...options } };
}
