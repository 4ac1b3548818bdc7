import { isIP } from 'node:net';
import { RESPONSE_KEPT_CHARACTERS } from '@assay/contracts/v1';
import type { Dispatcher } from 'undici';
import {
  type EgressOptions,
  egressAgent,
  isOutside,
  PRIVATE_CODE,
} from '../../../../platform/kernel/network/egress-guard.ts';
import { isLoopbackAddress } from '../../../../platform/kernel/network/loopback.ts';
import { bareHost, isPrivateAddress } from '../../../../platform/kernel/network/private-addresses.ts';
import type { WebhookOutcome, WebhookRequest, WebhookSender } from '../../webhooks/webhooks.ports.ts';

export interface WebhookHosts {
  /** Names of hosts that may have a private address; lower case. */
  readonly privateHosts: readonly string[];
  /** Whether receivers on this machine may be named, also over plain http: a server that nobody else reaches. */
  readonly allowsLoopback: boolean;
}

export interface SenderLimits {
  readonly connectMs: number;
  /** From the look-up of the name to the head of the answer. */
  readonly answerMs: number;
  /** For the beginning of the answer's body, which decides nothing. */
  readonly bodyMs: number;
}

const LIMITS: SenderLimits = { connectMs: 5_000, answerMs: 15_000, bodyMs: 3_000 };
/** Of UTF-8 a character has four bytes at most. */
const BODY_BYTES = RESPONSE_KEPT_CHARACTERS * 4;

const REASONS: Readonly<Record<string, string>> = {
  [PRIVATE_CODE]: 'its name leads into a private network',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer',
  UND_ERR_SOCKET: 'the connection was closed before an answer',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_HEADERS_OVERFLOW: 'the head of its answer is too large',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** One request for each attempt: over a connection of its own, without redirects, bounded in time and size. */
export function webhookSender(
  hosts: WebhookHosts,
  { limits = LIMITS, resolve }: { readonly limits?: SenderLimits; readonly resolve?: EgressOptions['resolve'] } = {},
): WebhookSender {
  const mayBePrivate = (host: string) =>
    hosts.privateHosts.includes(host) || (hosts.allowsLoopback && isLoopbackAddress(host));

  function refusalOf(text: string): string | null {
    const url = URL.parse(text);
    if (url === null) return 'This is no URL. Name one such as https://hooks.example/assay.';
    const host = bareHost(url).toLowerCase();
    if (url.username !== '' || url.password !== '') return 'Leave the name and the password out of the URL.';
    if (url.hash !== '') return 'Leave out what follows “#”: it is not sent.';
    const isPlain = url.protocol === 'http:' && hosts.allowsLoopback && isLoopbackAddress(host);
    if (url.protocol !== 'https:' && !isPlain) return 'Name a URL that begins with https://.';
    const isInside = isPrivateAddress(host) || (isIP(host) === 0 && isLoopbackAddress(host));
    if (isInside && !mayBePrivate(host))
      return 'This is no address of the internet. Name a server that can be reached.';
    return null;
  }

  async function send({ url, headers, body }: WebhookRequest): Promise<WebhookOutcome> {
    // The rules may have changed since the URL was stored.
    const refusal = refusalOf(url);
    if (refusal !== null) return { kind: 'failed', reason: refusal };
    const { request } = await import('undici');
    const agent = await egressAgent({
      connectMs: limits.connectMs,
      allows: (to) => mayBePrivate(to.host) || isOutside(to),
      ...(resolve === undefined ? {} : { resolve }),
    });
    const late = AbortSignal.timeout(limits.answerMs);
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: agent,
        headers: { ...headers, 'accept-encoding': 'identity' },
        body,
        signal: late,
        headersTimeout: limits.answerMs,
        bodyTimeout: limits.bodyMs,
      });
      return {
        kind: 'answered',
        status: answer.statusCode,
        body: await beginningOf(answer, limits.bodyMs),
        retryAfterSeconds: secondsOf(answer.headers['retry-after']),
      };
    } catch (error) {
      if (late.aborted) return { kind: 'failed', reason: 'no answer in time' };
      return { kind: 'failed', reason: REASONS[codeOf(error)] ?? 'the connection broke' };
    } finally {
      await agent.destroy();
    }
  }

  return { refusalOf, send };
}

/** The beginning of the answer as far as it came in time, as text that can be stored. */
async function beginningOf({ body }: Pick<Dispatcher.ResponseData, 'body'>, withinMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => body.destroy(), withinMs);
  try {
    for await (const chunk of body) {
      chunks.push(Buffer.from(chunk as Uint8Array));
      length += (chunk as Uint8Array).length;
      if (length >= BODY_BYTES) break;
    }
  } catch {
    // The status has decided; what came until the connection broke is kept.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replaceAll('\0', '\ufffd')
    .slice(0, RESPONSE_KEPT_CHARACTERS)
    .toWellFormed();
}

function secondsOf(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
