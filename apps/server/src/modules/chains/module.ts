import type { FastifyPluginAsync } from 'fastify';
import type { ReadSourceHealth } from './source-health/read-source-health.ts';
import { sourceHealthRoutes } from './source-health/source-health.routes.ts';

const NOBODY_ASKED: ReadSourceHealth = async () => ({ isOn: false, networks: [] });

/** @param read default: no provider is asked */
export function chainsCalls(read: ReadSourceHealth = NOBODY_ASKED): FastifyPluginAsync {
  return (calls) => sourceHealthRoutes(calls, { read });
}
