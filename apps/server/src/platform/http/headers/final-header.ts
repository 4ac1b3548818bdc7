import type { FastifyReply } from 'fastify';

/**
 * Sets a header in an `onSend` hook so that it is kept. A rendered page is sent as a web Response, and Fastify copies
 * its headers over those of the reply after the last hook.
 */
export function setFinalHeader(reply: FastifyReply, payload: unknown, name: string, value: string): void {
  if (payload instanceof Response) payload.headers.set(name, value);
  reply.header(name, value);
}
