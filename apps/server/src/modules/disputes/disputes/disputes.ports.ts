import type { AnyDisputeGround } from '@assay/contracts';
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

/** Labels of an address, or the row of a service: network and address are null for the row, and its entity for labels. */
export interface DisputeSubject {
  readonly network: string | null;
  readonly address: string | null;
  /** The entity of the row, as the list of services names it. */
  readonly service: string | null;
}

export interface NewDispute extends DisputeSubject {
  readonly keyHash: Buffer;
  /** What the key is made of, with the installation's secret. */
  readonly keySeed: string;
  readonly labels: readonly LabelChoice[];
  readonly ground: AnyDisputeGround;
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
export interface StoredDispute extends DisputeSubject {
  readonly id: number;
  readonly ground: AnyDisputeGround;
  readonly statement: string | null;
  readonly email: string | null;
  readonly filedAt: Date;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
  readonly labels: readonly DecidedChoice[];
  /** Decided: the row of the service is to be corrected. */
  readonly correctsService: boolean;
  /** Scheme of the accepted signature; null without one. */
  readonly proof: string | null;
  /** Until when it waits for a proof of control; null: administrators read it. */
  readonly proofBy: Date | null;
  readonly isMailed: boolean;
  readonly evidence: readonly { readonly id: number; readonly name: string; readonly bytes: number }[];
}

export interface Decision {
  /** Indexes in the dispute's list of labels. */
  readonly withdraw: readonly number[];
  /** Whether the row of the service is to be corrected. */
  readonly correct: boolean;
  readonly reason: string;
  /** The administrator's account. */
  readonly decidedBy: string;
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

/** A dispute that administrators are to decide. */
export interface WaitingDispute extends StoredDispute {
  /** How many about the same address or row wait, with this one. */
  readonly alike: number;
}

export interface DisputesPage<D extends StoredDispute> {
  readonly disputes: readonly D[];
  readonly total: number;
}
