import pino from 'pino';
import { serve } from '../../apps/server/src/main.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { openPool, type Pool } from '../../apps/server/src/platform/db/index.ts';

// The product as it was before rows were isolated: requests work as the owner of the tables, to whom no policy applies,
// and no transaction names a workspace. For the benchmark of what isolation costs, and for nothing else.

const SETS_WORKSPACE = /; SET LOCAL assay\.workspace = .*$/s;

function openUnscoped(service: Pool, url: string): Pool {
  const pool = openPool(url, { maxConnections: service.options.max });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const plain = (text: unknown, ...rest: unknown[]) =>
      query(typeof text === 'string' ? text.replace(SETS_WORKSPACE, '') : text, ...rest);
    Object.assign(client, { query: plain });
  });
  return pool;
}

const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
process.once('disconnect', () => stop.abort());
const quiet = () => undefined;
await serve(readConfig(process.env), {
  signal: stop.signal,
  log: pino({ level: 'error' }, process.stderr),
  out: (text) => void process.stdout.write(`${text}\n`),
  say: quiet,
  progress: quiet,
  openRequestPool: openUnscoped,
});
process.exit(0);
