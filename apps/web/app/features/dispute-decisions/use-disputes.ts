import type { CallAnswer, CallBody, CallQuery } from '@assay/contracts/client';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';

export type DisputeListState = NonNullable<CallQuery<'GET /disputes/admin'>['state']>;
export type AdminDispute = CallAnswer<'POST /disputes/admin/:id/decision'>;
export type DisputeDecision = CallBody<'POST /disputes/admin/:id/decision'>;

/** One page of the disputes, and how administrators decide them. After a decision the list is loaded again. */
export function useDisputes(state: DisputeListState, page: number) {
  const { data, problem, reload } = useData(`disputes ${state} ${page}`, (signal) =>
    call('GET /disputes/admin', { query: { state, page }, signal }),
  );
  return {
    data,
    problem,
    reload,
    decide: async (id: number, decision: DisputeDecision) => {
      await call('POST /disputes/admin/:id/decision', { id, body: decision });
      await reload();
    },
  };
}
