import {
  CancelCheckV1,
  CancelTransferV1,
  CreateCheckV1,
  CreateTransferV1,
  CreateWithdrawalAttemptV1,
  ListAssetsV1,
  ListChecksV1,
  ListNetworksV1,
  ListTransfersV1,
  ListWithdrawalAttemptsV1,
  RetrieveCheckV1,
  RetrieveNetworkV1,
  RetrieveTransferV1,
  RetrieveUsageV1,
  RetrieveWithdrawalAttemptV1,
} from '@assay/contracts/v1';
import { type ApiMode, type Asset, type PlanLimits, usualParent } from '@assay/domain';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { failAs } from '../../../platform/http/failures/connection-failure.ts';
import { networkNameOf } from '../../checks/index.ts';
import { answerV1 } from './answer-v1.ts';
import type { ApiChecksService } from './api-checks.service.ts';
import { buildCheckCalls, type CheckSource } from './check-calls.ts';
import { documentOptions } from './document/document.ts';
import type { IdempotencyPorts } from './idempotency.ts';
import { type KeyGateOptions, keyGate, keyOf } from './key-gate.ts';
import { type LabelRoutesOptions, labelRoutes } from './labels.routes.ts';
import { type HeldData, networkResources } from './network-resource.ts';
import { ProblemError } from './problem-error.ts';
import { problemForm, sendProblem } from './problems.ts';
import { pathOf, replyFound, replyOnce, replyPage } from './resource-replies.ts';
import { checkRequestOf, paymentRequestOf } from './wanted-asset.ts';
import type { WithdrawalCalls } from './withdrawals/withdrawal-attempts.service.ts';
import { withdrawalQuestionOf } from './withdrawals/withdrawal-question.ts';

interface NetworkRoutesOptions {
  readonly catalogue: readonly Asset[];
  readonly heldData: () => Promise<HeldData>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the public API. */
    publicDocument(): object;
  }
}

export interface PublicApiOptions
  extends CheckRoutesOptions,
    WithdrawalRoutesOptions,
    CatalogueRoutesOptions,
    NetworkRoutesOptions,
    LabelRoutesOptions,
    KeyGateOptions {
  readonly productName: string;
  readonly publicUrl: string;
  /** Routes of other features under `/v1`, behind the key gate. */
  readonly more: readonly FastifyPluginAsync[];
  /** Routes of other features under `/v1` that are open to all. */
  readonly open: readonly FastifyPluginAsync[];
}

/** Everything under `/api/v1`: opened by API keys, failing in problems. Its document is open to all. */
export const publicApiRoutes: FastifyPluginAsync<PublicApiOptions> = async (app, options) => {
  app.setErrorHandler(sendProblem);
  // A body that arrives too slowly, or is no HTTP, is answered where no route is known.
  app.addHook('onRequest', async (request) => failAs(request.raw.socket, problemForm(request)));
  app.addHook('onResponse', async (request) => failAs(request.raw.socket, null));
  await app.register(swagger, documentOptions(options));
  app.get(
    '/v1/openapi.json',
    { schema: { hide: true }, config: { rateLimit: { max: app.limits.readsPerMinute } } },
    async () => app.publicDocument(),
  );
  for (const routes of options.open) await app.register(routes);
  await app.register(async (opened) => {
    await opened.register(keyGate, options);
    await opened.register(checkRoutes, options);
    await opened.register(withdrawalRoutes, options);
    await opened.register(catalogueRoutes, options);
    await opened.register(networkRoutes, options);
    await opened.register(labelRoutes, options);
    for (const routes of options.more) await opened.register(routes);
    const unknown = { schema: { hide: true }, config: { answersTestKeys: true } };
    opened.all('/v1', unknown, noSuchPath);
    opened.all('/v1/*', unknown, noSuchPath);
  });
};

function noSuchPath(): never {
  throw new ProblemError('not_found', 'There is no such path. The paths are listed at /developers.');
}

interface CatalogueRoutesOptions {
  readonly apiChecks: ApiChecksService;
  readonly catalogue: readonly Asset[];
  /** Check credits that the workspace has left. */
  readonly checksLeft: (workspace: string) => Promise<number>;
  readonly limitsOf: (workspace: string) => Promise<PlanLimits>;
}

