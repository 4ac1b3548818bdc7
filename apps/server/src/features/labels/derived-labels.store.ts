import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { type Db, inTransaction, type Pool } from '../../db/index.ts';
import type { DerivedLabel } from './labels.ports.ts';

/**
 * Replaces the derived labels of one asset on one network, in one transaction: readers see the former ones or the new
 * ones. The same conclusions give the same version, in whatever order they come.
 *
 * @param basis what they were derived from; `derivedBasis` answers it again
 * @returns whether anything changed
 */
export async function replaceDerivedLabels(
  pool: Pool,
  network: string,
  asset: string,
  labels: readonly DerivedLabel[],
  basis: string,
): Promise<{ readonly changed: boolean; readonly contentHash: string }> {
  const sorted = [...labels].sort((left, right) => (left.address < right.address ? -1 : 1));
  const hash = createHash('sha256');
  for (const label of sorted) hash.update(`${JSON.stringify(factsOf(label))}\n`);
  const contentHash = hash.digest('hex');
  return inTransaction(pool, async (client) => {
    // A concurrent second call waits here and then reads what the first has written.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`derived labels ${network} ${asset}`]);
    const published = await client.query<{ content_hash: string }>(
      'SELECT content_hash FROM derived_label_set WHERE network = $1 AND asset = $2',
      [network, asset],
    );
    if (published.rows[0]?.content_hash === contentHash) {
      await client.query(
        'UPDATE derived_label_set SET basis = $3, derived_at = now() WHERE network = $1 AND asset = $2',
        [network, asset, basis],
      );
      return { changed: false, contentHash };
    }
    await client.query('DELETE FROM derived_label_set WHERE network = $1 AND asset = $2', [network, asset]);
    await client.query(
      'INSERT INTO derived_label_set (network, asset, content_hash, basis, labels) VALUES ($1, $2, $3, $4, $5)',
      [network, asset, contentHash, basis, labels.length],
    );
    await pipeline(
      Readable.from(copyLines(network, asset, sorted)),
      client.query(
        copyFrom(
          'COPY derived_label (network, asset, address, entity, category, source, confidence) FROM STDIN (FORMAT csv)',
        ),
      ),
    );
    return { changed: true, contentHash };
  });
}

function* copyLines(network: string, asset: string, labels: readonly DerivedLabel[]): Generator<string> {
  const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  for (const label of labels) yield `${[network, asset, ...factsOf(label)].map(quote).join(',')}\n`;
}

function factsOf({ address, entity, category, source, confidence }: DerivedLabel): string[] {
  return [address, entity, category, source, String(confidence)];
}

/** The basis of the derived labels of an asset; null where none were derived yet. */
export async function derivedBasis(db: Db, network: string, asset: string): Promise<string | null> {
  const { rows } = await db.query<{ basis: string }>(
    'SELECT basis FROM derived_label_set WHERE network = $1 AND asset = $2',
    [network, asset],
  );
  return rows[0]?.basis ?? null;
}
