import { readdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import { createServer, type ViteDevServer } from 'vite';

const WEB = fileURLToPath(new URL('../../', import.meta.url));
const PUBLIC = fileURLToPath(new URL('../../public/', import.meta.url));

/** The part of a Fastify server that Vite is put in front of. */
interface FrontServer {
  readonly server: Server;
  addHook(
    name: 'onRequest',
    hook: (
      request: { readonly raw: IncomingMessage; readonly url: string },
      reply: { readonly raw: ServerResponse; hijack(): void },
    ) => Promise<void>,
  ): unknown;
  addHook(
    name: 'onSend',
    hook: (request: unknown, reply: { removeHeader(name: string): unknown }, payload: unknown) => Promise<unknown>,
  ): unknown;
  addHook(name: 'preClose', hook: () => Promise<void>): unknown;
}

/**
 * The site from source, in the form in which the server's host takes a built one.
 *
 * @typeParam Visit what the host hands to a page
 */
export function devSite<Visit>() {
  let opened: ViteDevServer | null = null;
  return {
    /** Puts Vite in front: its own files and the sources are answered there, all else by the server. */
    async attach(app: FrontServer): Promise<void> {
      const vite = await createServer({
        root: WEB,
        configFile: `${WEB}vite.config.ts`,
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      opened = vite;
      app.addHook('onRequest', async ({ raw, url }, reply) => {
        if (url.startsWith('/api/') || url === '/') return;
        if (await answeredBy(vite, raw, reply.raw)) reply.hijack();
      });
      // Vite puts scripts and styles into the page without a nonce.
      app.addHook('onSend', async (_request, reply, payload) => {
        reply.removeHeader('content-security-policy');
        return payload;
      });
      // Before the server closes: it waits for open connections, and pages keep Vite's WebSocket open.
      app.addHook('preClose', () => vite.close());
    },

    async current() {
      if (opened === null) return null;
      const server = (await opened.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
      const exported = server.entry.module as unknown as {
        createLoadContext: (visit: Visit) => RouterContextProvider;
        createRequestHandler: typeof createRequestHandler;
      };
      return {
        id: server.assets.version,
        mode: 'development' as const,
        server,
        clientDir: PUBLIC,
        files: await publicFiles(),
        styles: new Map<string, string>(),
        createLoadContext: exported.createLoadContext,
        createRequestHandler: exported.createRequestHandler,
        // A source may have changed since.
        sharingOf: () => 'never' as const,
      };
    },
  };
}

/** Whether Vite answered the request; what it does not know it leaves alone. */
function answeredBy(vite: ViteDevServer, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once('close', () => resolve(true));
    vite.middlewares(request, response, (error: unknown) => {
      if (error !== undefined && error !== null)
        reject(error instanceof Error ? error : new Error('Vite could not answer a request', { cause: error }));
      else resolve(false);
    });
  });
}

async function publicFiles(): Promise<ReadonlySet<string>> {
  const entries = await readdir(PUBLIC, { recursive: true });
  return new Set(entries.map((name) => name.replaceAll('\\', '/')));
}
