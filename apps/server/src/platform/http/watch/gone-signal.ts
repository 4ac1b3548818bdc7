import type { FastifyReply } from 'fastify';
import { AppError } from '../../kernel/app-error.ts';

/**
 * Aborts once nobody waits for the answer: it was sent, or the client has closed the connection. The framework's own
 * `request.signal` aborts as soon as the body of the request was read, so a route that reads chains never uses it.
 */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    // A refusal, so that a client that leaves is no failure in the log.
    gone.abort(new AppError('RequestTimeout', { internal: 'nobody waits for the answer' }));
  });
  return gone.signal;
}
