import { createHash } from 'node:crypto';
import type { Expansion } from '@assay/contracts/v1';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHeldAlready } from '../../http/if-none-match.ts';
import type { CheckPage, CheckView } from './check-calls.ts';
import { type Answer, answerOnce, type IdempotencyPorts } from './idempotency.ts';
import { keyOf } from './key-gate.ts';

/** Creates an object, once for an idempotency key, and answers it. `path` names the call. */
export async function replyOnce(
  ports: IdempotencyPorts,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  create: () => Promise<object>,
) {
  const work = async (): Promise<Answer> => ({ status: 201, body: JSON.stringify(await create()) });
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return sendJson(reply, await work());
  const wanted = { holder: keyOf(request), key, method: 'POST', path, body: request.body };
  const answer = await answerOnce(ports, wanted, work);
  if (answer.isReplayed) reply.header('idempotent-replayed', 'true');
  return sendJson(reply, answer);
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
