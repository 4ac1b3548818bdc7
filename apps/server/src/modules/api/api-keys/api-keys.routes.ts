import { ApiKeys, CreateApiKey, ReplaceApiKey, RevokeApiKey } from '@assay/contracts';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireCaller, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import type { KeyMaker } from './api-keys.ports.ts';
import { presentKey } from './api-keys.presenter.ts';
import type { ApiKeysService } from './api-keys.service.ts';

export interface ApiKeysRoutesOptions {
  readonly keys: ApiKeysService;
  /** Checks that each key of the workspace has spent or reserved in the present month, by its id. */
  readonly spentByKey: (workspace: string) => Promise<ReadonlyMap<string, number>>;
  readonly readsPerMinute: number;
}

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;

/** Routes of the signed-in member for the workspace's API keys. */
export const apiKeysRoutes: FastifyPluginAsyncZod<ApiKeysRoutesOptions> = async (app, options) => {
  const { keys, spentByKey } = options;
  const changes = { config: { rateLimit: { max: CHANGES_PER_MINUTE } } };
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    ApiKeys.path,
    {
      schema: {
        summary: 'The API keys of the workspace',
        tags: ['developers'],
        response: { ...ApiKeys.answers, ...failures(ApiKeys.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
      preParsing: [requireCaller, requirePermission('keys')],
    },
    async (request) => {
      const { workspace } = makerOf(request);
      const [all, spent] = await Promise.all([keys.list(workspace), spentByKey(workspace)]);
      return { data: { keys: all.map((key) => presentKey(key, spent.get(key.id) ?? 0, new Date())) } };
    },
  );

  app.post(
    CreateApiKey.path,
    {
      schema: {
        summary: 'Make an API key',
        description: 'The answer holds the key. It is shown this once.',
        tags: ['developers'],
        body: CreateApiKey.body,
        response: { ...CreateApiKey.answers, ...failures(CreateApiKey.errors) },
      },
      ...changes,
      preParsing: [requirePermission('keys'), requireStepUp],
    },
    async (request) => {
      const { name, mode, scopes, address_ranges, monthly_limit, expires_in_days } = request.body;
      const made = await keys.create(makerOf(request), {
        name,
        mode,
        scopes: [...new Set(scopes)],
        addressRanges: address_ranges,
        monthlyLimit: monthly_limit,
        expiresInDays: expires_in_days,
      });
      return { data: { key: presentKey(made.key, 0, new Date()), secret: made.secret } };
    },
  );

  app.post(
    ReplaceApiKey.path,
    {
      schema: {
        summary: 'Replace the secret of an API key',
        description: 'The former one works beside it for as long as is asked, at most a week.',
        tags: ['developers'],
        params: ReplaceApiKey.params,
        body: ReplaceApiKey.body,
        response: { ...ReplaceApiKey.answers, ...failures(ReplaceApiKey.errors) },
      },
      ...changes,
      preParsing: [requirePermission('keys'), requireStepUp],
    },
    async (request) => {
      const maker = makerOf(request);
      const made = await keys.replace(maker, request.params.id, request.body.former_works_hours);
      const spent = (await spentByKey(maker.workspace)).get(made.key.id) ?? 0;
      return { data: { key: presentKey(made.key, spent, new Date()), secret: made.secret } };
    },
  );

  app.delete(
    RevokeApiKey.path,
    {
      schema: {
        summary: 'Revoke an API key',
        tags: ['developers'],
        params: RevokeApiKey.params,
        response: { ...RevokeApiKey.answers, ...failures(RevokeApiKey.errors) },
      },
      ...changes,
      // Without a fresh confirmation: ending a leaked key must not wait.
      preParsing: [requireCaller, requirePermission('keys')],
    },
    async (request) => {
      await keys.revoke(makerOf(request), request.params.id);
      return { data: {} };
    },
  );
};

function makerOf(request: FastifyRequest): KeyMaker {
  const { sub, workspace } = callerOf(request);
  return { workspace: workspace.id, sub };
}
