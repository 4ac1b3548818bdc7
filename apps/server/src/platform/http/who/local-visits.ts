import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { isForeignRequest, isLoopbackVisit } from '../../kernel/network/loopback.ts';
import { LOCAL_PARAMETER, LocalKey } from './local-key.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly localVisits: LocalVisits;
  }
}

export interface LocalVisits {
  /**
   * `proven`: the browser opened the link of the terminal, so its user can read that terminal. `unproven`: the
   * request looks as if it came from this machine, but a proxy in front can look the same. `remote`: anybody else.
   */
  standingOf(request: FastifyRequest): LocalTrust;
}

export type LocalTrust = 'proven' | 'unproven' | 'remote';

export interface LocalVisitGuard {
  readonly key: LocalKey;
  /** Called when the link was exchanged and another one takes its place. */
  readonly onLinkUsed: () => void;
}

export interface LocalVisitsOptions extends Partial<LocalVisitGuard> {
  readonly host: string;
  readonly publicUrl: string;
}

/** Exchanges the link of the terminal for a cookie, and says by that cookie which visits are local. */
export const localVisits = plugin(async (app: FastifyInstance, options: LocalVisitsOptions) => {
  // Without a key that was printed nobody has its link.
  const { key = new LocalKey(), onLinkUsed } = options;
  const url = new URL(options.publicUrl);
  // Cookies do not know ports: two servers of one machine would overwrite each other's.
  const cookieName = localCookieName(url);

  app.decorate('localVisits', {
    standingOf(request) {
      if (!isLoopbackVisit(options, request.headers)) return 'remote';
      return key.isProof(request.cookies[cookieName] ?? '') ? 'proven' : 'unproven';
    },
  } satisfies LocalVisits);

  app.addHook('onRequest', async (request, reply) => {
    const token = tokenOf(request);
    if (token === null || !isLoopbackVisit(options, request.headers)) return;
    // A link on another site's page must not make this browser a trusted one.
    const proof = isForeignRequest(request.headers) ? null : key.exchange(token);
    if (proof !== null) {
      const secure = url.protocol === 'https:';
      reply.setCookie(cookieName, proof, { httpOnly: true, sameSite: 'strict', secure, path: '/' });
      onLinkUsed?.();
    }
    return toCleanAddress(reply);
  });
});

/** Of the cookie that proves local visits to the server at this address. */
export function localCookieName({ port }: URL): string {
  return port === '' ? 'assay_local' : `assay_local_${port}`;
}

/** For the outbox, the demo account and the like: proven, and asked for by no other site. */
export function isLocalVisit(request: FastifyRequest): boolean {
  return hasLocalProof(request) && !isForeignRequest(request.headers);
}

/** For pages that a payment provider's stand-in, another site by its port, leads back to. */
export function hasLocalProof(request: FastifyRequest): boolean {
  return request.server.localVisits.standingOf(request) === 'proven';
}

/** Whether opening the link of the terminal would make this visit a local one. */
export function lacksLocalProof(request: FastifyRequest): boolean {
  return request.server.localVisits.standingOf(request) === 'unproven';
}

function tokenOf({ method, url }: FastifyRequest): string | null {
  if (method !== 'GET' || !url.startsWith('/?')) return null;
  return new URLSearchParams(url.slice(2)).get(LOCAL_PARAMETER);
}

/** Removes the token from the address bar and the history, and keeps it from other sites. */
function toCleanAddress(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect('/', 303);
}
