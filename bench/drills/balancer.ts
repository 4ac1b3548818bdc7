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
 * Does no more than the balancers of the operations pages do without help: a request that reached a server is not sent
 * again, and one that a server cut off is answered 502.
 */
export async function openBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const targets: Target[] = [];
  let turn = 0;
  const next = (): Target | undefined => {
    const ready = targets.filter((target) => target.isReady);
    turn += 1;
    return ready[turn % ready.length];
  };
  const server = createServer((from, to) => {
    const target = next();
    if (target === undefined) {
      to.writeHead(502).end('No server is ready');
      return;
    }
    passOn(from, to, target.url, agent);
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

function passOn(from: IncomingMessage, to: ServerResponse, target: string, agent: Agent): void {
  const { method = 'GET', headers, url = '/' } = from;
  const passed = request(`${target}${url}`, { method, headers, agent }, (answer) => {
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
