import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, asked: Asked) => void;

/** A server that answers each request with the next of the given answers, and the last one from then on. */
export async function startFlakyServer(...answers: readonly Answer[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body };
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(one);
      answer?.(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export const json =
  (body: unknown): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

export const problem =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    const body = { type: `/developers#${code}`, title: code, status, code, detail: `about ${code}`, request_id: 'r-1' };
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers }).end(JSON.stringify(body));
  };

/** The connection breaks before an answer. */
export const breakOff: Answer = (response) => {
  response.destroy();
};

/** No answer ever comes. */
export const hang: Answer = () => undefined;
