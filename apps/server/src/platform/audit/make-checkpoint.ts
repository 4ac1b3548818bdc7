import { type CertificateSigner, keyIdOf } from '@assay/certificate';
import type { Pool } from '../db/index.ts';
import { inTransaction } from '../db/transactions.ts';
import { checkpointBody, checkpointDigest, signedCheckpoint } from './checkpoint.ts';
import { grownChains, insertCheckpoint, lastCheckpoint, lockCheckpoints } from './checkpoints.store.ts';

interface MadeCheckpoint {
  readonly number: number;
  readonly digest: string;
  /** Chains that grew since the one before. */
  readonly chains: number;
}

/**
 * Signs where all chains end, once a day (UTC), by one server however many run. Null where that was done today.
 *
 * @throws AppError SigningUnavailable
 */
export function makeCheckpoint(
  pool: Pool,
  signerOf: () => Promise<CertificateSigner>,
  at: Date,
): Promise<MadeCheckpoint | null> {
  return inTransaction(pool, async (tx) => {
    await lockCheckpoints(tx);
    const before = await lastCheckpoint(tx);
    if (before !== null && dayOf(before.at) >= dayOf(at)) return null;
    const signer = await signerOf();
    const heads = await grownChains(tx);
    const number = (before?.number ?? 0) + 1;
    const keyId = keyIdOf(signer.publicKey);
    const previous = before === null ? null : checkpointDigest(before.body);
    const body = checkpointBody({ number, at, keyId, previous, heads });
    const signature = Buffer.from(signer.sign(signedCheckpoint(body)));
    await insertCheckpoint(tx, { number, at, body, keyId, signature }, heads);
    return { number, digest: checkpointDigest(body), chains: heads.length };
  });
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
