import type { FastifyRequest } from 'fastify';
import { signedInOf, signedInPersonOf } from '../../../platform/http/who/caller.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { SignedIn } from '../../../platform/kernel/caller.ts';
import { describeDevice } from '../../../platform/kernel/who/describe-device.ts';
import type { Acting, ActingMember } from './workspaces.ports.ts';

/** Who acts by a request, and from where. @throws AppError Unauthorized */
export function actingOf(request: FastifyRequest): Acting {
  return actsBy(request, signedInOf(request));
}

/** The same where the selected company refuses the session: for going elsewhere. @throws AppError Unauthorized */
export function actingPersonOf(request: FastifyRequest): Acting {
  return actsBy(request, signedInPersonOf(request));
}

function actsBy(request: FastifyRequest, { caller: { sub, email }, sessionId }: SignedIn): Acting {
  return { sub, email, sessionId, from: { ip: request.ip, device: describeDevice(request.headers['user-agent']) } };
}

/** The same for what is done in a company. @throws AppError Unauthorized, NotFound in a personal workspace */
export function actingMemberOf(request: FastifyRequest): ActingMember {
  const { workspace } = signedInOf(request).caller;
  if (workspace.kind !== 'company') throw new AppError('NotFound');
  return { ...actingOf(request), workspace };
}
