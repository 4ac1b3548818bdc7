import type { FastifyRequest } from 'fastify';
import { isLocalVisit } from '../../../platform/http/who/local-visits.ts';

/** All clients on the server's own machine share one IP address; a higher limit there affects only that machine. */
const LOOPBACK_FACTOR = 50;

/** `max` requests; more from browsers that opened the link printed in the terminal. */
export function unlessLocal(max: number): (request: FastifyRequest) => number {
  return (request) => (isLocalVisit(request) ? max * LOOPBACK_FACTOR : max);
}
