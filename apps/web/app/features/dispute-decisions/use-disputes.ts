import type { CallAnswer, CallBody, CallQuery } from '@assay/contracts/client';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';

export type DisputeListState = NonNullable<CallQuery<'GET /disputes/admin'>['state']>;
export type ListedDispute = CallAnswer<'GET /disputes/admin'>['disputes'][number];
export type DisputeDecision = CallBody<'POST /disputes/admin/:id/decision'>;

export interface DisputeList {
  readonly state: DisputeListState;
  readonly page: number;
  /** The dispute whose like are listed; null for all. */
  readonly alike: number | null;
}

/** One page of the disputes, and how administrators decide them. After a decision the list is loaded again. */
export function useDisputes({ state, page, alike }: DisputeList) {
  const { data, problem, reload } = useData(`disputes ${state} ${page} ${alike}`, (signal) =>
    call('GET /disputes/admin', { query: { state, page, ...(alike === null ? {} : { alike }) }, signal }),
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
