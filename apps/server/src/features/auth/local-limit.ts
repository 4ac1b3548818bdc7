import type { FastifyRequest } from 'fastify';
import { isLoopbackVisit } from '../../plugins/loopback.ts';

/** On the machine the service runs on everybody has one address; whoever sits there floods nobody but themselves. */
const LOOPBACK_FACTOR = 50;

/** `max` requests from anywhere, more from visits under the loopback rule. */
export function unlessLocal(
  settings: { readonly host: string; readonly publicUrl: string },
  max: number,
): (request: FastifyRequest) => number {
  return (request) => (isLoopbackVisit(settings, request.headers) ? max * LOOPBACK_FACTOR : max);
}
