import { createHash } from 'node:crypto';
import type { Expansion } from '@assay/contracts/v1';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../../platform/db/index.ts';
import { isHeldAlready } from '../../../platform/http/headers/if-none-match.ts';
import type { Seal } from '../../../platform/kernel/seal.ts';
import type { CheckPage, CheckView } from './check-calls.ts';
import { type Answer, answerOnce, type IdempotencyPorts } from './idempotency.ts';
import { keyOf } from './key-gate.ts';

/** One call that is done once for an idempotency key. */
export interface OnceCall {
  /** What the call is about: the path of the contract, or that of the request where it names an object. */
  readonly path: string;
  /** What makes two requests the same one. Default: the body as it was read. */
  readonly body?: unknown;
  /** How long it may be under way. */
  readonly underWayMs?: number;
  /** Default 201. */
  readonly status?: number;
  readonly seal?: Seal;
}

/**
 * Does what a call asks, once for an idempotency key, and answers what came of it: an object, or JSON as it is. `keepIn`
 * keeps the answer within the transaction of the work.
 */
export async function replyOnce(
  ports: IdempotencyPorts,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 201, ...call }: OnceCall,
  act: (keepIn: (tx: Db, made: object | string) => Promise<void>) => Promise<object | string>,
) {
  const answerOf = (made: object | string): Answer => ({
    status,
    body: typeof made === 'string' ? made : JSON.stringify(made),
  });
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return sendJson(reply, answerOf(await act(async () => undefined)));
  const wanted = { holder: keyOf(request), key, method: 'POST', body: request.body, ...call };
  const answer = await answerOnce(ports, wanted, async (keepIn) =>
    answerOf(await act((tx, made) => keepIn(tx, answerOf(made)))),
  );
  if (answer.isReplayed) reply.header('idempotent-replayed', 'true');
  return sendJson(reply, answer);
}

/** The path of a request that names an object. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return url.replace(/\?.*$/s, '');
}

/** Answers an object as it is; one that has ended has an `ETag`. */
export function replyFound(
  request: FastifyRequest,
  reply: FastifyReply,
  found: CheckView<object>,
  expand: readonly Expansion[],
) {
  const body = JSON.stringify(found.resource(expand));
  if (found.isRunning) return sendJson(reply, { status: 200, body });
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (isHeldAlready(request, etag)) return reply.code(304).send();
  return sendJson(reply, { status: 200, body });
}

/** Answers a page of a list. */
export function replyPage(reply: FastifyReply, { checks, nextCursor }: CheckPage<object>) {
  const data = checks.map((one) => one.resource([]));
  const list = { object: 'list', data, has_more: nextCursor !== null, next_cursor: nextCursor };
  return sendJson(reply, { status: 200, body: JSON.stringify(list) });
}

/** The text as it is: a replayed answer is the first one byte for byte. */
export function sendJson(reply: FastifyReply, { status, body }: Answer) {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply.code(status).type('application/json; charset=utf-8').serializer(String).send(body);
}
