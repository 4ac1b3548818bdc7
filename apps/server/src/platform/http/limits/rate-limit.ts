import { callbackify } from 'node:util';
import rateLimitPlugin, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { z } from 'zod';
import { tooManyRequests } from '../../kernel/app-error.ts';
import { networkOf } from '../../kernel/network/networks.ts';
import type { Limit, Limiter } from './limiter.ts';
import { SharedLimiter } from './shared-limiter.ts';

const WINDOW_MS = 60_000;

/** Requests a minute and network, by what they cost. */
export interface RateLimits {
  readonly checksPerMinute: number;
  readonly readsPerMinute: number;
  /** Reports and their pictures: each may cost a rendering. */
  readonly reportsPerMinute: number;
  readonly pagesPerMinute: number;
  /** Whole histories and everything kept about an account. */
  readonly exportsPerMinute: number;
  /** Attempts at tokens: links of mails, refreshes, logins of companies. */
  readonly tokensPerMinute: number;
  readonly surveySubmitsPerMinute: number;
  /** Changes of the survey's form, which its editor sends one by one. */
  readonly surveyEditsPerMinute: number;
  /** Links that join a chat and an account, and what separates them. */
  readonly joinLinksPerMinute: number;
  /** Paths that do not exist: what a scanner asks for. */
  readonly unknownPerMinute: number;
}

export const DEFAULT_RATE_LIMITS: RateLimits = {
  checksPerMinute: 60,
  readsPerMinute: 600,
  reportsPerMinute: 60,
  pagesPerMinute: 600,
  exportsPerMinute: 6,
  tokensPerMinute: 60,
  surveySubmitsPerMinute: 10,
  surveyEditsPerMinute: 240,
  joinLinksPerMinute: 10,
  unknownPerMinute: 120,
};

export interface RateLimitOptions {
  /** Where hits are counted; left out, this process counts alone. */
  readonly limiter?: Limiter;
}

/**
 * One budget per network and kind of request, counted by all servers of an installation together. Routes name theirs
 * with `config.rateLimit`; there is none by default. What belongs to no route or is counted by something else than the
 * network (a mailbox, a user) goes through `assertWithin(app.limiter, …)`.
 */
export const rateLimit = plugin(async (app: FastifyInstance, { limiter = new SharedLimiter() }: RateLimitOptions) => {
  app.decorate('limiter', limiter);
  await app.register(rateLimitPlugin, {
    global: false,
    timeWindow: WINDOW_MS,
    keyGenerator: networkOf,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
    store: routeStore(limiter),
  });
});

declare module 'fastify' {
  interface FastifyInstance {
    /** For limits by something else than a route and a network. */
    limiter: Limiter;
  }
}

/** Puts the limiter where the plugin keeps its counts: a budget for each method and path. */
function routeStore(limiter: Limiter): FastifyRateLimitStoreCtor {
  const count = callbackify(async (limit: Limit, key: string) => {
    const { hits, resetMs } = await limiter.hit(limit, key);
    return { current: hits, ttl: resetMs };
  });
  return class RouteStore implements FastifyRateLimitStore {
    readonly #route: string | null;

    constructor(_options: object, route: string | null = null) {
      this.#route = route;
    }

    incr(key: string, callback: IncrCallback, windowMs: number, max: number): void {
      if (this.#route === null) {
        callback(new Error('A limit without a route goes through app.limiter'));
        return;
      }
      count({ name: this.#route, max, windowMs }, key, callback);
    }

    child(options: object): RouteStore {
      return new RouteStore(options, routeOf(options));
    }
  };
}

type IncrCallback = Parameters<FastifyRateLimitStore['incr']>[1];

const routeInfo = z.object({
  routeInfo: z.object({ method: z.union([z.string(), z.array(z.string())]), url: z.string() }),
});

/** The plugin gives the route with the options of its limit, or an empty object where there is none. */
function routeOf(options: object): string | null {
  const { data } = routeInfo.safeParse(options);
  return data === undefined ? null : `${String(data.routeInfo.method)} ${data.routeInfo.url}`;
}

export { networkOf, widerNetworkOf } from '../../kernel/network/networks.ts';
