import type { FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error.ts';
import { confirmationsOf } from '../kernel/assurance.ts';
import { signedInOf } from './caller.ts';

/**
 * Route hook before what a stolen session must not do: keys, members, refunds, exports of everything, deletion. An
 * account with a factor must have given it within 10 minutes; another one must have signed in within 15 minutes.
 *
 * @throws AppError Unauthorized, StepUpRequired with what the user can confirm by
 */
export async function requireStepUp(request: FastifyRequest): Promise<void> {
  const { assurance } = signedInOf(request);
  if (assurance.isFresh) return;
  throw new AppError('StepUpRequired', { confirmBy: confirmationsOf(assurance) });
}

/** The same for accounts that have a factor; those without one pass. */
export async function requireStepUpWithFactor(request: FastifyRequest): Promise<void> {
  if (signedInOf(request).assurance.factors.length > 0) await requireStepUp(request);
}
