import type { createRequestHandler, ServerBuild } from 'react-router';
import type { PageJob, PageVisit, RenderedPage } from './page-renderer.ts';
import type { SiteBuild } from './site-build.ts';

type PageHandler = ReturnType<typeof createRequestHandler>;

const handlers = new WeakMap<ServerBuild, PageHandler>();

/** Renders one page in the current thread; the whole page, so that its length and its inline scripts are known. */
export async function renderPage(build: SiteBuild, job: PageJob, visit: PageVisit): Promise<RenderedPage> {
  const { settings, nonces } = job;
  const context = build.createLoadContext({
    apiFetch: visit.apiFetch,
    nonce: nonces.script,
    settings,
    styles: { texts: build.styles, nonce: nonces.style },
  });
  const response = await handlerOf(build)(requestOf(job, visit.signal), context);
  if (response.status >= 500 && !isHtml(response)) throw new Error(`The site answered ${response.status}`);
  return {
    status: response.status,
    headers: [...response.headers],
    body: Buffer.from(await response.arrayBuffer()),
  };
}

function handlerOf(build: SiteBuild): PageHandler {
  const known = handlers.get(build.server);
  if (known !== undefined) return known;
  const handler = build.createRequestHandler(build.server, build.mode ?? 'production');
  handlers.set(build.server, handler);
  return handler;
}

function requestOf({ method, url, headers, body }: PageJob, signal: AbortSignal): Request {
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), signal };
  return new Request(url, body === null ? init : { ...init, body });
}

function isHtml(response: Response): boolean {
  return response.headers.get('content-type')?.includes('text/html') === true;
}
