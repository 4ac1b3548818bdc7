import { Showcase } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import type { ShowcaseService } from './showcase.service.ts';

/** The call that reads the checks of the example addresses. */
export async function showcaseRoutes(
  app: FastifyInstance,
  { showcase }: { readonly showcase: Pick<ShowcaseService, 'read'> },
): Promise<void> {
  answerCall(app, Showcase, async () => ({ checks: [...showcase.read()] }));
}
