import { Agent, request } from 'undici';
import type { AskToWalk, WalkQuestion, WalkReply } from '../../memory-servers/index.ts';
import { digestOf, isAnswerTo, isDigestOf, type SharedKeys, signRequest } from './signatures.ts';
import { walksOfBytes } from './walks-wire.ts';

export const WALK_PATH = '/walks';
/** A server on the same network accepts a connection in a few milliseconds, or is gone. */
const CONNECT_MS = 250;
const ANSWER_BYTES = 16 * 1024 * 1024;
const CONNECTIONS = 32;

export interface WalkCallClient {
  readonly ask: AskToWalk;
  close(): Promise<void>;
}

/** Asks memory servers to walk, over HTTP: one question a request, over connections that stay open. */
export function walkCallClient(keys: SharedKeys): WalkCallClient {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    connections: CONNECTIONS,
    keepAliveTimeout: 30_000,
    maxResponseSize: ANSWER_BYTES,
  });

  async function exchange(base: string, question: WalkQuestion, signal: AbortSignal): Promise<WalkReply> {
    const body = Buffer.from(JSON.stringify(question));
    const url = new URL(WALK_PATH, base);
    const plain = { 'content-type': 'application/json', 'content-digest': digestOf(body) };
    const headers = await signRequest({ method: 'POST', url, headers: plain }, keys);
    const answer = await request(url, { method: 'POST', dispatcher: agent, headers, body, signal });
    const bytes = new Uint8Array(await answer.body.arrayBuffer());
    switch (answer.statusCode) {
      case 200: {
        const given = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
        const isSigned = await isAnswerTo({ status: 200, headers: given }, { method: 'POST', url, headers }, keys);
        if (!isSigned || !isDigestOf(given['content-digest'] ?? '', bytes)) {
          return { is: 'failed', reason: 'the answer is not signed by a shared secret' };
        }
        return { is: 'answered', walks: walksOfBytes(bytes) };
      }
      case 409:
        return { is: 'another state' };
      case 401:
        return { is: 'refused' };
      case 503:
        return { is: 'busy' };
      default:
        return { is: 'failed', reason: `status ${answer.statusCode}` };
    }
  }

  return {
    ask: async (url, question, signal) => {
      const late = AbortSignal.timeout(question.withinMs);
      try {
        return await exchange(url, question, AbortSignal.any([signal, late]));
      } catch (error) {
        if (signal.aborted) return { is: 'cancelled' };
        if (late.aborted) return { is: 'late' };
        return { is: 'failed', reason: reasonOf(error) };
      }
    },
    close: () => agent.destroy(),
  };
}

/** The code of a failed connection, else the kind of error: no text, which might quote what was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
