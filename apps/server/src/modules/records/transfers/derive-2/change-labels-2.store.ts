import { createHash } from 'node:crypto';
import { inTransaction, type Pool, type PoolClient } from '../../../../platform/db/index.ts';
import { basisOfMethod2, insertLabels, type LabelOfMethod2, lineOf, lockLabels } from './labels-of-method-2.store.ts';

const ROWS_PER_READ = 10_000;

/**
 * Replaces the labels that method 2 derives of some addresses of one asset, in one transaction. The hash is that of all of
 * them, as if all had been replaced. Does nothing where the stored ones have another basis than `former`.
 */
export async function changeLabelsOfMethod2(
  pool: Pool,
  { network, ticker }: { readonly network: string; readonly ticker: string },
  {
    addresses,
    labels,
    former,
  }: { readonly addresses: readonly string[]; readonly labels: readonly LabelOfMethod2[]; readonly former: string },
  basis: string,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockLabels(client, { network, ticker });
    if ((await basisOfMethod2(client, network, ticker)) !== former) return;
    await client.query('DELETE FROM method_2_label WHERE network = $1 AND asset = $2 AND address = ANY ($3::text[])', [
      ...[network, ticker],
      addresses,
    ]);
    await insertLabels(client, { network, ticker }, labels);
    const all = await sumStored(client, network, ticker);
    await client.query(
      'UPDATE method_2_label_set SET content_hash = $3, basis = $4, labels = $5 WHERE network = $1 AND asset = $2',
      [network, ticker, all.contentHash, basis, all.labels],
    );
  });
}

async function sumStored(client: PoolClient, network: string, ticker: string) {
  const hash = createHash('sha256');
  let labels = 0;
  for (let after = ''; ; ) {
    const { rows } = await client.query(
      `SELECT address, rule, entity, category, source, confidence FROM method_2_label
        WHERE network = $1 AND asset = $2 AND address COLLATE "C" > $3
        ORDER BY address COLLATE "C" LIMIT ${ROWS_PER_READ}`,
      [network, ticker, after],
    );
    for (const label of rows) hash.update(lineOf(label));
    labels += rows.length;
    after = rows.at(-1)?.address ?? '';
    if (rows.length < ROWS_PER_READ) return { contentHash: hash.digest('hex'), labels };
  }
}
