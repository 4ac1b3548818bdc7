import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import { bareHost, giveAddresses, isPrivateAddress } from '../../kernel/network/private-addresses.ts';
import { messageOf, PrivateRedirectError, SourceError } from './source-error.ts';

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
    const reason = stall.signal.aborted ? `no answer within ${stallTimeoutMs / 1000} s` : messageOf(error);
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
  let url = new URL(location);
  const home = { addresses: await resolve(url, signal), port: portOf(url) };
  let { addresses } = home;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const reached = await ask(url, addresses, signal);
    const { status, headers } = reached.response;
    const target = REDIRECT_STATUSES.includes(status) ? headers.get('location') : null;
    if (target === null) return reached;
    await reached.agent.destroy();
    url = redirected(url, target, location);
    addresses = await resolve(url, signal);
    if (!allowsPrivateRedirects && leadsInside(addresses, portOf(url), home)) {
      throw new PrivateRedirectError(location, url);
    }
  }
  throw new SourceError(`Cannot fetch ${location}: more than ${MAX_REDIRECTS} redirects`);
}

/** Whether any of the addresses is private, and not the very server that was named. */
function leadsInside(
  addresses: readonly LookupAddress[],
  port: string,
  home: { readonly addresses: readonly LookupAddress[]; readonly port: string },
): boolean {
  return addresses.some(
    ({ address }) =>
      isPrivateAddress(address) && !(port === home.port && home.addresses.some((named) => named.address === address)),
  );
}

function portOf({ port, protocol }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}

async function resolve(url: URL, signal: AbortSignal): Promise<readonly LookupAddress[]> {
  const host = bareHost(url);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  signal.throwIfAborted();
  // A look-up cannot be called off, but nobody has to wait for it.
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([dns.lookup(host, { all: true }), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Connects to the very addresses that were judged: the name is not looked up a second time. */
async function ask(url: URL, addresses: readonly LookupAddress[], signal: AbortSignal): Promise<Reached> {
  const agent = new Agent({ connect: { lookup: giveAddresses(addresses) }, headersTimeout: 0, bodyTimeout: 0 });
  try {
    const headers = { 'user-agent': 'assay', accept: '*/*' };
    return { response: await fetch(url, { signal, redirect: 'manual', headers, dispatcher: agent }), agent };
  } catch (error) {
    await agent.destroy();
    throw error;
  }
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
    const reason = stall.signal.aborted ? `nothing came for ${stallTimeoutMs / 1000} s` : messageOf(error);
    throw new SourceError(`The connection to ${location} broke off: ${reason}`, { cause: error });
  } finally {
    await iterator.return?.();
    await agent.destroy();
  }
}
