import { ListAssetsV1, RetrieveUsageV1 } from '@assay/contracts/v1';
import type { Asset, PlanLimits } from '@assay/domain';
import type { FastifyInstance } from 'fastify';
import { networkNameOf } from '../../checks/index.ts';
import { answerV1 } from './answer-v1.ts';
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
export async function catalogueRoutes(app: FastifyInstance, options: CatalogueRoutesOptions): Promise<void> {
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

  answerV1(app, ListAssetsV1, async ({ reply }) => {
    reply.header('cache-control', 'private, max-age=3600');
    return assets;
  });

  answerV1(app, RetrieveUsageV1, async ({ request }) => {
    const { keyId: id, name, workspace, mode, scopes, monthlyLimit } = keyOf(request);
    const isLive = mode === 'live';
    const [checks, spent] = isLive ? await Promise.all([checksLeft(workspace), apiChecks.spentBy(id)]) : [null, 0];
    const { plan, requestsPerMinute, runningChecks } = await limitsOf(workspace);
    const month = new Date().toISOString().slice(0, 7);
    return {
      object: 'usage' as const,
      mode,
      checks_left: checks,
      limits: { plan, requests_per_minute: requestsPerMinute, running_checks: runningChecks },
      key: { id, name, scopes: [...scopes], month, spent, monthly_limit: monthlyLimit },
    };
  });
}
