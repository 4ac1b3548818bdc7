import type { Db } from '../../../platform/db/index.ts';

/** The site as passkeys know it (WebAuthn: the relying party). */
export interface RelyingParty {
  /** Host of the public URL. */
  readonly id: string;
  readonly name: string;
  /** Scheme, host and port of the public URL. */
  readonly origin: string;
}

/** Reports a change to the owner of the account by mail, in its transaction. */
export type NotifyChange = (
  tx: Db,
  what: {
    readonly sub: string;
    readonly kind: 'factor_added' | 'factor_removed' | 'codes_renewed';
    /** Id of the factor. */
    readonly target?: string;
    /** The factor in words. */
    readonly detail?: string;
  },
) => Promise<void>;
