import { randomBytes } from 'node:crypto';
import { inTransaction, type Pool } from '../db/index.ts';
import { recordAudit } from '../features/audit/index.ts';
import type { SecondStepService, SessionsService, SignInService } from '../features/auth/index.ts';
import {
  buildConfirmService,
  buildFactorKeys,
  buildFactorsService,
  buildProveFactor,
  type ConfirmService,
  type FactorsService,
} from '../features/factors/index.ts';
import { inService } from '../kernel/scope.ts';
import type { SecurityEvents } from '../kernel/security-events/index.ts';

export interface FactorSettings {
  readonly publicUrl: string;
  readonly productName: string;
}

export interface FactorParts {
  /** The secret of the installation, at least 32 bytes. */
  readonly secret: Uint8Array;
  readonly auth: {
    readonly sessions: SessionsService;
    readonly signIn: SignInService;
    readonly secondStep: SecondStepService;
  };
  readonly securityEvents: SecurityEvents;
  /** Default: the system clock. */
  readonly clock?: { now(): Date };
}

export interface FactorFeatures {
  readonly factors: FactorsService;
  readonly confirm: ConfirmService;
}

/** Constructs second factors over one database. */
export function wireFactors(
  pool: Pool,
  { publicUrl, productName }: FactorSettings,
  { secret, auth, securityEvents, clock = { now: () => new Date() } }: FactorParts,
): FactorFeatures {
  const { hostname, origin } = new URL(publicUrl);
  const shared = {
    db: pool,
    transaction: <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
      inService('sign-in', () => inTransaction(pool, work)),
    clock,
    newId: () => randomBytes(16).toString('hex'),
    keys: buildFactorKeys(secret),
    party: { id: hostname, name: productName, origin },
    securityEvents,
    sessions: auth.sessions,
    audit: recordAudit,
  };
  const proofs = buildProveFactor(shared);
  return {
    factors: buildFactorsService(shared),
    confirm: buildConfirmService({ ...shared, ...auth, proofs }),
  };
}
