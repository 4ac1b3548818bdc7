import { ListAssetsV1, UsageV1 } from '@assay/contracts/v1';
import type { Asset, PlanLimits } from '@assay/domain';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { networkNameOf } from '../../checks/checks/index.ts';
import type { ApiChecksService } from './api-checks.service.ts';
import { keyOf } from './key-gate.ts';

export interface CatalogueRoutesOptions {
  readonly apiChecks: ApiChecksService;
  readonly catalogue: readonly Asset[];
  /** Check credits that the workspace has left. */
  readonly checksLeft: (workspace: string) => Promise<number>;
  readonly limitsOf: (workspace: string) => Promise<PlanLimits>;
}

/** What can be checked, and what is left to do it with. */
export const catalogueRoutes: FastifyPluginAsyncZod<CatalogueRoutesOptions> = async (app, options) => {
  const { apiChecks, catalogue, checksLeft, limitsOf } = options;
  const assets = {
    object: 'list' as const,
    data: catalogue.map((asset) => ({
      object: 'asset' as const,
      asset: asset.ticker,
      network: networkNameOf(asset),
      name: asset.name,
      decimals: asset.decimals,
      is_followed: asset.network !== null,
    })),
  };

  app.get(
    ListAssetsV1.path,
    {
      schema: {
        operationId: 'listAssets',
        summary: 'List assets',
        description: 'Every asset that can be checked, with the network to name.',
        tags: ['catalogue'],
        response: ListAssetsV1.answers,
      },
      config: { answersTestKeys: true },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'private, max-age=3600');
      return assets;
    },
  );

  app.get(
    UsageV1.path,
    {
      schema: {
        operationId: 'retrieveUsage',
        summary: 'Retrieve usage',
        description:
          'What the workspace has left, the limits of its plan, what this key may do, and what it has spent in the present month (UTC).',
        tags: ['usage'],
        response: UsageV1.answers,
      },
      config: { answersTestKeys: true },
    },
    async (request, reply) => {
      const { keyId: id, name, workspace, mode, scopes, monthlyLimit } = keyOf(request);
      const isLive = mode === 'live';
      const [checks, spent] = isLive ? await Promise.all([checksLeft(workspace), apiChecks.spentBy(id)]) : [null, 0];
      const { plan, requestsPerMinute, runningChecks } = await limitsOf(workspace);
      reply.header('cache-control', 'no-store');
      const month = new Date().toISOString().slice(0, 7);
      return {
        object: 'usage' as const,
        mode,
        checks_left: checks,
        limits: { plan, requests_per_minute: requestsPerMinute, running_checks: runningChecks },
        key: { id, name, scopes: [...scopes], month, spent, monthly_limit: monthlyLimit },
      };
    },
  );
};
