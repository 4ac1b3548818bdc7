import reference from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';
import type { Plugin } from 'vite';

/** What the application imports: the address of the script that shows the document of the public API. */
const MODULE = 'virtual:reference-script';
const RESOLVED = `\0${MODULE}`;
const DEVELOPMENT_PATH = '/@reference-script.js';

/**
 * Puts Scalar's script, which is one file of four megabytes, beside those of the site. It is loaded by its address, on
 * the page of the reference only; no page bundles it.
 */
export function referenceScript(): Plugin {
  let isServed = false;
  return {
    name: 'reference-script',
    configResolved({ command }) {
      isServed = command === 'serve';
    },
    configureServer(server) {
      server.middlewares.use(DEVELOPMENT_PATH, (_request, response) => {
        void scalarScript().then((text) => response.setHeader('content-type', 'text/javascript').end(text));
      });
    },
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      if (isServed) return `export default ${JSON.stringify(DEVELOPMENT_PATH)};`;
      // The server never runs it.
      if (this.environment.name !== 'client') return 'export default "";';
      const file = this.emitFile({ type: 'asset', name: 'reference.js', source: await scalarScript() });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

/**
 * The script as Scalar's own plugin serves it. The package with the script as a file brings some hundred others, which
 * only its sources need.
 *
 * @throws Error when the plugin serves it elsewhere
 */
export async function scalarScript(): Promise<string> {
  const app = fastify();
  await app.register(reference, { routePrefix: '/reference', configuration: { url: '/unused' } });
  const { statusCode, payload } = await app.inject('/reference/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`Scalar's script is not where it was: ${statusCode}`);
  return payload;
}
