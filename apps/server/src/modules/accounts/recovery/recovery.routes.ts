import { BeginRecovery, CompleteRecovery, ReadRecovery, type User } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import { endFormerSession, handOver } from '../auth/auth.routes.ts';
import type { SessionsService } from '../auth/sessions.service.ts';
import { secondStepTokenOf } from '../factors/factors.routes.ts';
import type { RecoveryService } from './recovery.service.ts';

export interface RecoveryRoutesOptions {
  readonly recovery: RecoveryService;
  readonly sessions: Pick<SessionsService, 'endByToken'>;
  readonly userOf: (caller: Caller) => Promise<User>;
}

/** Routes of a login that waits for a factor which its owner has lost. */
export async function recoveryRoutes(app: FastifyInstance, options: RecoveryRoutesOptions): Promise<void> {
  const { recovery } = options;

  answerCall(app, ReadRecovery, ({ request }) => recovery.read(secondStepTokenOf(request)));

  answerCall(app, BeginRecovery, ({ request }) => recovery.begin(secondStepTokenOf(request)));

  answerCall(app, CompleteRecovery, async ({ request, reply }) => {
    const { signedIn, check } = await recovery.complete(secondStepTokenOf(request));
    app.sessionCookies.clearSecondStep(reply);
    await endFormerSession(request, options.sessions);
    const tokens = handOver(request, reply, signedIn.tokens);
    return { user: await options.userOf(signedIn.caller), ...tokens, check };
  });
}
