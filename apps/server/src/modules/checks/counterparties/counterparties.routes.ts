import { Readable } from 'node:stream';
import { type CheckAsset, type Counterparties, ExportCounterparties, ReadCounterparties } from '@assay/contracts';
import { isNetworkId, mayIn } from '@assay/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RecordDownload } from '../../../platform/audit/index.ts';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { goneSignal } from '../../../platform/http/watch/gone-signal.ts';
import { callerOf, readerOf } from '../../../platform/http/who/caller.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { csvHeader, csvRows } from '../../../platform/kernel/text/csv.ts';
import { assetOf } from '../checks/checks.presenter.ts';
import type { ChecksService } from '../checks/checks.service.ts';
import type { StoredCheck } from '../checks/stored/checks.store.ts';
import type { ListSubject, PageQuery, ReadyList } from './counterparties.ports.ts';
import { presentPage, presentSeen } from './counterparties.presenter.ts';
import type { CounterpartiesService } from './counterparties.service.ts';
import { counterpartyColumns } from './counterparties-csv.ts';
import { readListQuery, readPageQuery } from './read-query.ts';

export interface CounterpartiesRoutesOptions {
  readonly counterparties: CounterpartiesService;
  readonly checks: Pick<ChecksService, 'openCheck'>;
  readonly recordDownload: RecordDownload;
}

/** How long one request computes before it answers how far it is; the next one continues. */
const COMPUTED_MS = 1_500;

/** Calls about who paid the address of a result, and whom it paid. */
export async function counterpartiesRoutes(app: FastifyInstance, options: CounterpartiesRoutesOptions): Promise<void> {
  const { counterparties, checks, recordDownload } = options;

  answerCall(app, ReadCounterparties, async ({ params, query, request, reply }) => {
    const check = await checks.openCheck(params.sub_id.toLowerCase(), readerOf(request));
    const computing = { withinMs: mayCompute(request, check) ? COMPUTED_MS : 0, signal: goneSignal(reply) };
    return listed(check, query, computing);
  });

  async function listed(
    check: StoredCheck,
    asked: Parameters<typeof readPageQuery>[0],
    options: Parameters<CounterpartiesService['open']>[1],
  ): Promise<Counterparties> {
    const subject = subjectOf(check);
    const seen = { also_seen: presentSeen(await counterparties.assetsOf(check.address)) };
    if (subject === null) return { status: 'none', reason: 'not_followed', ...seen };
    const query = readPageQuery(asked, subject.asset.decimals);
    const state = await counterparties.open(subject, options);
    switch (state.is) {
      case 'ready': {
        const page = await counterparties.page(state.list, query);
        return { ...presentPage(subject.asset, state.list, page, query.sort), ...seen };
      }
      case 'building':
        return { status: 'building', progress: state.progress, ...seen };
      case 'not built':
        return { status: 'none', reason: 'not_opened', ...seen };
      case 'no records':
        return { status: 'none', reason: 'no_records', ...seen };
    }
  }

  answerCall(app, ExportCounterparties, async ({ params, query, request, reply }) => {
    const { id } = callerOf(request).workspace;
    const check = await checks.openCheck(params.sub_id.toLowerCase(), id);
    // A result of another workspace is shown to whom it was shared with; its file is the owner's.
    const subject = check.owner === id ? subjectOf(check) : null;
    if (subject === null) throw new AppError('NotFound');
    const asked = readListQuery(query, subject.asset.decimals);
    await recordDownload(id, 'counterparties.export', { kind: 'check', id: check.subId });
    const file = `counterparties-${query.direction}-${check.subId.slice(0, 8)}.csv`;
    reply
      .header('content-type', ExportCounterparties.contentType)
      .header('content-disposition', `attachment; filename="${file}"`);
    return reply.send(Readable.from(csvOf(counterparties, subject, asked, goneSignal(reply)), { objectMode: false }));
  });
}

/** Its header, then the list, which may have to be computed first. */
async function* csvOf(
  counterparties: CounterpartiesService,
  subject: ListSubject,
  query: Omit<PageQuery, 'limit' | 'after'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const columns = counterpartyColumns(query.direction, subject.asset);
  yield csvHeader(columns);
  let list: ReadyList | null = null;
  while (list === null) {
    const state = await counterparties.open(subject, { withinMs: COMPUTED_MS, signal });
    if (state.is === 'ready') list = state.list;
    else if (state.is !== 'building') return;
  }
  for await (const rows of counterparties.all(list, query)) yield csvRows(columns, rows);
}

function subjectOf(check: StoredCheck): ListSubject | null {
  return check.status === 'done' ? subjectOfResult(assetOf(check)) : null;
}

/** Whether the reader is a member of the workspace that owns the result: only then is anything computed. */
function mayCompute({ caller }: FastifyRequest, { owner }: StoredCheck): boolean {
  return caller !== null && owner === caller.workspace.id && mayIn(caller.workspace.role, 'read');
}

/** The address of a result, up to the last record that it counts; null where Assay holds no records of its asset. */
function subjectOfResult(result: CheckAsset): ListSubject | null {
  const { ticker, network, decimals, address, tip } = result;
  if (network === null || !isNetworkId(network)) return null;
  return {
    asset: { ticker, network, decimals },
    address,
    until: tip === null ? null : { time: new Date(tip.time), block: tip.block },
  };
}
