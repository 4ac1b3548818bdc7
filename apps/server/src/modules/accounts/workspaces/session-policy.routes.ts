import { ReadSessionPolicy, SaveSessionPolicy, type SessionPolicyData } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { admitOwnerAnywhere, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import { plainAddress } from '../../../platform/kernel/network/address-ranges.ts';
import type { SessionRules } from '../../../platform/kernel/session-rules.ts';
import { actingMemberOf } from './acting.ts';
import type { SessionPolicyService } from './session-policy.service.ts';

export interface SessionPolicyRoutesOptions {
  readonly sessionPolicy: SessionPolicyService;
  readonly readsPerMinute: number;
}

const CHANGES_PER_MINUTE = 60;

export const sessionPolicyRoutes: FastifyPluginAsyncZod<SessionPolicyRoutesOptions> = async (app, options) => {
  const { sessionPolicy } = options;

  app.get(
    ReadSessionPolicy.path,
    {
      schema: {
        summary: 'What the selected workspace asks of sessions',
        tags: ['workspace'],
        response: { ...ReadSessionPolicy.answers, ...failures(ReadSessionPolicy.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
      preParsing: [admitOwnerAnywhere, requirePermission('settings')],
    },
    async (request) => ({ data: present(await sessionPolicy.read(actingMemberOf(request)), request.ip) }),
  );

  app.put(
    SaveSessionPolicy.path,
    {
      schema: {
        summary: 'Replace what the selected workspace asks of sessions',
        tags: ['workspace'],
        body: SaveSessionPolicy.body,
        response: { ...SaveSessionPolicy.answers, ...failures(SaveSessionPolicy.errors) },
      },
      config: { rateLimit: { max: CHANGES_PER_MINUTE } },
      preParsing: [admitOwnerAnywhere, requirePermission('ownership'), requireStepUp],
    },
    async (request) => {
      const { idle_minutes: idleMinutes, life_minutes: lifeMinutes, address_ranges: ranges } = request.body;
      const saved = await sessionPolicy.save(actingMemberOf(request), { idleMinutes, lifeMinutes, ranges });
      return { data: present(saved, request.ip) };
    },
  );
};

function present({ idleMinutes, lifeMinutes, ranges }: SessionRules, ip: string): SessionPolicyData {
  return {
    policy: { idle_minutes: idleMinutes, life_minutes: lifeMinutes, address_ranges: [...ranges] },
    own_address: plainAddress(ip),
  };
}
