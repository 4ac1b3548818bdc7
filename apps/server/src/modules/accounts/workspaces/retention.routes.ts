import { ReadRetention, type RetentionData, SaveRetention } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import { actingMemberOf } from './acting.ts';
import type { RetentionService, ShownRetention } from './retention.service.ts';

export interface RetentionRoutesOptions {
  readonly retention: RetentionService;
  readonly readsPerMinute: number;
}

const CHANGES_PER_MINUTE = 60;

export const retentionRoutes: FastifyPluginAsyncZod<RetentionRoutesOptions> = async (app, options) => {
  const { retention } = options;

  app.get(
    ReadRetention.path,
    {
      schema: {
        summary: 'For how long the selected workspace keeps its checks',
        tags: ['workspace'],
        response: { ...ReadRetention.answers, ...failures(ReadRetention.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
      preParsing: requirePermission('settings'),
    },
    async (request) => ({ data: present(await retention.read(actingMemberOf(request))) }),
  );

  app.put(
    SaveRetention.path,
    {
      schema: {
        summary: 'Replace for how long the selected workspace keeps its checks',
        tags: ['workspace'],
        body: SaveRetention.body,
        response: { ...SaveRetention.answers, ...failures(SaveRetention.errors) },
      },
      config: { rateLimit: { max: CHANGES_PER_MINUTE } },
      preParsing: [requirePermission('settings'), requireStepUp],
    },
    async (request) => ({ data: present(await retention.save(actingMemberOf(request), request.body.retention)) }),
  );
};

function present({ retention, usualDays }: ShownRetention): RetentionData {
  return {
    retention:
      retention === null
        ? null
        : {
            days: retention.days,
            law: retention.law,
            set_by: retention.setBy,
            set_at: retention.setAt.toISOString(),
          },
    usual_days: usualDays,
  };
}
