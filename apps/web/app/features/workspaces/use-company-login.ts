import { identityClient } from '@assay/contracts/identity-client';
import { useData } from '../../shell/data/use-data.ts';
import { browserClient } from '../../shell/session/browser-client.ts';

/** The calls of a company's login. Browser only. */
export function companyCalls() {
  return identityClient(browserClient());
}

export type CompanyLoginFacts = Awaited<ReturnType<ReturnType<typeof companyCalls>['read']>>;

/** The login of the selected company. */
export function useCompanyLogin() {
  return useData('company login', (signal) => companyCalls().read({ signal }));
}
