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

/**
 * Sends many calls of one kind in as few requests as nodes accept; returns the answers in the order of the calls.
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
    const body = some.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const request = { method: 'POST', path: '', body, cost: some.length } as const;
    const read = await provider.ask(request, call, (text) => readBatch(provider.name, some, text, isOfRow));
    answers.push(...read);
  }
  return answers;
}

function readBatch<Result extends z.ZodType>(
  provider: string,
  questions: readonly RpcQuestion<Result>[],
  text: string,
  isOfRow: (error: RpcError) => boolean,
): z.output<Result>[] {
  const raw = parseJson(provider, text);
  if (!Array.isArray(raw)) {
    const single = readAnswer(provider, raw, answerShape);
    const refused = refusalOf(provider, single.error);
    if (refused === null) throw malformed(provider, 'answer');
    throw new SourceError({ kind: 'not-supported', provider, what: 'several calls at once' });
  }
  const byId = new Map(readAnswer(provider, raw, z.array(answerShape)).map((answer) => [answer.id, answer]));
  return questions.map(({ method, result }, id) => {
    const answer = byId.get(id);
    if (answer === undefined) throw malformed(provider, String(id));
    const isRefusedRow = answer.error !== null && answer.error !== undefined && isOfRow(answer.error);
    if (!isRefusedRow && refusalOf(provider, answer.error) !== null) {
      throw new SourceError({ kind: 'not-supported', provider, what: method });
    }
    return readAnswer(provider, isRefusedRow ? undefined : answer.result, result, `${id}.result`);
  });
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
