import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Exchange, type ExchangeAnswer, readShape } from '../../../chains/index.ts';
import { NodeError } from '../../follow/follow.ports.ts';
import { authorizationOf, basicAuthorization, checkStatus, sendToNode } from '../node-http.ts';

/** Error codes of Bitcoin Core's RPC (src/rpc/protocol.h). */
export const CORE_ERRORS = {
  misc: -1,
  typeError: -3,
  invalidAddressOrKey: -5,
  invalidParameter: -8,
  inWarmup: -28,
  methodNotFound: -32_601,
} as const;

export interface CoreCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export type CoreAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string };

const answerShape = z.object({
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
});

/** The JSON-RPC of a node of Bitcoin Core's kind. Credentials are in no error and in no name. */
export class CoreRpc {
  readonly name: string;
  readonly #url: URL;
  readonly #credentials: CoreCredentials;
  readonly #exchange: Exchange;

  constructor(url: URL, credentials: CoreCredentials, exchange: Exchange) {
    this.#url = new URL(url);
    this.#url.username = '';
    this.#url.password = '';
    this.name = url.host;
    this.#credentials = credentials;
    this.#exchange = exchange;
  }

  /** The answer to one call; errors of the node that concern the call itself are return values. @throws NodeError */
  async call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<CoreAnswer> {
    const [answer] = await this.batch([{ method, params }], signal);
    if (answer === undefined) throw this.#malformed('result');
    return answer;
  }

  /** The result of a call that every node answers, in the given shape. @throws NodeError */
  async result<Shape extends z.ZodType>(
    { method, params }: CoreCall,
    shape: Shape,
    signal: AbortSignal,
  ): Promise<z.output<Shape>> {
    return this.resultOf(await this.call(method, params, signal), method, shape);
  }

  /** @throws NodeError */
  resultOf<Shape extends z.ZodType>(answer: CoreAnswer, method: string, shape: Shape): z.output<Shape> {
    if (!answer.ok) {
      if (answer.code === CORE_ERRORS.methodNotFound) {
        throw new NodeError({ kind: 'not-supported', node: this.name, what: method });
      }
      throw new NodeError({ kind: 'unreachable', node: this.name, reason: `${method} failed (${answer.code})` });
    }
    const read = readShape(shape, answer.result);
    if (!read.isRead) throw this.#malformed([method, ...read.path].join('.'));
    return read.value;
  }

  /** Answers in the order of the calls, from one request. @throws NodeError */
  async batch(calls: readonly CoreCall[], signal: AbortSignal): Promise<readonly CoreAnswer[]> {
    const body = calls.map(({ method, params }, id) => ({ jsonrpc: '1.0', id, method, params }));
    const answer = await this.#send(JSON.stringify(calls.length === 1 ? body[0] : body), signal);
    const json = this.#jsonOf(answer);
    const read = readShape(z.array(answerShape), Array.isArray(json) ? json : [json]);
    if (!read.isRead) throw this.#malformed(read.path.join('.'));
    const byId = new Map(read.value.map((one) => [one.id, one]));
    return calls.map(({ method }, id) => {
      const one = byId.get(id) ?? (calls.length === 1 ? read.value[0] : undefined);
      if (one === undefined) throw this.#malformed(`${method}, answer ${id}`);
      const { error, result } = one;
      if (error === null || error === undefined) {
        if (result === undefined) throw this.#malformed(`${method}.result`);
        return { ok: true, result };
      }
      if (error.code === CORE_ERRORS.inWarmup) {
        throw new NodeError({ kind: 'unreachable', node: this.name, reason: 'it is still starting' });
      }
      return { ok: false, code: error.code, message: error.message };
    });
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  async #send(body: string, signal: AbortSignal): Promise<ExchangeAnswer> {
    const first = await this.#sendOnce(body, signal);
    if (first.status !== 401 || this.#credentials.forget === null) return this.#accepted(first);
    // The node was started again since its cookie was read.
    this.#credentials.forget();
    return this.#accepted(await this.#sendOnce(body, signal));
  }

  async #sendOnce(body: string, signal: AbortSignal): Promise<ExchangeAnswer> {
    const authorization = await this.#authorization();
    const headers = { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) };
    return await sendToNode(this.#exchange, this.name, { method: 'POST', url: this.#url, headers, body }, signal);
  }

  async #authorization(): Promise<string | null> {
    try {
      return await this.#credentials.header();
    } catch (error) {
      // The node removes its cookie when it stops: whether it does not run or the path is wrong is not known here.
      const reason = 'its cookie file cannot be read; check the path, and that the node runs';
      throw new NodeError({ kind: 'unreachable', node: this.name, reason }, { cause: error });
    }
  }

  #accepted(answer: ExchangeAnswer): ExchangeAnswer {
    // 503 while all its threads work.
    checkStatus(this.name, answer, [429, 503]);
    return answer;
  }

  /** Errors of a call come with a status of 404 or 500 and are JSON all the same. */
  #jsonOf({ status, text }: ExchangeAnswer): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (status !== 200) {
        throw new NodeError({ kind: 'unreachable', node: this.name, reason: `HTTP ${status}` }, { cause: error });
      }
      throw this.#malformed('no JSON');
    }
  }

  #malformed(field: string): NodeError {
    return new NodeError({ kind: 'malformed', node: this.name, field });
  }
}

/** How a request says who asks; `forget` makes the next one read again what the node may have replaced, and is null where nothing is read. */
export interface CoreCredentials {
  readonly header: () => Promise<string | null>;
  readonly forget: (() => void) | null;
}

/** User and password of a URL. */
export function credentialsOfUrl(url: URL): CoreCredentials {
  const header = authorizationOf(url);
  return { header: async () => header, forget: null };
}

/** Bitcoin Core's `.cookie`, which it writes with another password at every start. */
export function credentialsOfCookie(file: string): CoreCredentials {
  let kept: string | null = null;
  return {
    header: async () => {
      kept ??= basicAuthorization((await readFile(file, 'utf8')).trim());
      return kept;
    },
    forget: () => {
      kept = null;
    },
  };
}
