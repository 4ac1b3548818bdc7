import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isReady } from './client.ts';

const PROBE_MS = 100;

/** In front of several servers: sends each request to the next one whose `/readyz` answers 200. */
export interface Balancer {
  readonly url: string;
  readonly add: (serverUrl: string) => void;
  /** Whether requests are sent to this server at present. */
  readonly isServing: (serverUrl: string) => boolean;
  readonly close: () => void;
}

interface Target {
  readonly url: string;
  isReady: boolean;
}

/**
 * Does what deploy/nginx/assay.conf says and no more: a file of a page that one server does not have is asked of the next
 * one, since it may be of the other version. No other request is sent again, and one that a server cut off is answered
 * 502.
 */
export async function openBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const targets: Target[] = [];
  let turn = 0;
  const server = createServer((from, to) => {
    const ready = targets.filter((target) => target.isReady).map(({ url }) => url);
    turn += 1;
    const first = turn % ready.length;
    passOn(from, to, [...ready.slice(first), ...ready.slice(0, first)], agent);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const probing = setInterval(() => {
    for (const target of targets) {
      void isReady(target.url).then((ready) => {
        target.isReady = ready;
      });
    }
  }, PROBE_MS);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    add: (url) => targets.push({ url, isReady: false }),
    isServing: (url) => targets.some((target) => target.url === url && target.isReady),
    close() {
      clearInterval(probing);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends a request to the first of these servers. */
function passOn(from: IncomingMessage, to: ServerResponse, [target, ...others]: readonly string[], agent: Agent): void {
  if (target === undefined) {
    to.writeHead(502).end('No server is ready');
    return;
  }
  const { method = 'GET', headers, url = '/' } = from;
  const passed = request(`${target}${url}`, { method, headers, agent }, (answer) => {
    if (answer.statusCode === 404 && url.startsWith('/assets/') && others.length > 0) {
      answer.resume();
      passOn(from, to, others, agent);
      return;
    }
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
    answer.once('error', () => to.destroy());
  });
  passed.once('error', (error) => {
    if (to.headersSent) to.destroy();
    else to.writeHead(502).end(`The server cut the request off: ${error.message}`);
  });
  from.pipe(passed);
}
