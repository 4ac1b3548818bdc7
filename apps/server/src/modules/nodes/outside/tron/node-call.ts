import type { z } from 'zod';
import { httpExchange, parseJson, readAnswer, SourceError } from '../../../chains/index.ts';
import { NodeError } from '../../follow/follow.ports.ts';
import { authorizationOf, checkStatus, sendToNode } from '../node-http.ts';
import { refusal } from './wire.ts';

const LIMITS = { connectMs: 3_000, totalMs: 60_000, answerBytes: 256 * 1024 * 1024, allowsPrivate: true } as const;

/** What a lite node answers, as text, for blocks before the snapshot it began with. */
const LITE = 'this API is closed because this node is a lite fullnode';
/** java-tron's own limit of requests, in `Error` with status 200. */
const TOO_BUSY = 'lack of computing resources';

export interface TronCall {
  /** Host, without credentials. */
  readonly name: string;
  /**
   * One call, of `/wallet` or `/walletsolidity`.
   *
   * @param height the block it is about; 0 for none
   * @throws NodeError; the reason of the signal where it was aborted
   */
  ask<Schema extends z.ZodType>(
    path: string,
    body: unknown,
    schema: Schema,
    height: number,
    signal: AbortSignal,
  ): Promise<z.output<Schema>>;
  close(): Promise<void>;
}

/**
 * java-tron's HTTP API at an address. Its user and password are sent as basic authentication, and its parameter `key` as
 * the header `TRON-PRO-API-KEY` that providers want.
 */
export function openTronCall(url: URL): TronCall {
  const exchange = httpExchange(LIMITS);
  const base = url.pathname.replace(/\/$/, '');
  const key = url.searchParams.get('key');
  const authorization = authorizationOf(url);
  const headers = {
    'content-type': 'application/json',
    ...(authorization === null ? {} : { authorization }),
    ...(key === null ? {} : { 'tron-pro-api-key': key }),
  };
  const name = url.host;
  return {
    name,
    async ask(path, body, schema, height, signal) {
      const request = {
        method: 'POST',
        url: new URL(`${base}${path}`, url.origin),
        headers,
        body: JSON.stringify(body),
      } as const;
      const answer = await sendToNode(exchange, name, request, signal);
      checkStatus(name, answer);
      const { status, text } = answer;
      if (status === 404 || status === 405) throw new NodeError({ kind: 'not-supported', node: name, what: path });
      if (status !== 200) throw new NodeError({ kind: 'unreachable', node: name, reason: `HTTP ${status}` });
      if (text.startsWith(LITE)) throw new NodeError({ kind: 'pruned', node: name, height, what: 'the history' });
      return parsed(name, text, schema);
    },
    close: () => exchange.close(),
  };
}

function parsed<Schema extends z.ZodType>(node: string, text: string, schema: Schema): z.output<Schema> {
  try {
    const answer = parseJson(node, text);
    const refused = refusal.safeParse(answer);
    if (!refused.success) return readAnswer(node, answer, schema);
    if (refused.data.Error.includes(TOO_BUSY)) throw new NodeError({ kind: 'limited', node, retryAfterMs: null });
    throw new NodeError({ kind: 'unreachable', node, reason: 'it answers with an error of its own' });
  } catch (error) {
    if (!(error instanceof SourceError) || error.fault.kind !== 'malformed') throw error;
    throw new NodeError({ kind: 'malformed', node, field: error.fault.field }, { cause: error });
  }
}
