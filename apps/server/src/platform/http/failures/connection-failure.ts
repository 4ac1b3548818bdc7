import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorName } from '@assay/contracts';
import type { ConnectionError, FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { AppError } from '../../kernel/app-error.ts';
import { newRequestId } from '../headers/request-id.ts';
import { failureOf } from './error-handler.ts';

/** How long bytes behind a refused request are read and dropped, in milliseconds. */
const DRAIN_MS = 1_000;
const refused = new WeakSet<Socket>();

interface FailureBody {
  readonly type: string;
  readonly body: object;
}

/** How a call that is under way on a connection says what is wrong with it; null where it has no word for that. */
export type FailureForm = (errorName: ErrorName) => FailureBody | null;
const forms = new WeakMap<Socket, FailureForm>();

/** Failures of this connection are said in this form from now on; without one, as the site says them. */
export function failAs(socket: Socket, form: FailureForm | null): void {
  if (form === null) forms.delete(socket);
  else forms.set(socket, form);
}

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
  const failure = forms.get(socket)?.(errorName) ?? {
    type: 'application/json; charset=utf-8',
    body: failureOf(errorName, newRequestId()),
  };
  const body = JSON.stringify(failure.body);
  socket.end(
    `HTTP/1.1 ${ERRORS[errorName].status} ${errorName}\r\ncontent-type: ${failure.type}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/**
 * Refuses `Expect` with anything but `100-continue` as any other refusal: in the envelope, in a page, in the log. Node
 * by itself answers 417 without a body, before the router is reached.
 */
export const expectation = plugin(async (app: FastifyInstance) => {
  const unmet = new WeakSet<IncomingMessage>();

  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmet.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', async ({ raw }) => {
    if (unmet.has(raw)) throw new AppError('ExpectationFailed');
  });
});
