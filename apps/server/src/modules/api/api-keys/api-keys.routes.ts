import { type ApiKey, ApiKeys, CreateApiKey, ReplaceApiKey, RevokeApiKey } from '@assay/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import type { KeyMaker, StoredKey } from './api-keys.ports.ts';
import type { ApiKeysService } from './api-keys.service.ts';

export interface ApiKeysRoutesOptions {
  readonly keys: ApiKeysService;
  /** Checks that each key of the workspace has spent or reserved in the present month, by its id. */
  readonly spentByKey: (workspace: string) => Promise<ReadonlyMap<string, number>>;
}

/** Calls of the signed-in member about the workspace's API keys. */
export async function apiKeysRoutes(app: FastifyInstance, { keys, spentByKey }: ApiKeysRoutesOptions): Promise<void> {
  answerCall(app, ApiKeys, async ({ request }) => {
    const { workspace } = makerOf(request);
    const [all, spent] = await Promise.all([keys.list(workspace), spentByKey(workspace)]);
    return { keys: all.map((key) => presentKey(key, spent.get(key.id) ?? 0, new Date())) };
  });

  answerCall(app, CreateApiKey, async ({ body, request }) => {
    const made = await keys.create(makerOf(request), {
      name: body.name,
      mode: body.mode,
      scopes: [...new Set(body.scopes)],
      addressRanges: body.address_ranges,
      monthlyLimit: body.monthly_limit,
      expiresInDays: body.expires_in_days,
    });
    return { key: presentKey(made.key, 0, new Date()), secret: made.secret };
  });

  answerCall(app, ReplaceApiKey, async ({ params, body, request }) => {
    const maker = makerOf(request);
    const made = await keys.replace(maker, params.id, body.former_works_hours);
    const spent = (await spentByKey(maker.workspace)).get(made.key.id) ?? 0;
    return { key: presentKey(made.key, spent, new Date()), secret: made.secret };
  });

  answerCall(app, RevokeApiKey, async ({ params, request }) => {
    await keys.revoke(makerOf(request), params.id);
    return {};
  });
}

function makerOf(request: FastifyRequest): KeyMaker {
  const { sub, workspace } = callerOf(request);
  return { workspace: workspace.id, sub };
}

/** A key as lists show it. */
function presentKey(key: StoredKey, spentThisMonth: number, now: Date): ApiKey {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    mode: key.mode,
    scopes: [...key.scopes],
    address_ranges: [...key.addressRanges],
    monthly_limit: key.monthlyLimit,
    spent_this_month: spentThisMonth,
    created_at: key.createdAt.toISOString(),
    created_by: key.createdBy,
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    former_until: key.formerUntil?.toISOString() ?? null,
    is_expired: key.expiresAt !== null && key.expiresAt <= now,
  };
}
