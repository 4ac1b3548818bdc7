import { createHash } from 'node:crypto';
import { isCategory } from '@assay/domain';
import { compareLabels, type Label, METHOD_REVISION, type MethodRevision } from '@assay/exposure';
import { type Db, prepared, type Rows } from '../../../../platform/db/index.ts';
import { endSanctions } from './end-sanctions.ts';

const VERSION_DIGITS = 16;
const DAY_SECONDS = 86_400;

/** Of `$1`, the network, and `$3`, the asset; `asked` has the addresses with their places, which name the rows. */
const labelsOfAsked = <A extends string, N extends string, W extends string>(asked: A, name: N, where: W) =>
  `SELECT ${name} AS place, entity, category, confidence, source, source_url, to_char(source_date, 'YYYY-MM-DD') AS source_date,
          extract(epoch FROM valid_from)::bigint::text AS valid_from,
          extract(epoch FROM valid_to)::bigint::text AS valid_to, ends_with_day, 'given' AS origin
     FROM ${asked} JOIN effective_label USING (address) WHERE ${where}
    UNION ALL
   SELECT ${name}, entity, category, confidence, source, NULL, NULL, NULL, NULL, false, 'derived'
     FROM ${asked} JOIN derived_label d USING (address) WHERE network = $1 AND asset = $3
      AND NOT EXISTS (SELECT FROM label_withdrawal w
                       WHERE w.address = d.address AND w.network = d.network AND w.source = d.source
                         AND w.entity = d.entity AND w.category = d.category)` as const;

const LABELS_OF_MANY = `WITH asked AS MATERIALIZED (
    SELECT address, place FROM unnest($2::text[]) WITH ORDINALITY AS a(address, place))
  ${labelsOfAsked('asked', 'place::text', 'network = $1')}` as const;

/** Of `$1`, the network, `$2`, the address, and `$3`, the asset: given labels on every network, with their network. */
const LABELS_EVERYWHERE = labelsOfAsked('(SELECT $2::text AS address) asked', 'network', 'true');

/** Of an array, PostgreSQL does not know how long it is, and plans the statement at each use; of one address, once. */
const LABELS_OF_ONE = labelsOfAsked('(SELECT $2::text AS address, 1 AS place) asked', 'place::text', 'network = $1');

type LabelRecord = Rows[typeof LABELS_OF_ONE];

/**
 * All labels of addresses on one network, in one query, in the order of `addresses`; strongest first within an address.
 *
 * @param network network id, or the currency of a chain that cannot be followed (`XMR`)
 * @param addresses canonical texts as `@assay/address` gives them
 * @param asset ticker whose derived labels are included; without it only given labels are returned
 * @param revision of version 1 of the method, by whose rules listings end
 */
export async function labelsOf(
  db: Db,
  network: string,
  addresses: readonly string[],
  asset: string | null = null,
  revision: MethodRevision = METHOD_REVISION,
): Promise<Label[][]> {
  const labels: Label[][] = addresses.map(() => []);
  if (addresses.length === 0) return labels;
  const [first] = addresses;
  const { rows } = await db.query(
    addresses.length === 1
      ? prepared(LABELS_OF_ONE, [network, first, asset])
      : prepared(LABELS_OF_MANY, [network, addresses, asset]),
  );
  for (const row of rows) labels[Number(row.place) - 1]?.push(labelOf(row, revision));
  return labels.map((own) => endSanctions(own, revision).sort(compareLabels));
}

/** An end that is given as a day includes the whole day; in the first revision it was the first second of the day. */
function endOf({ valid_to, ends_with_day }: LabelRecord, revision: MethodRevision): number | null {
  if (valid_to === null) return null;
  return Number(valid_to) + (ends_with_day && revision > 1 ? DAY_SECONDS - 1 : 0);
}

function labelOf(row: LabelRecord, revision: MethodRevision): Label {
  if (!isCategory(row.category)) throw new Error(`The label store holds the unknown category "${row.category}"`);
  return {
    entity: row.entity,
    category: row.category,
    confidence: row.confidence,
    source: row.source,
    sourceUrl: row.source_url,
    sourceDate: row.source_date,
    validFrom: row.valid_from === null ? null : Number(row.valid_from),
    validTo: endOf(row, revision),
    origin: row.origin,
  };
}

/**
 * Given labels of one address on every other network that has any, by network; strongest first within a network.
 *
 * @param network network id that is left out
 */
export async function labelsElsewhere(
  db: Db,
  network: string,
  address: string,
  revision: MethodRevision = METHOD_REVISION,
): Promise<{ readonly network: string; readonly labels: Label[] }[]> {
  const known = (await labelledNetworks(db, [address])).get(address) ?? [];
  const elsewhere: { readonly network: string; readonly labels: Label[] }[] = [];
  for (const other of known) {
    if (other === network) continue;
    const [labels = []] = await labelsOf(db, other, [address], null, revision);
    elsewhere.push({ network: other, labels });
  }
  return elsewhere;
}

/** The labels of one address on one network, as `labelsOf`, and on the others, as `labelsElsewhere`. */
interface LabelsEverywhere {
  readonly own: Label[];
  readonly elsewhere: readonly { readonly network: string; readonly labels: Label[] }[];
}

