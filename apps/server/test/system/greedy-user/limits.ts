import type { GrantLimits } from '../../../src/modules/money/index.ts';
import { wireFreeGrants, wireUncharged } from '../../../src/modules/money/open/given.ts';
import { inRequest } from '../../../src/platform/kernel/request-scope.ts';

/** Limits of a day, so small that a short run meets each of them. */
export const FREE_LIMITS: GrantLimits = { perNetwork: 4, perDomain: 6, perDay: 12 };
export const LIMITED = wireFreeGrants(FREE_LIMITS);
/** Answers of a day that cost nothing, of who never bought. */
export const UNCHARGED_A_DAY = 3;
export const UNCHARGED = wireUncharged(UNCHARGED_A_DAY);

/** Networks of requests: each a /24 of IPv4 or a /48 of IPv6. */
export const NETWORKS = [
  (host: number) => `203.0.113.${host}`,
  (host: number) => `198.51.100.${host}`,
  (host: number) => `2001:db8:77:${host}::1`,
] as const;

/** Works for a request that comes from one of the networks, whatever its address there. */
export function fromNetwork<T>(network: number, host: number, work: () => T): T {
  const ip = (NETWORKS[network] ?? NETWORKS[0])(host);
  return inRequest({ id: 'greedy', ip, device: 'A test', sub: null, browser: null }, work);
}
