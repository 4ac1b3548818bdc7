import {
  Check,
  CheckPlanned,
  CheckTransaction,
  type Holdings,
  ReadCheck,
  ReadShare,
  ReadTransaction,
  RestoreShare,
  RevokeShare,
  type ShareState,
  type User,
} from '@assay/contracts';
import { mayIn } from '@assay/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { networkOf } from '../../../platform/http/limits/rate-limit.ts';
import { goneSignal } from '../../../platform/http/watch/gone-signal.ts';
import { callerOf, readerOf } from '../../../platform/http/who/caller.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import { type ChecksOwner, isOwnedBy } from './checks.policy.ts';
import { presentStarted, presentState } from './checks.presenter.ts';
import type { ChecksService } from './checks.service.ts';
import { eventsRoutes } from './events.routes.ts';
import { admitLookUp, type LookUpReader } from './moves/look-up-limits.ts';
import type { StoredCheck } from './stored/checks.store.ts';

/** The longest wait for a result, whatever `Prefer` requests. */
const LONGEST_WAIT_SECONDS = 15;

/** The wait that `Prefer` requests (RFC 7240, sections 4.1 and 4.3); empty where it has no valid preference. */
export function preferredWait(prefer: string | undefined): { readonly answerWithinMs?: number } {
  const wishes = (prefer ?? '').split(',').map((wish) => wish.trim().toLowerCase());
  if (wishes.includes('respond-async')) return { answerWithinMs: 0 };
  const seconds = wishes.map((wish) => /^wait=(\d{1,4})$/.exec(wish)?.[1]).find((found) => found !== undefined);
  return seconds === undefined || Number(seconds) >= LONGEST_WAIT_SECONDS
    ? {}
    : { answerWithinMs: Number(seconds) * 1_000 };
}

export interface ChecksRoutesOptions {
  readonly checks: ChecksService;
  /** `balance`: that of the caller's workspace, where it is known. */
  readonly userOf: (caller: Caller, balance?: Holdings) => Promise<User>;
}

/** Who pays for a check, the workspace that is selected, and who asks. */
function ownerOf(request: FastifyRequest): ChecksOwner {
  const { sub, workspace } = callerOf(request);
  return { sub: workspace.id, by: { as: 'person', id: sub }, pays: true };
}

/** What a caller asks of a check beside what is checked. */
function askedOptions({ prefer, 'idempotency-key': idempotencyKey }: z.output<typeof Check.headers>) {
  return { idempotencyKey: idempotencyKey ?? null, ...preferredWait(prefer), wantsBalance: true };
}

/** Calls that make checks of addresses and payments, and read them. */
export async function checksRoutes(app: FastifyInstance, options: ChecksRoutesOptions): Promise<void> {
  const { checks, userOf } = options;

  /** Answers a check that was begun or found: its result, or how far it is. */
  async function replyStarted(request: FastifyRequest, reply: FastifyReply, check: StoredCheck) {
    const changes = await checks.changesOf(check, readerOf(request));
    const data = presentStarted(check, await userOf(callerOf(request), check.balance), changes);
    reply.code(data.status === 'done' ? 200 : 202);
    return data;
  }

  answerCall(app, Check, async ({ headers, body, request, reply }) =>
    replyStarted(request, reply, await checks.runCheck(ownerOf(request), body, askedOptions(headers))),
  );

  answerCall(app, CheckTransaction, async ({ headers, body, request, reply }) =>
    replyStarted(request, reply, await checks.runPayment(ownerOf(request), body, askedOptions(headers))),
  );

  answerCall(app, CheckPlanned, async ({ body, request }) => checks.runPlanned(ownerOf(request), body));

  answerCall(app, ReadCheck, async ({ params, request }) => {
    const check = await checks.openCheck(params.sub_id.toLowerCase(), readerOf(request));
    return presentState(check, await checks.besideResult(check, readerOf(request)));
  });

  await app.register(shareRoutes, options);
  await app.register(eventsRoutes, options);
  await app.register(movesRoutes, options);
}

/** The call that reads what a transaction moved. */
export async function movesRoutes(
  app: FastifyInstance,
  { checks }: { readonly checks: Pick<ChecksService, 'findMoves'> },
): Promise<void> {
  answerCall(app, ReadTransaction, async ({ query, request, reply }) => {
    const reader = { owner: readerOf(request), admitLookUp: () => admitLookUp(app.limiter, lookUpReaderOf(request)) };
    return checks.findMoves(query, reader, goneSignal(reply));
  });
}

function lookUpReaderOf(request: FastifyRequest): LookUpReader {
  return request.caller === null ? { network: networkOf(request) } : { sub: request.caller.sub };
}

/** Calls with which an owner revokes or restores the sharing of a result. */
async function shareRoutes(
  app: FastifyInstance,
  { checks }: { readonly checks: Pick<ChecksService, 'openCheck' | 'setShared'> },
): Promise<void> {
  answerCall(app, ReadShare, async ({ params, request }) => {
    const reader = readerOf(request);
    const check = await checks.openCheck(params.sub_id.toLowerCase(), reader);
    return presentShare(check, maySet(request) ? reader : null);
  });

  const setShared = async (request: FastifyRequest, subId: string, isShared: boolean) => {
    const { id } = callerOf(request).workspace;
    return presentShare(await checks.setShared(subId.toLowerCase(), id, isShared), id);
  };
  answerCall(app, RevokeShare, async ({ params, request }) => setShared(request, params.sub_id, false));
  answerCall(app, RestoreShare, async ({ params, request }) => setShared(request, params.sub_id, true));
}

/** Whether the role of the caller allows to change the sharing: others are shown no way to. */
function maySet({ caller }: FastifyRequest): boolean {
  return caller !== null && mayIn(caller.workspace.role, 'share');
}

function presentShare(check: StoredCheck, reader: string | null): ShareState {
  return { is_owner: isOwnedBy(check, reader), revoked_at: check.revokedAt?.toISOString() ?? null };
}
