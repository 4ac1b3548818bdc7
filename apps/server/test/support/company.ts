import {
  type DnsStandIn,
  logInAt,
  type OpenIdStandIn,
  startDnsStandIn,
  startOpenIdStandIn,
} from '@assay/testkit/identity';
import { afterAll, beforeAll } from 'vitest';
import { txtRecords } from '../../src/modules/accounts/outside/identity/txt-records.ts';
import { type Answer, type AuthApp, type AuthAppOptions, useAuthApp, type Visitor } from './auth-app.ts';

const REDIRECT = 'http://localhost:3000/login/company/return';

export interface CompanyApp extends AuthApp {
  readonly provider: OpenIdStandIn;
  readonly dns: DnsStandIn;
  /** A company that the person owns, with the provider and the proven domains. */
  company(owner: Visitor, wish: CompanyWish): Promise<{ readonly id: string; readonly domains: readonly string[] }>;
  /** Logs in at the provider as `login`, and comes back. */
  logIn(who: Visitor, email: string, login: string, more?: Record<string, unknown>): Promise<Answer>;
}

export interface CompanyWish {
  readonly name: string;
  readonly domains: readonly string[];
  readonly settings?: Record<string, unknown>;
}

/** An app whose companies log in by a real provider and prove domains by a real DNS server, both on this machine. */
export function useCompanyApp(options: AuthAppOptions = {}): CompanyApp {
  let provider: OpenIdStandIn | undefined;
  let dns: DnsStandIn | undefined;
  beforeAll(async () => {
    provider = await startOpenIdStandIn({ redirectUri: REDIRECT });
    dns = await startDnsStandIn();
  });
  afterAll(async () => {
    await provider?.close();
    await dns?.close();
  });
  const providerNow = () => present(provider);
  const dnsNow = () => present(dns);
  const server = useAuthApp({
    ...options,
    readTxt: (domain) => txtRecords([dnsNow().address])(domain),
  });
  const added = {
    get provider() {
      return providerNow();
    },
    get dns() {
      return dnsNow();
    },
    async company(owner: Visitor, { name, domains, settings = {} }: CompanyWish) {
      const made = await owner.post('/api/workspaces', { name });
      const { issuer, clientId, clientSecret } = providerNow();
      const saved = await owner.put('/api/workspace/identity/provider', {
        issuer,
        client_id: clientId,
        client_secret: clientSecret,
        ...settings,
      });
      if (saved.status !== 200) throw new Error(`Not saved: ${saved.text}`);
      const ids: string[] = [];
      for (const domain of domains) {
        const claimed = await owner.post('/api/workspace/identity/domains', { domain });
        dnsNow().txt.set(domain, [...(dnsNow().txt.get(domain) ?? []), String(claimed.data['record'])]);
        const proven = await owner.post(`/api/workspace/identity/domains/${String(claimed.data['id'])}/prove`);
        if (proven.status !== 200) throw new Error(`Not proven: ${proven.text}`);
        ids.push(String(claimed.data['id']));
      }
      return { id: String(made.data['id']), domains: ids };
    },

    async logIn(who: Visitor, email: string, login: string, more = {}) {
      const begun = await who.post('/api/auth/company', { email, acceptTerms: true, ...more });
      if (begun.status !== 200) throw new Error(`Not begun: ${begun.text}`);
      return who.post('/api/auth/company/return', { query: await logInAt(String(begun.data['url']), login) });
    },
  };
  return Object.defineProperties(added, Object.getOwnPropertyDescriptors(server)) as typeof added & AuthApp;
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The app of this block is not started yet');
  return value;
}
