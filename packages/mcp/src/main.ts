import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { AssayError, AssayProblemError } from '../../client/src/index.ts';
import { buildServer } from './build-server.ts';
import { serveHttp } from './serve-http.ts';
import { openAccess, VERSION } from './service.ts';
import { HELP, readSettings, type Settings, SettingsError } from './settings.ts';

const EXIT = { usage: 2, failed: 3 } as const;

// stdout is the protocol's: what is for people goes to stderr.
const say = (text: string): void => void process.stderr.write(`${text}\n`);

try {
  const environment = { url: process.env['ASSAY_URL'], key: process.env['ASSAY_API_KEY'] };
  await serve(readSettings(process.argv.slice(2), environment));
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof AssayError || isSystemError(error))) throw error;
  say(error instanceof AssayProblemError ? `${error.code}: ${error.message}` : error.message);
  process.exitCode = error instanceof SettingsError || isRefusal(error) ? EXIT.usage : EXIT.failed;
}

async function serve(settings: Settings): Promise<void> {
  switch (settings.is) {
    case 'help':
      process.stdout.write(`${HELP}\n`);
      return;
    case 'version':
      process.stdout.write(`${VERSION}\n`);
      return;
    case 'stdio': {
      const access = await openAccess(settings.url, settings.key);
      serveStdio(() => buildServer(access, { readsFiles: true }), { onerror: ({ message }) => say(message) });
      return;
    }
    case 'http': {
      const server = await serveHttp(settings, say);
      say(`MCP for ${settings.url} at ${server.address}. Stop with Ctrl-C.`);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
    }
  }
}

/** The service does not accept the key: another try does not help. */
function isRefusal(error: Error): boolean {
  return error instanceof AssayProblemError && (error.status === 401 || error.status === 403);
}

/** Such as a port that is in use. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
