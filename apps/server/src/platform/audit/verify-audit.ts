import type { KeySet } from '@assay/certificate';
import type { Pool } from '../db/index.ts';
import { inSnapshot } from '../db/transactions.ts';
import type { AuditFault, AuditReport } from './audit.ports.ts';
import { ChainVerifier } from './chain-verifier.ts';
import { checkpointDigest, checkpointFaults } from './checkpoint.ts';
import { allCheckpoints, headsOf } from './checkpoints.store.ts';
import { countChains, endFaults, storedEntries } from './stored-entries.store.ts';

/** A checkpoint that was noted outside the database. */
export interface NotedCheckpoint {
  readonly number: number;
  /** SHA-256 of its body, lower-case hexadecimal. */
  readonly digest: string;
}

/**
 * Verifies every chain and every checkpoint, on one state of the database.
 *
 * @param keysOf the published keys of this installation; not asked where there is no checkpoint
 * @param noted must be in the database, unchanged; null where none was noted
 */
export function verifyAudit(
  pool: Pool,
  keysOf: () => Promise<KeySet['keys']>,
  noted: NotedCheckpoint | null = null,
): Promise<AuditReport> {
  return inSnapshot(pool, async (db) => {
    const verifier = new ChainVerifier();
    for await (const entries of storedEntries(db)) for (const entry of entries) verifier.add(entry);
    verifier.end();
    const checkpoints = await allCheckpoints(db);
    const keys = checkpoints.length === 0 ? [] : await keysOf();
    const ofCheckpoints: AuditFault[] = [];
    for (const [index, stored] of checkpoints.entries()) {
      const heads = await headsOf(db, stored.number);
      ofCheckpoints.push(...checkpointFaults(stored, heads, { before: checkpoints[index - 1] ?? null, keys }));
    }
    if (noted !== null) {
      const stored = checkpoints.find(({ number }) => number === noted.number);
      if (stored === undefined || checkpointDigest(stored.body) !== noted.digest) {
        ofCheckpoints.push({ chain: null, number: noted.number, fault: 'it is not the checkpoint that was noted' });
      }
    }
    return {
      entries: verifier.entries,
      chains: await countChains(db),
      checkpoints: checkpoints.length,
      faults: [...verifier.faults, ...(await endFaults(db)), ...ofCheckpoints],
    };
  });
}
