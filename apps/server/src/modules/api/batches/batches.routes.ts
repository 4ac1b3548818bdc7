import { Readable } from 'node:stream';
import { Batches, BatchResults, CancelBatch, CreateBatch, ReadBatch, ResumeBatch } from '@assay/contracts';
import type { ProblemCode } from '@assay/contracts/v1';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { RecordDownload } from '../../../platform/audit/index.ts';
import { callerOf, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { inPresentScope } from '../../../platform/kernel/scope.ts';
import { ProblemError } from '../public-api/index.ts';
import { assertRows, rowsOf, STORING_WITHIN_MS, takeRowBodies } from './batch-body.ts';
import { batchResource } from './batch-resource.ts';
import type { BatchOwner, StoredBatch } from './batches.ports.ts';
import type { BatchesService } from './batches.service.ts';
import { RESULT_TYPES, type ResultsPorts, resultsOf } from './results.ts';
import { onceArrived } from './rows-body.ts';
import type { Spool } from './spooled-body.ts';

export interface BatchRoutesOptions extends ResultsPorts {
  readonly spool: Spool;
  readonly batches: BatchesService;
  readonly readsPerMinute: number;
  readonly recordDownload: RecordDownload;
  readonly exportsPerMinute: number;
}

const CHANGES_PER_MINUTE = 60;
const SHOWN = 50;
const TAGS = ['batches'];

/** Batches of the selected workspace, for its members on the site. */
export const batchRoutes: FastifyPluginAsyncZod<BatchRoutesOptions> = async (app, options) => {
  const { batches } = options;
  takeRowBodies(app, options.spool, (request) => callerOf(request).workspace.id);
  const reads = { config: { rateLimit: { max: options.readsPerMinute } }, preParsing: requirePermission('read') };
  const changes = {
    config: { rateLimit: { max: CHANGES_PER_MINUTE } },
    preParsing: requirePermission('check'),
  };
  const ownerOf = (request: FastifyRequest): BatchOwner => ({
    workspace: callerOf(request).workspace.id,
    mode: 'live',
  });
  const shown = (batch: StoredBatch) => ({ data: { batch: batchResource(batch) } });

  app.get(
    Batches.path,
    {
      schema: {
        summary: 'The batches of the workspace, the newest first',
        tags: TAGS,
        response: { ...Batches.answers, ...failures(Batches.errors) },
      },
      ...reads,
    },
    async (request, reply) => {
      const page = await batches.list(ownerOf(request), { after: null, limit: SHOWN });
      reply.header('cache-control', 'no-store');
      return { data: { batches: page.batches.map(batchResource) } };
    },
  );

  app.post(
    CreateBatch.path,
    {
      schema: {
        summary: 'Check many addresses',
        description:
          'The body holds the rows, as `application/x-ndjson` or `text/csv`. They are stored before the answer and judged after it.',
        tags: TAGS,
        querystring: CreateBatch.query,
        response: { ...CreateBatch.answers, ...failures(CreateBatch.errors) },
      },
      ...changes,
      handlerTimeout: STORING_WITHIN_MS,
    },
    (request, reply) =>
      asMember(async () => {
        const { name = null, asset = null, network = null } = request.query;
        const rows = assertRows(rowsOf(request));
        const maker = { ...ownerOf(request), key: null, madeBy: callerOf(request).sub };
        const wishes = { name, asset, network, metadata: {} };
        const batch = await onceArrived(rows, (arrived) => batches.make(maker, wishes, arrived, async () => undefined));
        return reply.code(202).send(shown(batch));
      }),
  );

  app.get(
    ReadBatch.path,
    {
      schema: {
        summary: 'A batch with its progress',
        tags: TAGS,
        params: ReadBatch.params,
        response: { ...ReadBatch.answers, ...failures(ReadBatch.errors) },
      },
      ...reads,
    },
    (request) => asMember(async () => shown(await batches.retrieve(ownerOf(request), request.params.id))),
  );

  app.post(
    CancelBatch.path,
    {
      schema: {
        summary: 'Cancel a batch',
        description: 'Nothing else is checked; what was not rated costs nothing.',
        tags: TAGS,
        params: CancelBatch.params,
        response: { ...CancelBatch.answers, ...failures(CancelBatch.errors) },
      },
      ...changes,
    },
    (request) => asMember(() => changed(request, request.params.id, (owner, id) => batches.cancel(owner, id))),
  );

  app.post(
    ResumeBatch.path,
    {
      schema: {
        summary: 'Let a paused batch go on',
        tags: TAGS,
        params: ResumeBatch.params,
        response: { ...ResumeBatch.answers, ...failures(ResumeBatch.errors) },
      },
      ...changes,
    },
    (request) => asMember(() => changed(request, request.params.id, (owner, id) => batches.resume(owner, id))),
  );

  app.get(
    BatchResults.path,
    {
      schema: {
        summary: 'The results of a batch as a file',
        tags: TAGS,
        params: BatchResults.params,
        querystring: BatchResults.query,
        response: failures(BatchResults.errors),
      },
      config: { rateLimit: { max: options.exportsPerMinute } },
      preParsing: [requirePermission('export'), requireStepUp],
    },
    (request, reply) =>
      asMember(async () => {
        const { format } = request.query;
        const batch = await batches.retrieve(ownerOf(request), request.params.id);
        await options.recordDownload(batch.workspace, 'batch.export', { kind: 'batch', id: batch.id });
        reply
          .header('content-type', RESULT_TYPES[format])
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${batch.id}.${format}"`);
        return reply.send(Readable.from(inPresentScope(resultsOf(options, batch, format)), { objectMode: false }));
      }),
  );

  /** The batch after a change; one that was over already, as it is. */
  async function changed(
    request: FastifyRequest,
    id: string,
    change: (owner: BatchOwner, id: string) => Promise<StoredBatch>,
  ) {
    const owner = ownerOf(request);
    try {
      return shown(await change(owner, id));
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code === 'not_found') throw error;
      return shown(await batches.retrieve(owner, id));
    }
  }
};

const NAMES = {
  not_found: 'NotFound',
  payload_too_large: 'PayloadTooLarge',
  unsupported_media_type: 'UnsupportedMediaType',
  too_many_batches: 'TooManyChecks',
  secret_not_address: 'SecretNotAddress',
} as const satisfies Partial<Record<ProblemCode, string>>;

/** Refusals of batches by the names of the site, with their own words. */
async function asMember<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, detail, retryAfterSeconds } = error;
    const name = code in NAMES ? NAMES[code as keyof typeof NAMES] : 'ValidationError';
    throw new AppError(name, { publicText: detail, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) });
  }
}
