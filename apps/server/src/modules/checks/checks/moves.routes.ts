import { ReadTransaction } from '@assay/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { readerOf } from '../../../platform/http/caller.ts';
import { goneSignal } from '../../../platform/http/gone-signal.ts';
import { networkOf } from '../../../platform/http/rate-limit.ts';
import type { ChecksService } from './checks.service.ts';
import { admitLookUp, type LookUpReader } from './moves/look-up-limits.ts';

/** The call that reads what a transaction moved. */
export async function movesRoutes(
  app: FastifyInstance,
  { checks }: { readonly checks: Pick<ChecksService, 'findMoves'> },
): Promise<void> {
  answerCall(app, ReadTransaction, async ({ query, request, reply }) => {
    const reader = { owner: readerOf(request), admitLookUp: () => admitLookUp(app.limiter, lookUpReaderOf(request)) };
    return checks.findMoves(query, reader, goneSignal(reply));
  });
}

function lookUpReaderOf(request: FastifyRequest): LookUpReader {
  return request.caller === null ? { network: networkOf(request) } : { sub: request.caller.sub };
}
