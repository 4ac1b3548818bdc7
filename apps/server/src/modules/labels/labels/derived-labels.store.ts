import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Category } from '@assay/domain';
import { from as copyFrom } from 'pg-copy-streams';
import { type Db, inTransaction, lockNamed, type Pool, type PoolClient } from '../../../platform/db/index.ts';

const ROWS_PER_READ = 10_000;

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
  const contentHash = hashOf(sorted);
  return inTransaction(pool, async (client) => {
    // A concurrent second call waits here and then reads what the first has written.
    const lock = lockNamed('derivedLabels', `${network} ${asset}`);
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
    const published = await client.query(
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

/**
 * Replaces the derived labels of some addresses of one asset, in one transaction. The version is that of all of them, as
 * if all had been replaced.
 *
 * @returns false where the stored ones have another basis than `former`; nothing is done then
 */
export async function changeDerivedLabels(
  pool: Pool,
  network: string,
  asset: string,
  {
    addresses,
    labels,
    former,
  }: { readonly addresses: readonly string[]; readonly labels: readonly DerivedLabel[]; readonly former: string },
  basis: string,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const lock = lockNamed('derivedLabels', `${network} ${asset}`);
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
    if ((await derivedBasis(client, network, asset)) !== former) return false;
    const stored = await client.query(
      `SELECT address, entity, category, source, confidence FROM derived_label
        WHERE network = $1 AND asset = $2 AND address = ANY ($3::text[])`,
      [network, asset, addresses],
    );
    if (hashOf(stored.rows) === hashOf(labels)) {
      await client.query(
        'UPDATE derived_label_set SET basis = $3, derived_at = now() WHERE network = $1 AND asset = $2',
        [network, asset, basis],
      );
      return true;
    }
    await client.query('DELETE FROM derived_label WHERE network = $1 AND asset = $2 AND address = ANY ($3::text[])', [
      ...[network, asset],
      addresses,
    ]);
    await client.query(
      `INSERT INTO derived_label (network, asset, address, entity, category, source, confidence)
       SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::smallint[])`,
      [
        ...[network, asset],
        labels.map(({ address }) => address),
        labels.map(({ entity }) => entity),
        labels.map(({ category }) => category),
        labels.map(({ source }) => source),
        labels.map(({ confidence }) => confidence),
      ],
    );
    const all = await sumStored(client, network, asset);
    await client.query(
      `UPDATE derived_label_set SET content_hash = $3, basis = $4, labels = $5, derived_at = now()
        WHERE network = $1 AND asset = $2`,
      [network, asset, all.contentHash, basis, all.labels],
    );
    return true;
  });
}

/** Hash and number of the stored labels of an asset. */
async function sumStored(client: PoolClient, network: string, asset: string) {
  const hash = createHash('sha256');
  let labels = 0;
  for (let after = ''; ; ) {
    const { rows } = await client.query(
      `SELECT address, entity, category, source, confidence FROM derived_label
        WHERE network = $1 AND asset = $2 AND address COLLATE "C" > $3
        ORDER BY address COLLATE "C" LIMIT ${ROWS_PER_READ}`,
      [network, asset, after],
    );
    for (const label of rows) hash.update(lineOf(label));
    labels += rows.length;
    after = rows.at(-1)?.address ?? '';
    if (rows.length < ROWS_PER_READ) return { contentHash: hash.digest('hex'), labels };
  }
}

/** As it is stored. */
type LabelFacts = Omit<DerivedLabel, 'category'> & { readonly category: string };

function hashOf(labels: readonly LabelFacts[]): string {
  const hash = createHash('sha256');
  for (const label of labels.toSorted((left, right) => (left.address < right.address ? -1 : 1))) {
    hash.update(lineOf(label));
  }
  return hash.digest('hex');
}

function lineOf(label: LabelFacts): string {
  return `${JSON.stringify(factsOf(label))}\n`;
}

function* copyLines(network: string, asset: string, labels: readonly DerivedLabel[]): Generator<string> {
  const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  for (const label of labels) yield `${[network, asset, ...factsOf(label)].map(quote).join(',')}\n`;
}

function factsOf({ address, entity, category, source, confidence }: LabelFacts): string[] {
  return [address, entity, category, source, String(confidence)];
}

/** The basis of the derived labels of an asset; null where none were derived yet. */
export async function derivedBasis(db: Db, network: string, asset: string): Promise<string | null> {
  const { rows } = await db.query('SELECT basis FROM derived_label_set WHERE network = $1 AND asset = $2', [
    network,
    asset,
  ]);
  return rows[0]?.basis ?? null;
}

/** The sink for derived labels on this database. */
export function deriveSink(pool: Pool): DeriveSink {
  return {
    basisOf: (network, asset) => derivedBasis(pool, network, asset),
    replaceDerivedLabels: (network, asset, labels, basis) => replaceDerivedLabels(pool, network, asset, labels, basis),
    changeDerivedLabels: (network, asset, change, basis) => changeDerivedLabels(pool, network, asset, change, basis),
  };
}

/** One conclusion from the records of an asset (docs/method, section 3): a deposit address or an unlabelled service. */
export interface DerivedLabel {
  /** Canonical address. */
  readonly address: string;
  readonly entity: string;
  readonly category: Category;
  readonly confidence: number;
  /** Which rule derived it, e.g. `derived-deposit-address`. */
  readonly source: string;
}

/** Where the code that reads records stores the labels it derived; they are versioned with the label set. */
export interface DeriveSink {
  /** What the derived labels of an asset were derived from; null where none were derived yet. */
  readonly basisOf: (network: string, asset: string) => Promise<string | null>;
  /** Replaces all derived labels of one asset on one network at once. */
  readonly replaceDerivedLabels: (
    network: string,
    asset: string,
    labels: readonly DerivedLabel[],
    basis: string,
  ) => Promise<{ readonly changed: boolean; readonly contentHash: string }>;
  /**
   * Replaces the derived labels of some addresses of one asset. False, and nothing is done, where the basis of the stored
   * ones is no longer `former`.
   */
  readonly changeDerivedLabels: (
    network: string,
    asset: string,
    change: {
      readonly addresses: readonly string[];
      readonly labels: readonly DerivedLabel[];
      readonly former: string;
    },
    basis: string,
  ) => Promise<boolean>;
}
