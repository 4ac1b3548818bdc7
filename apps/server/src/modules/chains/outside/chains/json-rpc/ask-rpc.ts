import { z } from 'zod';
import { answerShape, type RpcError, refusalKind } from '../../../formats/json-rpc-refusals.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import { type SourceCall, SourceError } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { malformed } from '../common/read-rows.ts';

/** One call of a node. */
export interface RpcQuestion<Result extends z.ZodType = z.ZodType> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: Result;
}

/** The node refused the request for its size; a smaller one may be answered. */
export const TOO_WIDE = Symbol('too wide');
/** The node does not offer the method. */
export const NO_METHOD = Symbol('no such method');

/**
 * Sends one call, at a path below the provider's URL. Refusals for size or for a missing method are return values here,
 * so that they do not count as failures of the provider.
 */
export async function askRpc<Result extends z.ZodType>(
  provider: Provider,
  question: RpcQuestion<Result>,
  call: SourceCall,
  path = '',
): Promise<z.output<Result> | typeof TOO_WIDE | typeof NO_METHOD> {
  const { method, params, result } = question;
  const body = { jsonrpc: '2.0', id: 1, method, params };
  return await provider.ask({ method: 'POST', path, body, isAbsent: isTooWide }, call, (text) => {
    if (text === '') return TOO_WIDE;
    const answer = readAnswer(provider.name, parseJson(provider.name, text), answerShape);
    const refused = refusalOf(provider.name, answer.error);
    return refused ?? readAnswer(provider.name, answer.result, result, 'result');
  });
}

/** Of JSON-RPC: an array is no request for a node that knows no batches. */
const INVALID_REQUEST = -32_600;

/** Sends one call that every node answers. */
export async function mustRpc<Result extends z.ZodType>(
  provider: Provider,
  question: RpcQuestion<Result>,
  call: SourceCall,
  path = '',
): Promise<z.output<Result>> {
  const answer = await askRpc(provider, question, call, path);
  if (answer === NO_METHOD || answer === TOO_WIDE) {
    throw new SourceError({ kind: 'not-supported', provider: provider.name, what: question.method });
  }
  return answer as z.output<Result>;
}

/** Statuses by which nodes refuse a question for its size. */
function isTooWide({ status }: { readonly status: number }): boolean {
  return status === 400 || status === 413;
}

const BATCH = 25;
const NO_BATCH = Symbol('no batch');
/** Providers that refused several calls in one request, as plans without pay do: they are asked one by one. */
const singly = new WeakSet<Provider>();

/**
 * Sends many calls of one kind in as few requests as the node accepts, one by one where it refuses several at once;
 * returns the answers in the order of the calls.
 *
 * @param isOfRow whether a refusal is about what one call asks for: it has no result then, and spoils no other
 */
export async function batchRpc<Result extends z.ZodType>(
  provider: Provider,
  questions: readonly RpcQuestion<Result>[],
  call: SourceCall,
  isOfRow: (error: RpcError) => boolean = () => false,
): Promise<z.output<Result>[]> {
  const answers: z.output<Result>[] = [];
  for (let from = 0; from < questions.length; from += BATCH) {
    const some = questions.slice(from, from + BATCH);
    const read = singly.has(provider) ? NO_BATCH : await askTogether(provider, some, call, isOfRow);
    if (read === NO_BATCH) singly.add(provider);
    answers.push(...(read === NO_BATCH ? await askSingly(provider, some, call, isOfRow) : read));
  }
  return answers;
}

function askTogether<Result extends z.ZodType>(
  provider: Provider,
  questions: readonly RpcQuestion<Result>[],
  call: SourceCall,
  isOfRow: (error: RpcError) => boolean,
): Promise<z.output<Result>[] | typeof NO_BATCH> {
  const body = questions.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  const request = { method: 'POST', path: '', body, cost: questions.length, isAbsent: isBatchRefused } as const;
  return provider.ask(request, call, (text) =>
    text === '' ? NO_BATCH : readBatch(provider.name, questions, text, isOfRow),
  );
}

async function askSingly<Result extends z.ZodType>(
  provider: Provider,
  questions: readonly RpcQuestion<Result>[],
  call: SourceCall,
  isOfRow: (error: RpcError) => boolean,
): Promise<z.output<Result>[]> {
  const ask = ({ method, params, result }: RpcQuestion<Result>) => {
    const body = { jsonrpc: '2.0', id: 0, method, params };
    return provider.ask({ method: 'POST', path: '', body }, call, (text) => {
      const answer = readAnswer(provider.name, parseJson(provider.name, text), answerShape);
      return readOne(provider.name, { method, params, result }, answer, 'result', isOfRow);
    });
  };
  return await Promise.all(questions.map(ask));
}

/** Words by which hosts refuse several calls in one request: 'Batch requests are only available for paid plans'. */
const OF_BATCHES = /\bbatch/i;

function isBatchRefused({ status, text }: { readonly status: number; readonly text: string }): boolean {
  return status >= 400 && status < 500 && status !== 429 && OF_BATCHES.test(text);
}

function readBatch<Result extends z.ZodType>(
  provider: string,
  questions: readonly RpcQuestion<Result>[],
  text: string,
  isOfRow: (error: RpcError) => boolean,
): z.output<Result>[] | typeof NO_BATCH {
  const raw = parseJson(provider, text);
  if (!Array.isArray(raw)) {
    const single = readAnswer(provider, raw, answerShape);
    if (OF_BATCHES.test(single.error?.message ?? '') || single.error?.code === INVALID_REQUEST) return NO_BATCH;
    const refused = refusalOf(provider, single.error);
    if (refused === null) throw malformed(provider, 'answer');
    throw new SourceError({ kind: 'not-supported', provider, what: 'several calls at once' });
  }
  const byId = new Map(readAnswer(provider, raw, z.array(answerShape)).map((answer) => [answer.id, answer]));
  return questions.map((question, id) => {
    const answer = byId.get(id);
    if (answer === undefined) throw malformed(provider, String(id));
    return readOne(provider, question, answer, `${id}.result`, isOfRow);
  });
}

function readOne<Result extends z.ZodType>(
  provider: string,
  { method, result }: RpcQuestion<Result>,
  answer: z.output<typeof answerShape>,
  field: string,
  isOfRow: (error: RpcError) => boolean,
): z.output<Result> {
  const isRefusedRow = answer.error !== null && answer.error !== undefined && isOfRow(answer.error);
  if (!isRefusedRow && refusalOf(provider, answer.error) !== null) {
    throw new SourceError({ kind: 'not-supported', provider, what: method });
  }
  return readAnswer(provider, isRefusedRow ? undefined : answer.result, result, field);
}

function refusalOf(provider: string, error: RpcError | null | undefined): typeof TOO_WIDE | typeof NO_METHOD | null {
  if (error === null || error === undefined) return null;
  switch (refusalKind(error)) {
    case 'no-method':
      return NO_METHOD;
    case 'too-wide':
      return TOO_WIDE;
    case 'limited':
      throw new SourceError({ kind: 'rate-limited', provider, retryAfterMs: null });
    case 'pruned':
      throw new SourceError({ kind: 'not-supported', provider, what: 'the state of old blocks' });
    case 'other':
      throw new SourceError({ kind: 'unavailable', provider, reason: `the node refused the call (${error.code})` });
  }
}
