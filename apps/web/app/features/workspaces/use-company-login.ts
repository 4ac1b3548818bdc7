import type { CallAnswer } from '@assay/contracts/client';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';

export type CompanyLoginFacts = CallAnswer<'GET /workspace/identity'>;

/** The login of the selected company. */
export function useCompanyLogin() {
  return useData('company login', (signal) => call('GET /workspace/identity', { signal }));
}
