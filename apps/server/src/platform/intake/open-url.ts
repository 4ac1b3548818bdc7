import type { Agent, Response } from 'undici';
import { type Destination, egressAgent, PRIVATE_CODE } from '../kernel/network/egress-guard.ts';
import { isPrivateAddress } from '../kernel/network/private-addresses.ts';
import { userAgent } from '../kernel/network/user-agent.ts';
import { reasonOf } from '../kernel/text/message-of.ts';
import { PrivateRedirectError, SourceError } from './source-error.ts';

const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

export interface OpenUrlOptions {
  readonly signal: AbortSignal | undefined;
  readonly stallTimeoutMs: number;
  /** Whether redirects may lead into a private network. The address that was named itself may always be there. */
  readonly allowsPrivateRedirects: boolean;
}

/** Opens the connection and sees a good answer before anything is read. */
export async function openUrl(location: string, options: OpenUrlOptions): Promise<AsyncIterable<Uint8Array>> {
  const { signal, stallTimeoutMs } = options;
  // Loaded before the time of the other server counts.
  await import('undici');
  const stall = new AbortController();
  const reached = setTimeout(() => stall.abort(), stallTimeoutMs);
  try {
    const { response, agent } = await follow(location, {
      signal: signal ? AbortSignal.any([signal, stall.signal]) : stall.signal,
      allowsPrivateRedirects: options.allowsPrivateRedirects,
    });
    if (!response.ok) {
      await agent.destroy();
      throw new SourceError(`Cannot fetch ${location}: the server answers ${response.status}`);
    }
    if (!response.body) {
      await agent.destroy();
      throw new SourceError(`Cannot fetch ${location}: the answer is empty`);
    }
    return readBody(response.body, location, { signal, stall, stallTimeoutMs, agent });
  } catch (error) {
    if (error instanceof SourceError || signal?.aborted) throw error;
    const reason = stall.signal.aborted ? `no answer within ${stallTimeoutMs / 1000} s` : reasonOf(error);
    throw new SourceError(`Cannot reach ${location}: ${reason}`, { cause: error });
  } finally {
    clearTimeout(reached);
  }
}

interface FollowOptions {
  readonly signal: AbortSignal;
  readonly allowsPrivateRedirects: boolean;
}

interface Reached {
  readonly response: Response;
  /** Holds the connection; the caller closes it after reading the response. */
  readonly agent: Agent;
}

async function follow(location: string, { signal, allowsPrivateRedirects }: FollowOptions): Promise<Reached> {
  const agent = await egressAgent(
    { allows: allowsPrivateRedirects ? () => true : afterTheFirst() },
    { headersTimeout: 0, bodyTimeout: 0 },
  );
  let url = new URL(location);
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await ask(url, { agent, signal, location });
      const { status, headers } = response;
      const target = REDIRECT_STATUSES.includes(status) ? headers.get('location') : null;
      if (target === null) return { response, agent };
      // What is left of the answer would keep its connection.
      await response.body?.cancel();
      url = redirected(url, target, location);
    }
    throw new SourceError(`Cannot fetch ${location}: more than ${MAX_REDIRECTS} redirects`);
  } catch (error) {
    await agent.destroy();
    throw error;
  }
}

/** Allows the first connection to go anywhere, and later ones to the internet and to the very server of the first. */
function afterTheFirst(): (to: Destination) => boolean {
  let home: Destination | null = null;
  return (to) => {
    if (home === null) home = to;
    const { port, addresses } = home;
    return to.addresses.every(
      (address) => !isPrivateAddress(address) || (to.port === port && addresses.includes(address)),
    );
  };
}

async function ask(
  url: URL,
  { agent, signal, location }: { readonly agent: Agent; readonly signal: AbortSignal; readonly location: string },
): Promise<Response> {
  const { fetch } = await import('undici');
  try {
    const headers = { 'user-agent': userAgent(), accept: '*/*' };
    return await fetch(url, { signal, redirect: 'manual', headers, dispatcher: agent });
  } catch (error) {
    if (codeOf(error) === PRIVATE_CODE) throw new PrivateRedirectError(location, url);
    throw error;
  }
}

/** Code of the failure that fetch wraps. */
function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}

/** A safe connection is never left for an open one. */
function redirected(from: URL, target: string, location: string): URL {
  const to = URL.parse(target, from.href);
  const schemes = from.protocol === 'https:' ? ['https:'] : ['http:', 'https:'];
  if (to !== null && schemes.includes(to.protocol)) return to;
  throw new SourceError(`Cannot fetch ${location}: the server redirects to ${to?.href ?? target}`);
}

interface Watch {
  readonly signal: AbortSignal | undefined;
  readonly stall: AbortController;
  readonly stallTimeoutMs: number;
  readonly agent: Agent;
}

async function* readBody(
  body: AsyncIterable<Uint8Array>,
  location: string,
  { signal, stall, stallTimeoutMs, agent }: Watch,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Only the wait for the server counts, not the work on what it sent.
      const timer = setTimeout(() => stall.abort(), stallTimeoutMs);
      const next = await iterator.next().finally(() => clearTimeout(timer));
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = stall.signal.aborted ? `nothing came for ${stallTimeoutMs / 1000} s` : reasonOf(error);
    throw new SourceError(`The connection to ${location} broke off: ${reason}`, { cause: error });
  } finally {
    await iterator.return?.();
    await agent.destroy();
  }
}
