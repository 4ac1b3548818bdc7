import { Check, CheckPlanned, CheckTransaction, type Holdings, ReadCheck, type User } from '@assay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { callerOf, readerOf, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import type { Caller } from '../../../platform/kernel/caller.ts';
import type { ChecksOwner } from './checks.policy.ts';
import { presentStarted, presentState } from './checks.presenter.ts';
import type { ChecksService } from './checks.service.ts';
import type { StoredCheck } from './checks.store.ts';
import { eventsRoutes } from './events.routes.ts';
import { movesRoutes } from './moves.routes.ts';
import { shareRoutes } from './share.routes.ts';

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
  readonly checksPerMinute: number;
  readonly readsPerMinute: number;
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

export const checksRoutes: FastifyPluginAsyncZod<ChecksRoutesOptions> = async (app, options) => {
  const { checks, userOf } = options;

  /** Answers a check that was begun or found: its result, or how far it is. */
  async function replyStarted(request: FastifyRequest, reply: FastifyReply, check: StoredCheck) {
    const changes = await checks.changesOf(check, readerOf(request));
    const data = presentStarted(check, await userOf(callerOf(request), check.balance), changes);
    reply.code(data.status === 'done' ? 200 : 202).header('cache-control', 'no-store');
    return { data };
  }

  app.post(
    Check.path,
    {
      schema: {
        summary: 'Check an address',
        description:
          'Answers within 15 s: 200 with the finished check, or 202 while it runs. The same address and asset within 24 hours is free; a check that fails or ends without a rating is given back.',
        tags: ['monitor'],
        headers: Check.headers,
        body: Check.body,
        response: { ...Check.answers, ...failures(Check.errors) },
      },
      config: { rateLimit: { max: options.checksPerMinute } },
      preParsing: requirePermission('check'),
    },
    async (request, reply) => {
      const check = await checks.runCheck(ownerOf(request), request.body, askedOptions(request.headers));
      return replyStarted(request, reply, check);
    },
  );

  app.post(
    CheckTransaction.path,
    {
      schema: {
        summary: 'Check a payment of a transaction',
        description:
          'Answers as a check of an address does. The same transaction, asset, address and direction within 24 hours is free; a check that fails or ends without a rating is given back.',
        tags: ['monitor'],
        headers: CheckTransaction.headers,
        body: CheckTransaction.body,
        response: { ...CheckTransaction.answers, ...failures(CheckTransaction.errors) },
      },
      config: { rateLimit: { max: options.checksPerMinute } },
      preParsing: requirePermission('check'),
    },
    async (request, reply) => {
      const check = await checks.runPayment(ownerOf(request), request.body, askedOptions(request.headers));
      return replyStarted(request, reply, check);
    },
  );

  app.post(
    CheckPlanned.path,
    {
      schema: {
        summary: 'Rate a payment before it happens',
        description:
          'Says which stars the own wallet has before and after it, once a check of each address has ended, which costs what a check of that address costs.',
        tags: ['monitor'],
        body: CheckPlanned.body,
        response: { ...CheckPlanned.answers, ...failures(CheckPlanned.errors) },
      },
      config: { rateLimit: { max: options.checksPerMinute } },
      preParsing: requirePermission('check'),
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await checks.runPlanned(ownerOf(request), request.body) };
    },
  );

  app.get(
    ReadCheck.path,
    {
      schema: {
        summary: 'Read a check by its id',
        tags: ['monitor'],
        params: ReadCheck.params,
        response: { ...ReadCheck.answers, ...failures(ReadCheck.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const check = await checks.openCheck(request.params.sub_id.toLowerCase(), readerOf(request));
      return { data: presentState(check, await checks.besideResult(check, readerOf(request))) };
    },
  );

  await app.register(shareRoutes, options);
  await app.register(eventsRoutes, options);
  await app.register(movesRoutes, options);
};
