import { Readable } from 'node:stream';
import {
  Batches,
  BatchResults,
  CancelBatch,
  type Contract,
  CreateBatch,
  ReadBatch,
  ResumeBatch,
} from '@assay/contracts';
import type { ProblemCode } from '@assay/contracts/v1';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RecordDownload } from '../../../platform/audit/index.ts';
import { type Answered, type Asked, answerCall, type CallOptions } from '../../../platform/http/answer-call.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { inPresentScope } from '../../../platform/kernel/scope.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { assertRows, rowsOf, STORING_WITHIN_MS, takeRowBodies } from './batch-body.ts';
import { batchResource } from './batch-resource.ts';
import type { BatchOwner, StoredBatch } from './batches.ports.ts';
import type { BatchesService } from './batches.service.ts';
import { RESULT_TYPES, type ResultsPorts, resultsOf } from './results/results.ts';
import { onceArrived } from './rows/rows-body.ts';
import type { Spool } from './rows/spooled-body.ts';

export interface BatchRoutesOptions extends ResultsPorts {
  readonly spool: Spool;
  readonly batches: BatchesService;
  readonly recordDownload: RecordDownload;
}

const SHOWN = 50;

/** Batches of the selected workspace, for its members on the site. */
export async function batchRoutes(app: FastifyInstance, options: BatchRoutesOptions): Promise<void> {
  const { batches } = options;
  takeRowBodies(app, options.spool, (request) => callerOf(request).workspace.id);
  const ownerOf = (request: FastifyRequest): BatchOwner => ({
    workspace: callerOf(request).workspace.id,
    mode: 'live',
  });
  const shown = (batch: StoredBatch) => ({ batch: batchResource(batch) });

  /** A call whose refusals have the names of the site. */
  function answerMember<const C extends Contract>(
    contract: C,
    handle: (asked: Asked<C>) => Promise<Answered<C>>,
    callOptions?: CallOptions,
  ): void {
    answerCall(app, contract, (asked) => asMember(() => handle(asked)), callOptions);
  }

  answerCall(app, Batches, async ({ request }) => {
    const page = await batches.list(ownerOf(request), { after: null, limit: SHOWN });
    return { batches: page.batches.map(batchResource) };
  });

  answerMember(
    CreateBatch,
    async ({ query, request, reply }) => {
      const { name = null, asset = null, network = null } = query;
      const rows = assertRows(rowsOf(request));
      const maker = { ...ownerOf(request), key: null, madeBy: callerOf(request).sub };
      const wishes = { name, asset, network, metadata: {} };
      const batch = await onceArrived(rows, (arrived) => batches.make(maker, wishes, arrived, async () => undefined));
      reply.code(202);
      return shown(batch);
    },
    { handlerTimeout: STORING_WITHIN_MS },
  );

  answerMember(ReadBatch, async ({ params, request }) => shown(await batches.retrieve(ownerOf(request), params.id)));

  answerMember(CancelBatch, async ({ params, request }) =>
    changed(ownerOf(request), params.id, (owner, id) => batches.cancel(owner, id)),
  );

  answerMember(ResumeBatch, async ({ params, request }) =>
    changed(ownerOf(request), params.id, (owner, id) => batches.resume(owner, id)),
  );

  answerMember(BatchResults, async ({ params, query, request, reply }) => {
    const { format } = query;
    const batch = await batches.retrieve(ownerOf(request), params.id);
    await options.recordDownload(batch.workspace, 'batch.export', { kind: 'batch', id: batch.id });
    reply
      .header('content-type', RESULT_TYPES[format])
      .header('content-disposition', `attachment; filename="${batch.id}.${format}"`);
    return reply.send(Readable.from(inPresentScope(resultsOf(options, batch, format)), { objectMode: false }));
  });

  /** The batch after a change; one that was over already, as it is. */
  async function changed(
    owner: BatchOwner,
    id: string,
    change: (owner: BatchOwner, id: string) => Promise<StoredBatch>,
  ) {
    try {
      return shown(await change(owner, id));
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code === 'not_found') throw error;
      return shown(await batches.retrieve(owner, id));
    }
  }
}

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
