import { ReadUndo, Undo } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import type { UndoService } from './undo.service.ts';

export interface UndoRoutesOptions {
  readonly undo: UndoService;
}

/** Routes of the links in mails about accounts; nobody needs to be signed in. */
export async function undoRoutes(app: FastifyInstance, { undo }: UndoRoutesOptions): Promise<void> {
  answerCall(app, ReadUndo, ({ params }) => undo.read(params.token));

  answerCall(app, Undo, ({ body }) => undo.use(body.token));
}
