import type { FastifyReply, FastifyRequest } from 'fastify';
import { setFinalHeader } from '../http/final-header.ts';
import { encodingFor, type StoredPage } from './page-cache.ts';
import { rememberHeaders } from './repeat-pages.ts';

/** Sends a stored page, its inline scripts and styles allowed by their hashes. */
export function sendStored(request: FastifyRequest, reply: FastifyReply, page: StoredPage): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  // As a page that is rendered for one visitor: asked for again each time.
  reply.header('cache-control', 'no-cache');
  for (const [name, value] of page.headers) reply.header(name, value);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('vary', 'accept-encoding');
  const policy = reply.getHeader('content-security-policy');
  const body = page.bodies[encoding];
  if (typeof policy === 'string') {
    const { script, style } = reply.cspNonce;
    const byHash = policy
      .replace(`'nonce-${script}'`, page.scripts.join(' '))
      .replace(`'nonce-${style}'`, page.styles.join(' '));
    setFinalHeader(reply, body, 'content-security-policy', byHash);
  }
  rememberHeaders(reply, page, encoding);
  return reply.code(200).send(body);
}
