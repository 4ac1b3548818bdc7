import { messageOf, SourceError } from './source-error.ts';

const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** Opens the connection and sees a good answer before anything is read. */
export async function openUrl(
  location: string,
  signal: AbortSignal | undefined,
  stallTimeoutMs: number,
): Promise<AsyncIterable<Uint8Array>> {
  const stall = new AbortController();
  const reached = setTimeout(() => stall.abort(), stallTimeoutMs);
  try {
    const response = await follow(location, signal ? AbortSignal.any([signal, stall.signal]) : stall.signal);
    if (!response.ok) {
      await response.body?.cancel();
      throw new SourceError(`Cannot fetch ${location}: the server answers ${response.status}`);
    }
    if (!response.body) throw new SourceError(`Cannot fetch ${location}: the answer is empty`);
    return readBody(response.body, location, { signal, stall, stallTimeoutMs });
  } catch (error) {
    if (error instanceof SourceError || signal?.aborted) throw error;
    const reason = stall.signal.aborted ? `no answer within ${stallTimeoutMs / 1000} s` : messageOf(error);
    throw new SourceError(`Cannot reach ${location}: ${reason}`, { cause: error });
  } finally {
    clearTimeout(reached);
  }
}

async function follow(location: string, signal: AbortSignal): Promise<Response> {
  let url = new URL(location);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(url, {
      signal,
      redirect: 'manual',
      headers: { 'user-agent': 'assay', accept: '*/*' },
    });
    const target = REDIRECT_STATUSES.includes(response.status) ? response.headers.get('location') : null;
    if (target === null) return response;
    await response.body?.cancel();
    url = redirected(url, target, location);
  }
  throw new SourceError(`Cannot fetch ${location}: more than ${MAX_REDIRECTS} redirects`);
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
}

async function* readBody(
  body: AsyncIterable<Uint8Array>,
  location: string,
  { signal, stall, stallTimeoutMs }: Watch,
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
  }
}
