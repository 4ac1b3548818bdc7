import type { Db } from '../../../platform/db/index.ts';
import type { DisputeSubject } from './disputes.ports.ts';

/** What the mail that confirms a dispute states. */
export interface PendingReceipt extends DisputeSubject {
  readonly email: string;
  readonly keySeed: string;
  /** Until when it waits for a proof of control; null: administrators read it. */
  readonly proofBy: Date | null;
}

export const receiptsStore = {
  /** Null where it was sent or is not to be, or the dispute or its contact address is gone. */
  async pending(db: Db, dispute: number): Promise<PendingReceipt | null> {
    const { rows } = await db.query(
      `SELECT email, key_seed AS "keySeed", network, address, service, proof_by AS "proofBy" FROM dispute
        WHERE id = $1 AND is_mailed AND receipt_mailed_at IS NULL AND email IS NOT NULL AND key_seed IS NOT NULL`,
      [dispute],
    );
    return rows[0] ?? null;
  },

  async mailed(db: Db, dispute: number): Promise<void> {
    await db.query('UPDATE dispute SET receipt_mailed_at = now() WHERE id = $1', [dispute]);
  },
};

export type ReceiptsStore = typeof receiptsStore;
