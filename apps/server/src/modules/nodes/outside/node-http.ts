import { type Exchange, type ExchangeAnswer, ExchangeFailure, type ExchangeRequest } from '../../chains/index.ts';
import { NodeError } from '../follow/follow.ports.ts';

/** What HTTP asks for in its header `authorization`. @param userAndPassword with a colon between them */
export function basicAuthorization(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword).toString('base64')}`;
}

/** The same of an address; null where it has neither user nor password. @throws URIError for a `%` that begins no byte */
export function authorizationOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  return basicAuthorization(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
}

/** @throws NodeError `unreachable` where nothing came back; the reason of the signal where it was aborted */
export async function sendToNode(
  exchange: Exchange,
  node: string,
  request: ExchangeRequest,
  signal: AbortSignal,
): Promise<ExchangeAnswer> {
  try {
    return await exchange.send(request, signal);
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    throw new NodeError({ kind: 'unreachable', node, reason: error.message }, { cause: error });
  }
}

/**
 * @param limits statuses by which the node says that it takes no more requests for now
 * @throws NodeError `refused` or `limited` by the status of an answer
 */
export function checkStatus(
  node: string,
  { status, retryAfter }: ExchangeAnswer,
  limits: readonly number[] = [429],
): void {
  if (status === 401 || status === 403) throw new NodeError({ kind: 'refused', node, reason: `HTTP ${status}` });
  if (!limits.includes(status)) return;
  const seconds = Number(retryAfter ?? Number.NaN);
  throw new NodeError({ kind: 'limited', node, retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null });
}
