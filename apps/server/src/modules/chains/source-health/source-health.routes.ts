import { SourceHealthCall } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import type { ReadSourceHealth } from './read-source-health.ts';

/** The call that shows administrators who is asked for each chain. */
export async function sourceHealthRoutes(
  app: FastifyInstance,
  { read }: { readonly read: ReadSourceHealth },
): Promise<void> {
  answerCall(app, SourceHealthCall, async () => read());
}
