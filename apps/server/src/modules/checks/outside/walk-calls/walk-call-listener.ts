import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { type AnswerWalk, walkQuestion } from '../../memory-servers/index.ts';
import {
  digestOf,
  isDigestOf,
  MOST_AGE_SECONDS,
  nonceOfRequest,
  type SharedKeys,
  type SignedRequest,
  signAnswer,
} from './signatures.ts';
import { UsedNonces } from './used-nonces.ts';
import { WALK_PATH } from './walk-call-client.ts';
import { bytesOfWalks } from './walks-wire.ts';

const BODY_BYTES = 16 * 1024;
const CONNECTIONS = 512;
const REQUEST_MS = 5_000;

export interface WalkCallListenerOptions {
  readonly keys: SharedKeys;
  /** Where other servers reach this one: a request that was signed for another server is refused. */
  readonly url: string;
  readonly answer: AnswerWalk;
  /** Receives each request that is no walk call of a server with a shared secret. */
  readonly onRefused: () => void;
  readonly log: { error(facts: { readonly err: unknown }, message: string): void };
}

export interface WalkCallListener {
  listen(at: { readonly host: string; readonly port: number }): Promise<void>;
  /** Where it listens; 0 before. */
  port(): number;
  /** Ends when the walks under way have. */
  close(): Promise<void>;
}

/**
 * Answers walk calls on a port of its own. Who it is, is decided from the headers: a stranger is answered 401 and cut off
 * before anything of the body is read.
 */
export function walkCallListener({ keys, url, answer, onRefused, log }: WalkCallListenerOptions): WalkCallListener {
  const nonces = new UsedNonces(2 * MOST_AGE_SECONDS * 1000);
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 60_000,
    forceCloseConnections: 'idle',
    http: { headersTimeout: REQUEST_MS, maxHeaderSize: 8 * 1024 },
  });
  app.server.maxConnections = CONNECTIONS;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const signedOf = ({ method, url: path, headers }: FastifyRequest): SignedRequest => ({
    method,
    url: new URL(path, url),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  });

  app.addHook('onRequest', async (request, reply) => {
    const isCall = request.method === 'POST' && request.url === WALK_PATH;
    const nonce = isCall ? await nonceOfRequest(signedOf(request), keys) : null;
    if (nonce === null || !nonces.use(nonce)) return refuse(reply);
    return undefined;
  });
  const refuse = (reply: FastifyReply) => {
    onRefused();
    return reply.code(401).header('connection', 'close').send();
  };
  app.setNotFoundHandler((_request, reply) => refuse(reply));
  app.setErrorHandler((error: { readonly statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error }, 'a walk call could not be answered');
    return reply.code(status).header('connection', 'close').send();
  });

  app.post(WALK_PATH, async (request, reply) => {
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    if (!isDigestOf(String(request.headers['content-digest'] ?? ''), body)) return refuse(reply);
    const question = walkQuestion.safeParse(jsonOf(body));
    if (!question.success) return reply.code(400).send();
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const given = await answer(question.data, gone.signal);
    switch (given) {
      case 'another state':
        return reply.code(409).send();
      case 'busy':
        return reply.code(503).send();
      case 'cancelled':
        return reply.code(504).send();
      default: {
        const bytes = bytesOfWalks(given);
        const plain = { 'content-type': 'application/octet-stream', 'content-digest': digestOf(bytes) };
        const headers = await signAnswer({ status: 200, headers: plain }, signedOf(request), keys);
        return reply.code(200).headers(headers).send(bytes);
      }
    }
  });

  return {
    listen: async ({ host, port }) => {
      await app.listen({ host, port });
    },
    port: () => portOf(app.server.address()),
    close: () => app.close(),
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
