import { ExpandNode, ReadEdgeTransfers, ReadExplorer, ReadGraph, SaveView, WriteNote } from '@assay/contracts';
import { mayIn } from '@assay/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { goneSignal } from '../../../platform/http/watch/gone-signal.ts';
import { callerOf, readerOf } from '../../../platform/http/who/caller.ts';
import type { ExplorerService } from './explorer.service.ts';

/** The evidence of a check as a graph, and what its owner adds to it. */
export async function explorerRoutes(
  app: FastifyInstance,
  { explorer }: { readonly explorer: ExplorerService },
): Promise<void> {
  const ownOf = async (request: FastifyRequest, subId: string) => {
    const { id, role } = callerOf(request).workspace;
    const own = await explorer.ownOf({ subId: subId.toLowerCase(), workspace: id });
    return { ...own, may_change: mayIn(role, 'check') };
  };
  const keyOf = (request: FastifyRequest, subId: string) => ({
    subId: subId.toLowerCase(),
    workspace: callerOf(request).workspace.id,
  });

  answerCall(app, ReadGraph, async ({ params, request }) =>
    explorer.graphOf(params.sub_id.toLowerCase(), readerOf(request)),
  );

  answerCall(app, ReadExplorer, async ({ params, request }) => ownOf(request, params.sub_id));

  answerCall(app, ExpandNode, async ({ params, body, request, reply }) => {
    const { address, ticker, parent } = body;
    return explorer.expand(keyOf(request, params.sub_id), address, { ticker, parent }, goneSignal(reply));
  });

  answerCall(app, ReadEdgeTransfers, async ({ params, query, request, reply }) => {
    const { from, to, ticker, parent = null } = query;
    const key = keyOf(request, params.sub_id);
    return explorer.transfersBetween(key, { from, to }, { ticker, parent }, goneSignal(reply));
  });

  answerCall(app, WriteNote, async ({ params, body, request }) => {
    await explorer.writeNote(keyOf(request, params.sub_id), body.node, body.text);
    return ownOf(request, params.sub_id);
  });

  answerCall(app, SaveView, async ({ params, body, request }) => {
    await explorer.saveView(keyOf(request, params.sub_id), body.view);
    return ownOf(request, params.sub_id);
  });
}
