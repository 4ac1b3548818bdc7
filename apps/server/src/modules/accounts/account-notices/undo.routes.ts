import { ReadUndo, Undo } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import type { UndoService } from './undo.service.ts';

export interface UndoRoutesOptions {
  readonly undo: UndoService;
  readonly tokensPerMinute: number;
}

/** Routes of the links in mails about accounts; nobody needs to be signed in. */
export const undoRoutes: FastifyPluginAsyncZod<UndoRoutesOptions> = async (app, { undo, tokensPerMinute }) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const config = { rateLimit: { max: tokensPerMinute, timeWindow: 60_000 } };

  app.get(
    ReadUndo.path,
    {
      schema: {
        summary: 'What the link of a mail about the account would undo; uses nothing up',
        tags: ['auth'],
        params: ReadUndo.params,
        response: { ...ReadUndo.answers, ...failures(ReadUndo.errors) },
      },
      config,
    },
    async (request) => ({ data: await undo.read(request.params.token) }),
  );

  app.post(
    Undo.path,
    {
      schema: {
        summary: 'Undo by the link of a mail about the account, once',
        tags: ['auth'],
        body: Undo.body,
        response: { ...Undo.answers, ...failures(Undo.errors) },
      },
      config,
    },
    async (request) => ({ data: await undo.use(request.body.token) }),
  );
};
