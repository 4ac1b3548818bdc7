import { createHash } from 'node:crypto';
import { type Category, isCategory, NETWORKS, type NetworkId } from '@assay/domain';
import { compareLabels, type Label } from '@assay/exposure';
import {
  copyBinary,
  type Db,
  inTransaction,
  lockNamed,
  type Pool,
  type PoolClient,
  prepared,
} from '../../../../platform/db/index.ts';
import { acrossServers } from '../../placement/in-ledger.ts';
import { labelsInCluster, storedLabels } from '../clusters/cluster-labels.ts';

/** What method 2 derives from an account's own records: that it is a deposit address or an unlabelled service. */
export interface LabelOfMethod2 {
  /** Canonical address. */
  readonly address: string;
  readonly rule: 'deposit_address' | 'unlabelled_service';
  readonly entity: string;
  readonly category: Category;
  readonly source: string;
  readonly confidence: number;
}

const COLUMNS = ['network', 'asset', 'address', 'rule', 'entity', 'category', 'source', 'confidence'] as const;

/**
 * Replaces the labels of one asset that method 2 derives, in one transaction. Equal labels give an equal hash, in
 * whatever order they come.
 *
 * @param basis what they were derived from; `basisOfMethod2` returns it again
 */
export async function replaceLabelsOfMethod2(
  pool: Pool,
  { network, ticker }: { readonly network: string; readonly ticker: string },
  labels: readonly LabelOfMethod2[],
  basis: string,
): Promise<void> {
  const sorted = labels.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  const hash = createHash('sha256');
  for (const label of sorted) hash.update(lineOf(label));
  await inTransaction(pool, async (client) => {
    await lockLabels(client, { network, ticker });
    await client.query('DELETE FROM method_2_label_set WHERE network = $1 AND asset = $2', [network, ticker]);
    await client.query(
      'INSERT INTO method_2_label_set (network, asset, content_hash, basis, labels) VALUES ($1, $2, $3, $4, $5)',
      [network, ticker, hash.digest('hex'), basis, labels.length],
    );
    await insertLabels(client, { network, ticker }, sorted);
  });
}

/** What one label adds to the hash of all, which takes them by address. */
export function lineOf({
  address,
  rule,
  entity,
  category,
  source,
  confidence,
}: Omit<LabelOfMethod2, 'category'> & { readonly category: string }): string {
  return `${JSON.stringify([address, rule, entity, category, source, confidence])}\n`;
}

/** Serialises changes of an asset's labels until the transaction ends. */
export async function lockLabels(
  client: PoolClient,
  { network, ticker }: { readonly network: string; readonly ticker: string },
): Promise<void> {
  const turn = lockNamed('labelsOfMethod2', `${network} ${ticker}`);
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [turn]);
}

export async function insertLabels(
  client: PoolClient,
  { network, ticker }: { readonly network: string; readonly ticker: string },
  labels: readonly LabelOfMethod2[],
): Promise<void> {
  await copyBinary(client, { table: 'method_2_label', columns: COLUMNS }, labels, (row, label) => {
    row.text(network).text(ticker).text(label.address).text(label.rule).text(label.entity).text(label.category);
    row.text(label.source).int2(label.confidence);
  });
}

/** The basis of an asset's labels of method 2; null where none were derived yet. */
export async function basisOfMethod2(db: Db, network: string, ticker: string): Promise<string | null> {
  const { rows } = await db.query('SELECT basis FROM method_2_label_set WHERE network = $1 AND asset = $2', [
    network,
    ticker,
  ]);
  return rows[0]?.basis ?? null;
}

export interface RuleCount {
  readonly network: string;
  readonly ticker: string;
  readonly rule: LabelOfMethod2['rule'];
  readonly labels: number;
}

/** How many labels of each rule method 2 derived, by asset. */
export function countLabelsOfMethod2(pool: Pool): Promise<readonly RuleCount[]> {
  return acrossServers(pool, countLabelsOn, (one) => one);
}

async function countLabelsOn(db: Db): Promise<readonly RuleCount[]> {
  const { rows } = await db.query(
    `SELECT network, asset AS ticker, rule, count(*) AS labels FROM method_2_label
      GROUP BY network, asset, rule ORDER BY network COLLATE "C", asset COLLATE "C", rule COLLATE "C"`,
  );
  return rows.map((row) => ({ ...row, labels: Number(row.labels) }));
}

/**
 * Of the version of an asset's label set as method 2 has it, the part that is derived from records: a digest that is the
 * same wherever equal records and equal given labels are held. Null where a set was never derived: method 2 then uses
 * none, and says so. The given labels have their own version.
 */
export async function versionOfMethod2(db: Db, network: string, ticker: string): Promise<string | null> {
  const { rows } = await db.query(
    `SELECT s.content_hash, c.clusters, c.mark, c.labels_version FROM method_2_label_set s
       LEFT JOIN ledgers l ON l.network = s.network AND l.ticker = s.asset
       LEFT JOIN coin_cluster_state c ON c.ledger_id = l.id
      WHERE s.network = $1 AND s.asset = $2`,
    [network, ticker],
  );
  const [row] = rows;
  if (row === undefined) return null;
  // What clusters lend follows the given labels only when they are refreshed: until then it is that of former labels.
  const lent = row.labels_version === null ? '' : `lent ${row.labels_version}\n`;
  const text = `accounts ${row.content_hash}\nclusters ${row.clusters ?? 0} ${row.mark ?? 0}\n${lent}`;
  return createHash('sha256').update(text).digest('hex');
}

