import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler, localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { AssayError, AssayProblemError } from '../../client/src/index.ts';
import { buildServer } from './build-server.ts';
import { accessBy, openAccess } from './service.ts';
import type { HttpAddress } from './settings.ts';

const MCP_PATH = '/mcp';
/** Addresses that name no machine: they are not what callers write. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);
/** As keys are written; anything else, such as a token of another service, is not sent on. */
const KEY = /^Bearer (aml_(?:live|test)_[0-9A-Za-z]{38})$/i;

export interface HttpServer {
  /** Such as `http://127.0.0.1:8081/mcp`. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves MCP at `/mcp`. Each request is opened by its own key, which the service is asked about; there are no sessions, and
 * nothing is kept between requests. Requests that call this server by a name it does not have, or come from a page of
 * another site, are refused (DNS rebinding).
 */
export async function serveHttp(
  { url, host, port, names }: HttpAddress & { readonly url: string },
  report: (text: string) => void,
): Promise<HttpServer> {
  const known = [...localhostAllowedHostnames(), ...(ANY_ADDRESS.has(host) ? [] : [host]), ...names];
  const isKnownHost = hostHeaderValidation(known);
  const isKnownOrigin = originValidation(known);
  const onerror = ({ message }: Error): void => report(message);
  const handler = createMcpHandler(
    ({ authInfo }) => {
      if (authInfo === undefined) throw new Error('A request without a key reached the server');
      return buildServer(accessBy(url, authInfo.token, authInfo.scopes), { readsFiles: false });
    },
    { onerror },
  );
  const handle = toNodeHandler(handler, { onerror });

  const server = createServer((request, response) => {
    if (!isKnownHost(request, response) || !isKnownOrigin(request, response)) return;
    open(request, response).catch((error: Error) => {
      report(error.message);
      if (!response.headersSent) refuse(response, 500, { error: 'internal_error' });
    });
  });

  async function open(request: IncomingMessage & { auth?: AuthInfo }, response: ServerResponse): Promise<void> {
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== MCP_PATH) {
      return refuse(response, 404, { error: 'not_found', error_description: `MCP is served at ${MCP_PATH}.` });
    }
    const [, key] = KEY.exec(request.headers.authorization ?? '') ?? [];
    if (key === undefined) {
      const wanted = 'Send an API key of the service as "Authorization: Bearer aml_live_…".';
      return refuse(response, 401, { error: 'missing_api_key', error_description: wanted });
    }
    const auth = await authOf(url, key);
    if ('refusal' in auth) return refuse(response, statusOf(auth.refusal), problemOf(auth.refusal));
    request.auth = auth;
    // The SDK declares optional fields where Node declares fields that may be undefined.
    await handle(request as Parameters<typeof handle>[0], response);
  }

  server.listen(port, host.replace(/^\[|\]$/g, ''));
  await once(server, 'listening');
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}${MCP_PATH}`,
    close: async () => {
      await handler.close();
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

async function authOf(url: string, key: string): Promise<AuthInfo | { readonly refusal: AssayError }> {
  try {
    const { scopes } = await openAccess(url, key);
    return { token: key, clientId: 'api-key', scopes: [...scopes] };
  } catch (error) {
    if (error instanceof AssayError) return { refusal: error };
    throw error;
  }
}

/** What the service refused the key with; that it could not be asked is a failure of the gateway. */
function statusOf(error: AssayError): number {
  return error instanceof AssayProblemError ? error.status : 502;
}

function problemOf(error: AssayError) {
  return error instanceof AssayProblemError
    ? { error: error.code, error_description: error.message, retryAfterSeconds: error.retryAfterSeconds }
    : { error: 'no_answer', error_description: `${error.message}. Try again later.` };
}

interface Refusal {
  readonly error: string;
  readonly error_description?: string;
  readonly retryAfterSeconds?: number | null;
}

function refuse(response: ServerResponse, status: number, { retryAfterSeconds = null, ...body }: Refusal): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...(status === 401 ? { 'www-authenticate': `Bearer realm="assay-mcp", error="${body.error}"` } : {}),
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
  });
  response.end(JSON.stringify(body));
}
