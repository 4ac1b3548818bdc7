import { type Client, createClient, type FetchAnswer } from '@assay/contracts/client';
import type { FastifyInstance, InjectOptions } from 'fastify';

export interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The typed client as the site uses it, over a whole HTTP side; what it sends is written down. */
export function clientOf(app: FastifyInstance, accessToken: string, sent: SentCall[]): Client<AbortSignal> {
  return createClient<AbortSignal>({
    baseUrl: '/api',
    timezone: 'UTC',
    tokens: { accessToken: () => accessToken },
    fetch: async (url, { method, headers, body }): Promise<FetchAnswer> => {
      sent.push({ method, path: url.slice('/api'.length), body: body === undefined ? undefined : JSON.parse(body) });
      const answer = await app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url,
        headers: { host: 'localhost:3000', ...headers },
        ...(body === undefined ? {} : { payload: body }),
      });
      return {
        status: answer.statusCode,
        headers: { get: (name) => answer.headers[name]?.toString() ?? null },
        text: async () => answer.body,
      };
    },
  });
}
