import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@assay/testkit';
import { until } from '../drills/client.ts';
import { startProgram } from './debian.ts';

export interface HaProxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** In front of servers of the product: each request goes to one that says that it can work. No request is sent again. */
export async function startHaProxy(home: string, ports: readonly number[]): Promise<HaProxy> {
  const port = await freePort();
  const config = path.join(home, 'haproxy.cfg');
  const servers = ports.map((one, at) => `  server assay${at} 127.0.0.1:${one} check inter 500ms fall 1 rise 1`);
  await writeFile(
    config,
    `defaults
  mode http
  timeout connect 2s
  timeout client 100s
  timeout server 100s
  retries 0
  option forwardfor if-none
frontend site
  bind 127.0.0.1:${port}
  default_backend assay
backend assay
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  http-error status 503 content-type text/plain string "No server can work at present" hdr Retry-After 2
${servers.join('\n')}
`,
  );
  const program = startProgram('haproxy', ['-f', config, '-db'], { log: path.join(home, 'haproxy.log') });
  const url = `http://127.0.0.1:${port}`;
  const answers = async () => (await fetch(`${url}/healthz`).catch(() => null))?.status === 200;
  if (!(await until(answers, 30_000, 200))) throw new Error('HAProxy passes nothing on; see its log');
  return { url, stop: program.stop };
}
