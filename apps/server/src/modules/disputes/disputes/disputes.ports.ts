import type { DisputeGround } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import type { LabelStatement, StatedLabel } from '../../labels/index.ts';

/** Labels as disputes need them. */
export interface DisputedLabels {
  /** Every label of the address that is not withdrawn. */
  stated(db: Db, network: string, address: string): Promise<readonly StatedLabel[]>;
  /** Withdraws a label for good, in the caller's transaction. */
  withdraw(db: Db, label: LabelStatement): Promise<boolean>;
}

export type LabelChoice = Pick<LabelStatement, 'source' | 'entity' | 'category'>;

export interface NewDispute {
  readonly keyHash: Buffer;
  /** What the key is made of, with the installation's secret. */
  readonly keySeed: string;
  readonly network: string;
  readonly address: string;
  readonly labels: readonly LabelChoice[];
  readonly ground: DisputeGround;
  readonly statement: string;
  readonly email: string;
  readonly sub: string | null;
  /** Until when it waits for a proof of control before anybody reads it; null: it is read without. */
  readonly proofBy: Date | null;
  /** Whether its mails are sent. */
  readonly isMailed: boolean;
}

export interface DecidedChoice extends LabelChoice {
  readonly isWithdrawn: boolean;
}

/** A dispute as stored. */
export interface StoredDispute {
  readonly id: number;
  readonly network: string;
  readonly address: string;
  readonly ground: DisputeGround;
  readonly statement: string | null;
  readonly email: string | null;
  readonly filedAt: Date;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
  readonly labels: readonly DecidedChoice[];
  /** Scheme of the accepted signature; null without one. */
  readonly proof: string | null;
  /** Until when it waits for a proof of control; null: administrators read it. */
  readonly proofBy: Date | null;
  readonly isMailed: boolean;
  readonly evidence: readonly { readonly id: number; readonly name: string; readonly bytes: number }[];
}

/** A text that was given to sign. */
export interface StoredChallenge {
  readonly nonce: string;
  readonly text: string;
  readonly expiresAt: Date;
}

/** A file as it is downloaded. */
export interface StoredEvidence {
  readonly name: string;
  readonly content: Buffer;
}

export type DisputeState = 'open' | 'decided';

export interface DisputesPage {
  readonly disputes: readonly StoredDispute[];
  readonly total: number;
}