interface AccountLabelRow extends Omit<LabelOfMethod2, 'category'> {
  readonly category: string;
}

/**
 * What method 2 derives from records about each of these addresses, in the order of `addresses`; strongest first within
 * one. `derivedBy` says the rule: of a cluster, every label that it lends at some time is there, whatever labels the
 * address has itself. Given and carried labels are not among them; the caller puts them first (`absorbingLabel`). None
 * where the set was never derived (`versionOfMethod2`).
 *
 * @param addresses canonical addresses of the network
 */
export async function labelsOfMethod2(
  db: Db,
  network: string,
  ticker: string,
  addresses: readonly string[],
): Promise<Label[][]> {
  const labels = new Map(addresses.map((address): [string, Label[]] => [address, []]));
  const rows = await db.query(
    prepared(
      `SELECT address, rule, entity, category, source, confidence FROM method_2_label
            WHERE network = $1 AND asset = $2 AND address = ANY ($3::text[])`,
      [network, ticker, addresses],
    ),
  );
  for (const row of rows.rows) labels.get(row.address)?.push(labelOf(row));
  const clusters = await db.query(
    prepared(
      `SELECT a.address, c.size, c.labels
             FROM ledgers l JOIN accounts a ON a.ledger_id = l.id AND a.address = ANY ($3::text[])
             JOIN coin_cluster_member m ON m.account_id = a.id
             JOIN coin_cluster c ON c.id = m.cluster_id AND c.size > 1 AND c.labels IS NOT NULL
            WHERE l.network = $1 AND l.ticker = $2
              AND EXISTS (SELECT FROM method_2_label_set s WHERE s.network = $1 AND s.asset = $2)`,
      [network, ticker, addresses],
    ),
  );
  for (const row of clusters.rows)
    labels.get(row.address)?.push(...labelsInCluster(storedLabels(row.labels), Number(row.size)));
  return addresses.map((address) => (labels.get(address) ?? []).toSorted(compareLabels));
}

/**
 * Every address that `labelsOfMethod2` may have a label of; null where there are more than `limit`, and for coins, whose
 * clusters may have any number of members.
 */
export async function addressesOfMethod2(
  db: Db,
  network: NetworkId,
  ticker: string,
  limit: number,
): Promise<readonly string[] | null> {
  if (NETWORKS[network].ledger === 'utxo') return null;
  const { rows } = await db.query('SELECT address FROM method_2_label WHERE network = $1 AND asset = $2 LIMIT $3', [
    network,
    ticker,
    limit + 1,
  ]);
  return rows.length > limit ? null : rows.map(({ address }) => address);
}

/** The same addresses where there are too many to keep, in the state that `db` reads: a set for filters of the labels. */
export async function largeSetOfMethod2(db: Db, network: NetworkId, ticker: string) {
  const version = await versionOfMethod2(db, network, ticker);
  const isOfAccounts = NETWORKS[network].ledger === 'account';
  const values = [network, ticker];
  return {
    name: `method 2 ${network} ${ticker} ${version ?? 'none'}`,
    isCurrent: async (other: Db) => (await versionOfMethod2(other, network, ticker)) === version,
    isIndexed: isOfAccounts,
    count: async (other: Db) => {
      const { rows } = await other.query(
        isOfAccounts
          ? `SELECT count(*) AS addresses FROM (${OF_ACCOUNTS}) AS found`
          : `SELECT count(*) AS addresses FROM (${OF_COINS}) AS found`,
        values,
      );
      return Number(rows[0]?.addresses ?? 0);
    },
    open: (client: PoolClient) =>
      client.query(
        isOfAccounts
          ? `DECLARE labelled NO SCROLL CURSOR FOR ${OF_ACCOUNTS}`
          : `DECLARE labelled NO SCROLL CURSOR FOR ${OF_COINS}`,
        values,
      ),
  };
}

const OF_ACCOUNTS = 'SELECT address FROM method_2_label WHERE network = $1 AND asset = $2';
const OF_COINS = `${OF_ACCOUNTS}
        UNION ALL SELECT a.address FROM ledgers l
          JOIN coin_cluster c ON c.ledger_id = l.id AND c.size > 1 AND c.labels IS NOT NULL
          JOIN coin_cluster_member m ON m.cluster_id = c.id
          JOIN accounts a ON a.id = m.account_id
         WHERE l.network = $1 AND l.ticker = $2
           AND EXISTS (SELECT FROM method_2_label_set s WHERE s.network = $1 AND s.asset = $2)` as const;

function labelOf({ rule, entity, category, source, confidence }: AccountLabelRow): Label {
  if (!isCategory(category)) throw new Error(`A label of method 2 has the unknown category "${category}"`);
  return {
    entity,
    category,
    confidence,
    source,
    sourceUrl: null,
    sourceDate: null,
    validFrom: null,
    validTo: null,
    origin: 'derived',
    derivedBy: rule,
  };
}
