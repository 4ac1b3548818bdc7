import { z } from 'zod';
import { Done } from '../auth/logout.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { storedText } from '../wire/stored-text.ts';
import { InvitedRole } from './invitations.ts';

/** A domain of mail, in lower case and ASCII (RFC 1035 §2.3.1, RFC 5890 for names of other scripts). */
const MAIL_DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Characters of an issuer, a client id and a client secret. */
const ISSUER_MAX = 500;
const CLIENT_MAX = 500;

/** The company's OpenID Connect provider, without its secret, which is never shown again. */
export const IdentityProvider = z
  .object({
    issuer: z.string(),
    client_id: z.string(),
    /** Whether accounts with a second factor must give it after this login too. */
    requires_factor: z.boolean(),
    /** The role of people who join by logging in; null: only members and invited people log in. */
    joining_role: InvitedRole.nullable(),
    /** Whether somebody has logged in by it as it is set up now. */
    is_tried: z.boolean(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'IdentityProvider' });

/** A domain of mail that the workspace claims. */
export const IdentityDomain = z
  .object({
    id: z.string(),
    domain: z.string(),
    /** The text of the TXT record that proves it. */
    record: z.string(),
    is_proven: z.boolean(),
    /** Whether people with this domain must use the company's login. */
    is_required: z.boolean(),
  })
  .meta({ id: 'IdentityDomain' });
export type IdentityDomain = z.infer<typeof IdentityDomain>;

export const IdentityData = z
  .object({
    /** Null while none is set up. */
    provider: IdentityProvider.nullable(),
    /** At most 20. */
    domains: z.array(IdentityDomain),
    /** The redirect URI, for the settings of the provider. */
    redirect_uri: z.string(),
  })
  .meta({ id: 'IdentityData' });
export type IdentityData = z.infer<typeof IdentityData>;

/** GET /workspace/identity: how members of the selected company log in by its own provider. */
export const Identity = {
  method: 'GET',
  path: '/workspace/identity',
  summary: 'How members of the company log in by its own provider',
  tag: 'workspace',
  limit: 'reads',
  needs: { permission: 'settings' },
  answers: { 200: success(IdentityData) },
  errors: ['NotFound'],
} as const satisfies Contract;

export const SaveIdentityProviderBody = z
  .object({
    /** Compared as it is with what the provider says of itself. */
    issuer: z.url({ protocol: /^https?$/ }).max(ISSUER_MAX),
    client_id: storedText().trim().min(1).max(CLIENT_MAX),
    /** Left out to keep the stored one; needed for another issuer, which must not be sent the former one's secret. */
    client_secret: storedText().min(1).max(CLIENT_MAX).optional(),
    requires_factor: z.boolean().default(true),
    joining_role: InvitedRole.nullable().default(null),
  })
  .meta({
    id: 'SaveIdentityProviderBody',
    examples: [{ issuer: 'https://login.firm.example', client_id: 'assay', client_secret: 'of-the-provider' }],
  });

/** Changes a minute and network; each may ask a provider or a resolver. */
const CHANGES_PER_MINUTE = 60;

/** PUT /workspace/identity/provider: sets the provider up, after its description was read. */
export const SaveIdentityProvider = {
  method: 'PUT',
  path: '/workspace/identity/provider',
  summary: 'Set up the company’s login',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'ownership', stepUp: 'always' },
  body: SaveIdentityProviderBody,
  answers: { 200: success(IdentityData) },
  errors: ['NotFound', 'IssuerRefused'],
} as const satisfies Contract;

/** DELETE /workspace/identity/provider: removes it; no domain requires it any more. */
export const RemoveIdentityProvider = {
  method: 'DELETE',
  path: '/workspace/identity/provider',
  summary: 'Remove the company’s login',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'ownership', stepUp: 'always' },
  answers: { 200: success(Done) },
  errors: ['NotFound'],
} as const satisfies Contract;

export const AddIdentityDomainBody = z
  .object({ domain: z.string().trim().toLowerCase().regex(MAIL_DOMAIN, 'a domain such as firm.example') })
  .meta({ id: 'AddIdentityDomainBody', examples: [{ domain: 'firm.example' }] });

/** POST /workspace/identity/domains: claims a domain; the answer says which TXT record proves it. */
export const AddIdentityDomain = {
  method: 'POST',
  path: '/workspace/identity/domains',
  summary: 'Claim a mail domain',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'ownership', stepUp: 'always' },
  body: AddIdentityDomainBody,
  answers: { 200: success(IdentityDomain) },
  errors: ['NotFound', 'MailDomainRefused', 'TooManyDomains'],
} as const satisfies Contract;

const DomainParams = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) });

/** POST /workspace/identity/domains/{id}/prove: looks for the TXT record at the domain. */
export const ProveIdentityDomain = {
  method: 'POST',
  path: '/workspace/identity/domains/:id/prove',
  summary: 'Prove a mail domain by its TXT record',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'ownership', stepUp: 'always' },
  params: DomainParams,
  answers: { 200: success(IdentityDomain) },
  errors: ['NotFound', 'DomainNotProven', 'DomainTaken'],
} as const satisfies Contract;

export const RequireIdentityDomainBody = z
  .object({ is_required: z.boolean() })
  .meta({ id: 'RequireIdentityDomainBody', examples: [{ is_required: true }] });

/**
 * PATCH /workspace/identity/domains/{id}: whether people with this domain must use the company's login. Required, their
 * sessions that were opened in another way end; owners with a second factor still log in by a link or a passkey.
 */
export const RequireIdentityDomain = {
  method: 'PATCH',
  path: '/workspace/identity/domains/:id',
  summary: 'Require the company’s login for a mail domain',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'ownership', stepUp: 'always' },
  params: DomainParams,
  body: RequireIdentityDomainBody,
  answers: { 200: success(IdentityDomain) },
  errors: ['NotFound', 'DomainNotProven', 'CompanySignInUntried', 'OwnerFactorNeeded'],
} as const satisfies Contract;

/** DELETE /workspace/identity/domains/{id}: its people can no longer log in by the provider. */
export const RemoveIdentityDomain = {
  method: 'DELETE',
  path: '/workspace/identity/domains/:id',
  summary: 'Give a mail domain up',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'ownership', stepUp: 'always' },
  params: DomainParams,
  answers: { 200: success(Done) },
  errors: ['NotFound'],
} as const satisfies Contract;
