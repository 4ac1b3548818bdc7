import { isIPv6 } from 'node:net';
import rateLimitPlugin from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';

/** Requests a minute and network, by what they cost. */
export interface RateLimits {
  readonly checksPerMinute: number;
  readonly readsPerMinute: number;
  /** Reports and their pictures: each may cost a rendering. */
  readonly reportsPerMinute: number;
  readonly pagesPerMinute: number;
  /** Whole histories and everything kept about an account. */
  readonly exportsPerMinute: number;
  /** Paths that do not exist: what a scanner asks for. */
  readonly unknownPerMinute: number;
}

export const DEFAULT_RATE_LIMITS: RateLimits = {
  checksPerMinute: 60,
  readsPerMinute: 600,
  reportsPerMinute: 60,
  pagesPerMinute: 600,
  exportsPerMinute: 6,
  unknownPerMinute: 120,
};

/** One budget per network and kind of request. Routes name theirs with `config.rateLimit`; there is none by default. */
export const rateLimit = plugin(async (app: FastifyInstance) => {
  await app.register(rateLimitPlugin, {
    global: false,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: networkOf,
    errorResponseBuilder: () => new AppError('TooManyRequests'),
  });
});

/** A household has one IPv4 address but at least a /64 of IPv6: either counts as one caller. */
export function networkOf(request: Pick<FastifyRequest, 'ip'>): string {
  const { ip } = request;
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  return `${expandIpv6(ip).slice(0, 4).join(':')}::/64`;
}

/** The neighbourhood of a caller, for what one household alone cannot do: a /24 of IPv4, a /48 of IPv6. */
export function widerNetworkOf(request: Pick<FastifyRequest, 'ip'>): string {
  const network = networkOf(request);
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return `${network.split('.').slice(0, 3).join('.')}.0/24`;
}

function expandIpv6(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...(tail === undefined ? [] : zeros), ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}
