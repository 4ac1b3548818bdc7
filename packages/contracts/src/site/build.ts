import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

export const SiteBuildData = z.object({
  /** Changes with every build of the site; null where the site was never built. */
  buildId: z.string().nullable(),
});

/** GET /site/build (row ROUTE-19): which build of the site is served now. Pages ask it every hour. */
export const SiteBuildCall = {
  method: 'GET',
  path: '/site/build',
  summary: 'The build of the site that is served now',
  tag: 'site',
  limit: 'reads',
  credentials: 'none',
  answers: { 200: success(SiteBuildData) },
} as const satisfies Contract;
