import { z } from 'zod';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';

export const SiteBuildData = z.object({
  /** Changes with every build of the site; null where the site was never built. */
  buildId: z.string().nullable(),
});
export type SiteBuildData = z.infer<typeof SiteBuildData>;

/** GET /site/build (row ROUTE-19): which build of the site is served now. Pages ask it every hour. */
export const SiteBuildCall = {
  method: 'GET',
  path: '/site/build',
  answers: { 200: success(SiteBuildData) },
  errors: ['TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
