import { z } from 'zod';
import { answerShape, type Exchange, readShape, refusalKind } from '../../../chains/index.ts';
import { NodeError } from '../../follow/follow.ports.ts';
import { authorizationOf, checkStatus, sendToNode } from '../node-http.ts';

/** One call of a node, and the shape of its result. */
export interface EvmQuestion<Result extends z.ZodType = z.ZodType> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: Result;
  /** The block that the answer is about, for messages; null for the node itself. */
  readonly height: number | null;
}

/** What a node may refuse; everything else that is wrong is a `NodeError`. */
export type EvmRefusal = 'no-method' | 'too-wide';

export type EvmAnswer<Result> =
  | { readonly refused: null; readonly result: Result }
  | { readonly refused: EvmRefusal; readonly result: null };

/** The JSON-RPC of an EVM node over HTTP. Credentials and keys of its address are in no error and in no name. */
export class EvmRpc {
  readonly name: string;
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #exchange: Exchange;

  constructor(url: URL, exchange: Exchange) {
    this.name = url.host;
    this.#url = new URL(url);
    this.#url.username = '';
    this.#url.password = '';
    const authorization = authorizationOf(url);
    this.#headers = { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) };
    this.#exchange = exchange;
  }

  /** @throws NodeError */
  async ask<Result extends z.ZodType>(
    question: EvmQuestion<Result>,
    signal: AbortSignal,
  ): Promise<EvmAnswer<z.output<Result>>> {
    const { method, params } = question;
    const json = await this.#send({ jsonrpc: '2.0', id: 0, method, params }, signal);
    const answer = readShape(answerShape, json);
    if (!answer.isRead) throw this.#malformed(method);
    return this.#read(question, answer.value);
  }

  /** A call that every node answers. @throws NodeError */
  async must<Result extends z.ZodType>(question: EvmQuestion<Result>, signal: AbortSignal): Promise<z.output<Result>> {
    return this.#accepted(question, await this.ask(question, signal));
  }

  /** Several calls in one request, answered in their order. @throws NodeError, also where the node refuses one */
  async batch<Result extends z.ZodType>(
    questions: readonly EvmQuestion<Result>[],
    signal: AbortSignal,
  ): Promise<z.output<Result>[]> {
    const [only] = questions;
    if (only === undefined) return [];
    if (questions.length === 1) return [await this.must(only, signal)];
    const body = questions.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const json = await this.#send(body, signal);
    const read = readShape(z.array(answerShape), json);
    if (!read.isRead) throw this.#malformed('answers to several calls');
    const byId = new Map(read.value.map((answer) => [answer.id, answer]));
    return questions.map((question, id) => {
      const answer = byId.get(id);
      if (answer === undefined) throw this.#malformed(`${question.method}, answer ${id}`);
      return this.#accepted(question, this.#read(question, answer));
    });
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  #accepted<Result>({ method }: EvmQuestion, answer: EvmAnswer<Result>): Result {
    if (answer.refused === null) return answer.result;
    throw new NodeError({ kind: 'not-supported', node: this.name, what: method });
  }

  #read<Result extends z.ZodType>(
    { method, result, height }: EvmQuestion<Result>,
    answer: z.output<typeof answerShape>,
  ): EvmAnswer<z.output<Result>> {
    const { error } = answer;
    if (error === null || error === undefined) {
      const read = readShape(result, answer.result);
      if (!read.isRead) throw this.#malformed([method, ...read.path].join('.'));
      return { refused: null, result: read.value };
    }
    const kind = refusalKind(error);
    switch (kind) {
      case 'no-method':
      case 'too-wide':
        return { refused: kind, result: null };
      case 'limited':
        throw new NodeError({ kind: 'limited', node: this.name, retryAfterMs: null });
      case 'pruned':
        if (height !== null)
          throw new NodeError({ kind: 'pruned', node: this.name, height, what: `the data of ${method}` });
        throw this.#unreachable(`${method} failed (${error.code})`);
      case 'other':
        throw this.#unreachable(`${method} failed (${error.code})`);
    }
  }

  async #send(body: object, signal: AbortSignal): Promise<unknown> {
    const request = { method: 'POST', url: this.#url, headers: this.#headers, body: JSON.stringify(body) } as const;
    const answer = await sendToNode(this.#exchange, this.name, request, signal);
    checkStatus(this.name, answer);
    const { status, text } = answer;
    try {
      return JSON.parse(text);
    } catch (cause) {
      if (status !== 200) throw this.#unreachable(`HTTP ${status}`, cause);
      throw this.#malformed('no JSON', cause);
    }
  }

  #unreachable(reason: string, cause?: unknown): NodeError {
    return new NodeError({ kind: 'unreachable', node: this.name, reason }, { cause });
  }

  #malformed(field: string, cause?: unknown): NodeError {
    return new NodeError({ kind: 'malformed', node: this.name, field }, { cause });
  }
}