/** `labelsOf` and `labelsElsewhere` of one address, in one statement. */
export async function labelsEverywhere(
  db: Db,
  network: string,
  address: string,
  asset: string | null,
  revision: MethodRevision = METHOD_REVISION,
): Promise<LabelsEverywhere> {
  const { rows } = await db.query(prepared(LABELS_EVERYWHERE, [network, address, asset]));
  const found = new Map<string, Label[]>();
  for (const row of rows) found.set(row.place, [...(found.get(row.place) ?? []), labelOf(row, revision)]);
  const labelsOn = (one: string) => endSanctions(found.get(one) ?? [], revision).sort(compareLabels);
  const others = [...found.keys()].filter((other) => other !== network).sort();
  return { own: labelsOn(network), elsewhere: others.map((other) => ({ network: other, labels: labelsOn(other) })) };
}

/**
 * Addresses of a network with any label, those derived from one asset included; null where more than `limit` labels of
 * all networks are stored, without reading them. An address is included also where all its labels are withdrawn.
 */
export async function labelledAddresses(
  db: Db,
  network: string,
  asset: string,
  limit: number,
): Promise<readonly string[] | null> {
  const { rows } = await db.query(
    `WITH stored AS MATERIALIZED (
       SELECT (SELECT coalesce(sum(accepted), 0) FROM label_set)
            + (SELECT coalesce(sum(labels), 0) FROM derived_label_set) > $3 AS are_many)
     SELECT address FROM label WHERE network = $1 AND NOT (SELECT are_many FROM stored)
      UNION SELECT address FROM derived_label
             WHERE network = $1 AND asset = $2 AND NOT (SELECT are_many FROM stored)
      UNION ALL SELECT NULL FROM stored WHERE are_many`,
    [network, asset, limit],
  );
  const addresses: string[] = [];
  for (const { address } of rows) {
    if (address === null) return null;
    addresses.push(address);
  }
  return addresses;
}

/**
 * Addresses with a given label on any of these networks; null where more than `limit` labels of all networks are stored,
 * without reading them. An address is included also where all its labels are withdrawn.
 */
export async function givenAddresses(
  db: Db,
  networks: readonly string[],
  limit: number,
): Promise<readonly string[] | null> {
  const { rows } = await db.query(
    `WITH stored AS MATERIALIZED (SELECT (SELECT coalesce(sum(accepted), 0) FROM label_set) > $2 AS are_many)
     SELECT DISTINCT address FROM label WHERE network = ANY ($1::text[]) AND NOT (SELECT are_many FROM stored)
      UNION ALL SELECT NULL FROM stored WHERE are_many`,
    [networks, limit],
  );
  const addresses: string[] = [];
  for (const { address } of rows) {
    if (address === null) return null;
    addresses.push(address);
  }
  return addresses;
}

/** Which networks have a given label for each of these canonical addresses; addresses without one are left out. */
export async function labelledNetworks(db: Db, addresses: readonly string[]): Promise<Map<string, string[]>> {
  const networksOf = <C extends string>(condition: C) =>
    `SELECT address, array_agg(DISTINCT network ORDER BY network) AS networks
       FROM effective_label WHERE ${condition} GROUP BY address` as const;
  const [first] = addresses;
  const { rows } = await db.query(
    addresses.length === 1
      ? prepared(networksOf('address = $1'), [first])
      : prepared(networksOf('address = ANY ($1::text[])'), [addresses]),
  );
  return new Map(rows.map(({ address, networks }) => [address, networks]));
}

/**
 * Version of all stored labels, given and derived, without those withdrawn: 16 hexadecimal digits. It depends only on
 * the labels and the withdrawals, so two installations where these are equal have the same version, independent of the
 * order and the time of their imports.
 */
export async function labelSetVersion(db: Db): Promise<string> {
  return (await readState(db, true)).digest.slice(0, VERSION_DIGITS);
}

/** The version with its content: the whole digest, and every stored published list, by name. */
export async function labelSetState(db: Db): Promise<{
  readonly version: string;
  /** SHA-256, 64 hexadecimal digits. */
  readonly digest: string;
  readonly sets: readonly { readonly name: string; readonly digest: string }[];
}> {
  const { digest, sets } = await readState(db, true);
  return { version: digest.slice(0, VERSION_DIGITS), digest, sets };
}

/** Version of the given labels alone, which derived labels depend on. */
export async function givenLabelVersion(db: Db): Promise<string> {
  return (await readState(db, false)).digest.slice(0, VERSION_DIGITS);
}

/** The digest of all labels and the published lists among them, in one round trip. */
async function readState(db: Db, withDerived: boolean) {
  const { rows } = await db.query(
    prepared(
      `SELECT line, name, digest FROM (
             SELECT 'given ' || name || ' ' || content_hash AS line, name, content_hash AS digest FROM label_set
             UNION ALL
             SELECT 'derived ' || network || ' ' || asset || ' ' || content_hash, NULL, content_hash
               FROM derived_label_set WHERE labels > 0 AND $1
             UNION ALL
             SELECT 'withdrawn ' || encode(sha256(convert_to(string_agg(statement, E'\\n' ORDER BY statement COLLATE "C"),
                                                             'UTF8')), 'hex'), NULL, ''
               FROM (SELECT to_json(ARRAY[network, address, source, entity, category])::text AS statement
                       FROM label_withdrawal) withdrawn HAVING count(*) > 0
           ) sets ORDER BY line COLLATE "C"`,
      [withDerived],
    ),
  );
  const hash = createHash('sha256');
  for (const { line } of rows) hash.update(`${line}\n`);
  const sets = rows.flatMap(({ name, digest }) => (name === null ? [] : [{ name, digest }]));
  return {
    digest: hash.digest('hex'),
    sets: sets.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))),
  };
}