/** What can be checked, and what is left to do it with. */
async function catalogueRoutes(app: FastifyInstance, options: CatalogueRoutesOptions): Promise<void> {
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

interface CheckRoutesOptions {
  readonly apiChecks: ApiChecksService;
  /** What test keys check: published outcomes. */
  readonly testChecks: CheckSource;
  readonly idempotency: IdempotencyPorts;
  readonly catalogue: readonly Asset[];
}

/** Checks of addresses and of transactions. */
async function checkRoutes(app: FastifyInstance, options: CheckRoutesOptions): Promise<void> {
  const { apiChecks, testChecks, idempotency, catalogue } = options;
  const sources = { live: apiChecks, test: testChecks };
  const checks = buildCheckCalls('check', sources);
  const transfers = buildCheckCalls('transfer', sources);

  answerV1(app, CreateCheckV1, async ({ body, request, reply }) => {
    const { wait_seconds, reference, metadata, expand, ...wanted } = body;
    return replyOnce(idempotency, request, reply, { path: CreateCheckV1.path }, async () => {
      const asked = { object: 'check', request: checkRequestOf(catalogue, wanted) } as const;
      const made = await checks.create(keyOf(request), asked, { reference, metadata, waitMs: wait_seconds * 1000 });
      return made.resource(expand);
    });
  });

  answerReads(app, options, { list: ListChecksV1, retrieve: RetrieveCheckV1, cancel: CancelCheckV1 }, checks);

  answerV1(app, CreateTransferV1, async ({ body, request, reply }) => {
    const { wait_seconds, reference, metadata, expand, ...wanted } = body;
    return replyOnce(idempotency, request, reply, { path: CreateTransferV1.path }, async () => {
      const asked = { object: 'transfer', request: paymentRequestOf(catalogue, wanted) } as const;
      const made = await transfers.create(keyOf(request), asked, { reference, metadata, waitMs: wait_seconds * 1000 });
      return made.resource(expand);
    });
  });
  answerReads(
    app,
    options,
    { list: ListTransfersV1, retrieve: RetrieveTransferV1, cancel: CancelTransferV1 },
    transfers,
  );
}

/** The calls about checks that were made. */
function answerReads(
  app: FastifyInstance,
  { idempotency }: Pick<CheckRoutesOptions, 'idempotency'>,
  contracts: {
    readonly list: typeof ListChecksV1 | typeof ListTransfersV1;
    readonly retrieve: typeof RetrieveCheckV1 | typeof RetrieveTransferV1;
    readonly cancel: typeof CancelCheckV1 | typeof CancelTransferV1;
  },
  calls: ReturnType<typeof buildCheckCalls>,
): void {
  answerV1(app, contracts.list, async ({ query, request, reply }) => {
    const { limit, cursor = null, reference = null } = query;
    return replyPage(reply, await calls.list(keyOf(request), { limit, cursor, reference }));
  });

  answerV1(app, contracts.retrieve, async ({ params, query, request, reply }) =>
    replyFound(request, reply, await calls.retrieve(keyOf(request), params.id), query.expand),
  );

  answerV1(app, contracts.cancel, async ({ params, request, reply }) =>
    replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () => {
      const cancelled = await calls.cancel(keyOf(request), params.id);
      return cancelled.resource([]);
    }),
  );
}

export interface WithdrawalRoutesOptions {
  /** The calls of the keys of each mode. */
  readonly withdrawals: Readonly<Record<ApiMode, WithdrawalCalls>>;
  readonly idempotency: IdempotencyPorts;
  readonly catalogue: readonly Asset[];
}

/** Payments before they happen in the public API. */
export async function withdrawalRoutes(app: FastifyInstance, options: WithdrawalRoutesOptions): Promise<void> {
  const { withdrawals, idempotency, catalogue } = options;
  const callsOf = (request: FastifyRequest) => withdrawals[keyOf(request).mode];

  answerV1(app, CreateWithdrawalAttemptV1, async ({ body, request, reply }) => {
    const { reference, metadata, ...wanted } = body;
    return replyOnce(idempotency, request, reply, { path: CreateWithdrawalAttemptV1.path }, async () => {
      const question = withdrawalQuestionOf(catalogue, wanted);
      return (await callsOf(request).create(keyOf(request), question, { reference, metadata })).resource([]);
    });
  });

  answerV1(app, ListWithdrawalAttemptsV1, async ({ query, request, reply }) => {
    const { limit, cursor = null, reference = null } = query;
    return replyPage(reply, await callsOf(request).list(keyOf(request).workspace, { limit, cursor, reference }));
  });

  answerV1(app, RetrieveWithdrawalAttemptV1, async ({ params, request, reply }) => {
    const found = await callsOf(request).retrieve(keyOf(request).workspace, params.id);
    return replyFound(request, reply, found, []);
  });
}

/** As long as what it is made of is kept. */
const NETWORKS_CACHE_CONTROL = 'private, max-age=10';

/** The networks that checks can name, and what this installation knows of each. */
async function networkRoutes(app: FastifyInstance, { catalogue, heldData }: NetworkRoutesOptions): Promise<void> {
  answerV1(app, ListNetworksV1, async ({ reply }) => {
    reply.header('cache-control', NETWORKS_CACHE_CONTROL);
    return { object: 'list' as const, data: [...networkResources(catalogue, await heldData())] };
  });

  answerV1(app, RetrieveNetworkV1, async ({ params, reply }) => {
    const networks = networkResources(catalogue, await heldData());
    const named = (id: string) => networks.find((one) => one.id.toUpperCase() === id);
    const network = named(params.id.toUpperCase()) ?? named(usualParent(params.id));
    if (network === undefined) {
      throw new ProblemError('not_found', 'There is no such network. GET /api/v1/networks lists them.');
    }
    reply.header('cache-control', NETWORKS_CACHE_CONTROL);
    return network;
  });
}
