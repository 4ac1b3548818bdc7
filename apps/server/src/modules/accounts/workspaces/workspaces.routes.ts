import {
  CloseWorkspace,
  CreateWorkspace,
  ReadRetention,
  ReadSessionPolicy,
  RenameWorkspace,
  type RetentionData,
  SaveRetention,
  SaveSessionPolicy,
  SelectWorkspace,
  type SessionPolicyData,
  Workspaces,
} from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { signedInPersonOf } from '../../../platform/http/who/caller.ts';
import { plainAddress } from '../../../platform/kernel/network/address-ranges.ts';
import type { SessionRules } from '../../../platform/kernel/session-rules.ts';
import { actingMemberOf, actingPersonOf } from './acting.ts';
import { type MembersRoutesOptions, membersRoutes } from './members.routes.ts';
import type { SessionPolicyService } from './policy/session-policy.service.ts';
import type { RetentionService, ShownRetention } from './retention.service.ts';
import type { WorkspacesService } from './workspaces.service.ts';

export interface WorkspacesRoutesOptions extends MembersRoutesOptions {
  readonly workspaces: WorkspacesService;
  readonly sessionPolicy: SessionPolicyService;
  readonly retention: RetentionService;
}

/** Calls about workspaces, their members and what they ask of sessions and keep. */
export async function workspacesRoutes(app: FastifyInstance, options: WorkspacesRoutesOptions): Promise<void> {
  const { workspaces, sessionPolicy, retention } = options;

  answerCall(app, Workspaces, async ({ request }) => {
    const { sub, workspace } = signedInPersonOf(request).caller;
    return { workspaces: [...(await workspaces.list(sub))], selected: workspace.id };
  });

  answerCall(app, CreateWorkspace, ({ body, request }) => workspaces.create(actingPersonOf(request), body.name));

  answerCall(app, SelectWorkspace, ({ body, request }) =>
    workspaces.select(actingPersonOf(request), body.workspace_id),
  );

  answerCall(app, RenameWorkspace, ({ body, request }) => workspaces.rename(actingMemberOf(request), body.name));

  answerCall(app, CloseWorkspace, async ({ body, request }) => {
    await workspaces.close(actingMemberOf(request), body.name);
    return {};
  });

  await membersRoutes(app, options);

  answerCall(app, ReadSessionPolicy, async ({ request }) =>
    presentPolicy(await sessionPolicy.read(actingMemberOf(request)), request.ip),
  );

  answerCall(app, SaveSessionPolicy, async ({ body, request }) => {
    const { idle_minutes: idleMinutes, life_minutes: lifeMinutes, address_ranges: ranges } = body;
    const saved = await sessionPolicy.save(actingMemberOf(request), { idleMinutes, lifeMinutes, ranges });
    return presentPolicy(saved, request.ip);
  });

  answerCall(app, ReadRetention, async ({ request }) =>
    presentRetention(await retention.read(actingMemberOf(request))),
  );

  answerCall(app, SaveRetention, async ({ body, request }) =>
    presentRetention(await retention.save(actingMemberOf(request), body.retention)),
  );
}

function presentPolicy({ idleMinutes, lifeMinutes, ranges }: SessionRules, ip: string): SessionPolicyData {
  return {
    policy: { idle_minutes: idleMinutes, life_minutes: lifeMinutes, address_ranges: [...ranges] },
    own_address: plainAddress(ip),
  };
}

function presentRetention({ retention, usualDays }: ShownRetention): RetentionData {
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
