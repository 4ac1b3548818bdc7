import { connect } from 'node:net';
import { count } from './drill.ts';

export interface FloodOptions {
  readonly requests: number;
  readonly connections: number;
  /** The address each request comes from, where `TRUST_PROXY` lets a request name it. */
  readonly networkOf: (request: number) => string;
}

export interface FloodResult {
  /** Answers by status, and those that never came. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Refusals that do not say when to come again. */
  readonly withoutRetryAfter: number;
  readonly ms: number;
}

/** Sends all requests at once, without waiting for an answer: those of a connection are pipelined. */
export async function floodPages(url: string, options: FloodOptions): Promise<FloodResult> {
  const { requests, connections, networkOf } = options;
  const { host, hostname, port, pathname, search } = new URL(url);
  const startedAt = performance.now();
  const statuses = new Map<string, number>();
  let withoutRetryAfter = 0;
  const one = async (connection: number) => {
    const own = Array.from({ length: requests }, (_, at) => at).filter((at) => at % connections === connection);
    const heads = own.map((at, index) =>
      [
        // A page with a query of its own is rendered for each visit.
        `GET ${pathname}${search.replace('{n}', String(at))} HTTP/1.1`,
        `Host: ${host}`,
        `X-Forwarded-For: ${networkOf(at)}`,
        'Accept-Encoding: identity',
        ...(index === own.length - 1 ? ['Connection: close'] : []),
      ].join('\r\n'),
    );
    const text = await exchange(hostname, Number(port), `${heads.join('\r\n\r\n')}\r\n\r\n`);
    let answered = 0;
    for (const [head, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/g)) {
      count(statuses, status);
      answered += 1;
      if (status === '503' && !/\r\nretry-after:/i.test(head)) withoutRetryAfter += 1;
    }
    if (answered < own.length) count(statuses, 'not answered', own.length - answered);
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)));
  return { statuses, withoutRetryAfter, ms: performance.now() - startedAt };
}

function exchange(host: string, port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, host, () => socket.write(request));
    socket.on('data', (part: Buffer) => parts.push(part));
    // A connection that is cut shows as answers that did not come.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(Buffer.concat(parts).toString('latin1')));
  });
}
