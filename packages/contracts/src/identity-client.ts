/** The calls of a company's login, an entry of the package by itself: no first page carries them. */
import { objectOf } from './answer.ts';
import type { CompanySignInData, CompanySignInRequest } from './auth/company.ts';
import type { ConfirmLinkData, SecondStepNeeded } from './auth/confirm-link.ts';
import type { Sender } from './survey-client.ts';
import type { IdentityData, IdentityDomain, SaveIdentityProviderBody } from './workspaces/identity.ts';

/** Logging in by the provider of a company. */
export interface CompanySignInClient {
  /** POST /auth/company: where the browser goes. */
  begin(request: CompanySignInRequest): Promise<CompanySignInData>;
  /** POST /auth/company/return. */
  finish(query: string): Promise<ConfirmLinkData | SecondStepNeeded>;
}

/** What an owner of a company sets. */
export interface IdentityClient<Signal> {
  /** GET /workspace/identity. */
  read(options?: { readonly signal?: Signal }): Promise<IdentityData>;
  /** PUT /workspace/identity/provider. */
  saveProvider(provider: SaveIdentityProviderBody): Promise<IdentityData>;
  /** DELETE /workspace/identity/provider. */
  removeProvider(): Promise<void>;
  /** POST /workspace/identity/domains. */
  addDomain(domain: string): Promise<IdentityDomain>;
  /** POST /workspace/identity/domains/{id}/prove. */
  proveDomain(id: string): Promise<IdentityDomain>;
  /** PATCH /workspace/identity/domains/{id}. */
  requireDomain(id: string, isRequired: boolean): Promise<IdentityDomain>;
  /** DELETE /workspace/identity/domains/{id}. */
  removeDomain(id: string): Promise<void>;
}

/** Logging in by the provider of a company, over any client. */
export function companySignInClient<Signal>({ send }: Sender<Signal>): CompanySignInClient {
  return {
    async begin(request) {
      return objectOf<CompanySignInData>(await send('POST', '/auth/company', request), { url: 'string' });
    },
    async finish(query) {
      const data = await send('POST', '/auth/company/return', { query });
      return objectOf<ConfirmLinkData | SecondStepNeeded>(data, {});
    },
  };
}

/**
 * The login of the selected company, over any client.
 *
 * @example
 * const { provider } = await identityClient(client).read();
 */
export function identityClient<Signal>({ send }: Sender<Signal>): IdentityClient<Signal> {
  const BASE = '/workspace/identity';
  const domain = (id: string) => `${BASE}/domains/${encodeURIComponent(id)}`;
  const whole = (data: unknown) => objectOf<IdentityData>(data, { domains: 'array', redirect_uri: 'string' });
  const one = (data: unknown) => objectOf<IdentityDomain>(data, { id: 'string', record: 'string' });
  return {
    read: async (options) => whole(await send('GET', BASE, undefined, options)),
    saveProvider: async (provider) => whole(await send('PUT', `${BASE}/provider`, provider)),
    async removeProvider() {
      await send('DELETE', `${BASE}/provider`);
    },
    addDomain: async (name) => one(await send('POST', `${BASE}/domains`, { domain: name })),
    proveDomain: async (id) => one(await send('POST', `${domain(id)}/prove`)),
    requireDomain: async (id, isRequired) => one(await send('PATCH', domain(id), { is_required: isRequired })),
    async removeDomain(id) {
      await send('DELETE', domain(id));
    },
  };
}
