import type { Socket } from 'node:net';
import type { ErrorName } from '@assay/contracts';
import { ERRORS } from '@assay/contracts';
import type { ConnectionError } from 'fastify';
import { failureOf } from './error-handler.ts';
import { newRequestId } from './request-id.ts';

/** How long bytes behind a refused request are read and dropped, in milliseconds. */
const DRAIN_MS = 1_000;
const refused = new WeakSet<Socket>();

/** Answers bytes that are no HTTP request, where no route, hook or logger is reached. */
export function connectionFailure(error: ConnectionError, socket: Socket): void {
  // The rest of what was answered already: to close now would reset the connection, and the answer could be lost.
  if (refused.has(socket)) return;
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const errorName: ErrorName =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'RequestTimeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 'HeadersTooLarge'
        : 'MalformedRequest';
  refused.add(socket);
  const drained = setTimeout(() => socket.destroy(), DRAIN_MS);
  socket.once('close', () => clearTimeout(drained));
  const body = JSON.stringify(failureOf(errorName, newRequestId()));
  socket.end(
    `HTTP/1.1 ${ERRORS[errorName].status} ${errorName}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
