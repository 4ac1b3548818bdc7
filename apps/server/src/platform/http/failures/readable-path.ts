import type { IncomingMessage } from 'node:http';

/**
 * The address with a path that can be decoded. Fastify answers a malformed percent sign before any plugin runs, in the
 * API's own form; escaped, the path of a page is one that names nothing, and gets the page that says so.
 */
export function readablePath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/api/')) return url;
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
