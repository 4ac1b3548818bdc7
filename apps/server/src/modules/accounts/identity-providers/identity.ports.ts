import type { InvitedRole } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';

/** How this service is known to a provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Whom a provider says it has before it. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider has verified that the mailbox is this person's. */
  readonly isVerified: boolean;
}

export type ProviderFaultReason =
  | 'no answer'
  | 'no provider'
  | 'wrong issuer'
  | 'refused address'
  | 'wrong secret'
  | 'wrong clock'
  | 'token refused'
  | 'refused login'
  | 'denied';

/** Why a provider could not be used. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly reason: ProviderFaultReason;

  constructor(reason: ProviderFaultReason, options?: { readonly cause: unknown }) {
    super(`the identity provider: ${reason}`, options);
    this.reason = reason;
  }
}

/** Providers of OpenID Connect. Every call throws a ProviderFault where the provider fails. */
export interface OpenIdProviders {
  /** Reads the description of a provider; the issuer as the provider writes it. */
  describe(settings: ProviderSettings): Promise<{ readonly issuer: string }>;
  /** Where the browser goes to log in. */
  authorizationUrl(
    settings: ProviderSettings,
    login: {
      readonly redirectUri: string;
      readonly state: string;
      readonly nonce: string;
      /** PKCE (RFC 7636). */
      readonly verifier: string;
      readonly email: string;
    },
  ): Promise<string>;
  /** Exchanges what the browser came back with for the identity. */
  redeem(
    settings: ProviderSettings,
    login: { readonly returnedTo: URL; readonly state: string; readonly nonce: string; readonly verifier: string },
  ): Promise<ProvenIdentity>;
}

/** TXT records of a domain, each as one text; none where there is no such domain. @throws DnsFault */
export type ReadTxt = (domain: string) => Promise<readonly string[]>;

/** No resolver answered. */
export class DnsFault extends Error {
  override readonly name = 'DnsFault';

  constructor(code: string, options?: { readonly cause: unknown }) {
    super(`the records could not be looked up: ${code}`, options);
  }
}

export interface StoredProvider {
  readonly workspace: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly sealedSecret: Buffer;
  readonly requiresFactor: boolean;
  readonly joiningRole: InvitedRole | null;
  readonly triedAt: Date | null;
  readonly updatedAt: Date;
}

export interface StoredDomain {
  readonly id: string;
  readonly workspace: string;
  readonly domain: string;
  readonly token: string;
  readonly provenAt: Date | null;
  readonly isRequired: boolean;
}

/** A change of a company's login that is mailed to its owners. */
export const IDENTITY_CHANGES = [
  'provider saved',
  'provider removed',
  'domain proven',
  'domain lost',
  'record gone',
  'domain removed',
  'domain required',
  'domain free',
] as const;
export type IdentityChange = (typeof IDENTITY_CHANGES)[number];

/**
 * Queues mails about a change to all owners of a workspace, in the transaction that makes it; about a domain whose proof was
 * taken away, which no owner did, to its administrators too.
 */
export type QueueIdentityMail = (
  tx: Db,
  change: {
    readonly workspace: string;
    readonly change: IdentityChange;
    /** The issuer or the domain. */
    readonly what: string;
    /** Who changed it; null: nobody of this workspace. */
    readonly by: string | null;
    readonly at: Date;
  },
) => Promise<void>;
