import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { nonceContext, stylesContext } from './context/load-context.ts';
import { NonceProvider } from './shell/layout/nonce.tsx';
import { InlineStylesProvider } from './shell/layout/site-styles.tsx';

export { createRequestHandler } from 'react-router';
export { createLoadContext } from './context/load-context.ts';
export { sharingOf } from './context/shared-pages.ts';

export const streamTimeout = 10_000;

/** Renders one page. The host finds what is exported above beside this function in the same module. */
export default function handleRequest(
  request: Request,
  responseStatusCode: number,
  responseHeaders: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = loadContext.get(nonceContext);
  let status = responseStatusCode;

  return new Promise((resolve, reject) => {
    let isShellReady = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider nonce={nonce}>
        <InlineStylesProvider styles={loadContext.get(stylesContext)}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </InlineStylesProvider>
      </NonceProvider>,
      {
        nonce,
        // Never a part to be moved to its place by a script: the page is whole without one.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          isShellReady = true;
        },
        // The whole page at once: it may be sent to several visitors.
        onAllReady() {
          const body = new PassThrough();
          responseHeaders.set('Content-Type', 'text/html; charset=utf-8');
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { headers: responseHeaders, status }));
        },
        onShellError: reject,
        onError(error: unknown) {
          // Until the shell is rendered, the error reaches the caller through onShellError.
          if (isShellReady) console.error(error);
          else status = 500;
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** What goes wrong while a page is made is written down; that somebody asked for what is not there is not. */
export function handleError(error: unknown, { request }: { readonly request: Request }): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isRefusal) console.error(error);
}
