import { ExpandNode, ReadEdgeTransfers, ReadExplorer, ReadGraph, SaveView, WriteNote } from '@assay/contracts';
import { mayIn } from '@assay/domain';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, readerOf, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { goneSignal } from '../../../platform/http/gone-signal.ts';
import type { ExplorerService } from './explorer.service.ts';

export interface ExplorerRoutesOptions {
  readonly explorer: ExplorerService;
  readonly checksPerMinute: number;
  readonly readsPerMinute: number;
}

/** The evidence of a check as a graph, and what its owner adds to it. */
export const explorerRoutes: FastifyPluginAsyncZod<ExplorerRoutesOptions> = async (app, options) => {
  const { explorer } = options;

  app.get(
    ReadGraph.path,
    {
      schema: {
        summary: 'Read the evidence of a check as a graph',
        description: 'The stored evidence of a finished check; the same for everyone who may open it.',
        tags: ['monitor'],
        params: ReadGraph.params,
        response: { ...ReadGraph.answers, ...failures(ReadGraph.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await explorer.graphOf(request.params.sub_id.toLowerCase(), readerOf(request)) };
    },
  );

  const ownOf = async (request: FastifyRequest, subId: string) => {
    const { id, role } = callerOf(request).workspace;
    const own = await explorer.ownOf({ subId: subId.toLowerCase(), workspace: id });
    return { ...own, may_change: mayIn(role, 'check') };
  };
  const keyOf = (request: FastifyRequest, subId: string) => ({
    subId: subId.toLowerCase(),
    workspace: callerOf(request).workspace.id,
  });
  const reading = {
    preParsing: requirePermission('read'),
    config: { rateLimit: { max: options.readsPerMinute } },
  };
  const changing = {
    preParsing: requirePermission('check'),
    config: { rateLimit: { max: options.readsPerMinute } },
  };
  /** For what may keep a connection of the database busy for seconds. */
  const searchesRecords = { config: { rateLimit: { max: options.checksPerMinute } } };

  app.get(
    ReadExplorer.path,
    {
      ...reading,
      schema: {
        summary: 'Read what the owner of a check added to its graph',
        description: 'Expansions, notes and the saved state; never part of a shared result or its report.',
        tags: ['monitor'],
        params: ReadExplorer.params,
        response: { ...ReadExplorer.answers, ...failures(ReadExplorer.errors) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await ownOf(request, request.params.sub_id) };
    },
  );

  app.post(
    ExpandNode.path,
    {
      ...changing,
      ...searchesRecords,
      schema: {
        summary: 'Expand an address in the graph of a check',
        description:
          'Its largest counterparties within the stored records, or on its chain where none is stored. Each check has a number of expansions a day.',
        tags: ['monitor'],
        params: ExpandNode.params,
        body: ExpandNode.body,
        response: { ...ExpandNode.answers, ...failures(ExpandNode.errors) },
      },
    },
    async (request, reply) => {
      const { address, ticker, parent } = request.body;
      reply.header('cache-control', 'no-store');
      const key = keyOf(request, request.params.sub_id);
      return { data: await explorer.expand(key, address, { ticker, parent }, goneSignal(reply)) };
    },
  );

  app.get(
    ReadEdgeTransfers.path,
    {
      ...reading,
      ...searchesRecords,
      schema: {
        summary: 'Read the newest transfers between two addresses of the graph',
        tags: ['monitor'],
        params: ReadEdgeTransfers.params,
        querystring: ReadEdgeTransfers.query,
        response: { ...ReadEdgeTransfers.answers, ...failures(ReadEdgeTransfers.errors) },
      },
    },
    async (request, reply) => {
      const { from, to, ticker, parent = null } = request.query;
      const key = keyOf(request, request.params.sub_id);
      reply.header('cache-control', 'no-store');
      return { data: await explorer.transfersBetween(key, { from, to }, { ticker, parent }, goneSignal(reply)) };
    },
  );

  app.put(
    WriteNote.path,
    {
      ...changing,
      schema: {
        summary: 'Write a note on a node of the graph of a check',
        description: 'An empty text removes it. Only members of the workspace read it.',
        tags: ['monitor'],
        params: WriteNote.params,
        body: WriteNote.body,
        response: { ...WriteNote.answers, ...failures(WriteNote.errors) },
      },
    },
    async (request, reply) => {
      const { node, text } = request.body;
      reply.header('cache-control', 'no-store');
      await explorer.writeNote(keyOf(request, request.params.sub_id), node, text);
      return { data: await ownOf(request, request.params.sub_id) };
    },
  );

  app.put(
    SaveView.path,
    {
      ...changing,
      schema: {
        summary: 'Save the state of the explorer with a check',
        tags: ['monitor'],
        params: SaveView.params,
        body: SaveView.body,
        response: { ...SaveView.answers, ...failures(SaveView.errors) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      await explorer.saveView(keyOf(request, request.params.sub_id), request.body.view);
      return { data: await ownOf(request, request.params.sub_id) };
    },
  );
};
