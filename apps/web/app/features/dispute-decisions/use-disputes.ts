import { type DisputeAdminClient, disputeAdminClient } from '@assay/contracts/dispute-client';
import { useData } from '../../shell/data/use-data.ts';
import { browserClient } from '../../shell/session/browser-client.ts';

type Admin = DisputeAdminClient<AbortSignal>;
export type DisputeListState = Parameters<Admin['list']>[0];
export type AdminDispute = Awaited<ReturnType<Admin['decide']>>;
export type DisputeDecision = Parameters<Admin['decide']>[1];

/** One page of the disputes, and how administrators decide them. After a decision the list is loaded again. */
export function useDisputes(state: DisputeListState, page: number) {
  const { data, problem, reload } = useData(`disputes ${state} ${page}`, (signal) =>
    disputeAdminClient(browserClient()).list(state, page, { signal }),
  );
  return {
    data,
    problem,
    reload,
    decide: async (id: number, decision: DisputeDecision) => {
      await disputeAdminClient(browserClient()).decide(id, decision);
      await reload();
    },
  };
}
