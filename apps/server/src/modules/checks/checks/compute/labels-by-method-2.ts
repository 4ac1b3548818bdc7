import { createHash } from 'node:crypto';
import { isNetworkId, type NetworkId } from '@assay/domain';
import { compareLabels } from '@assay/exposure';
import type { Db } from '../../../../platform/db/index.ts';
import {
  carriedLabels,
  carriedPart,
  contractMark,
  type KnownLabels,
  type KnownLabelsAt,
  type LabelReader,
} from '../../../labels/index.ts';
import { addressesOfMethod2, labelsOfMethod2, largeSetOfMethod2, versionOfMethod2 } from '../../../records/index.ts';

const VERSION_DIGITS = 16;

/**
 * Labels as version 2 of the method has them: given and carried labels, and those that it derived from the records of an
 * asset, which apply to it only.
 */
export const READER_OF_METHOD_2: LabelReader = {
  labelsOf: async (db, network, addresses, ticker) => {
    const labels = await carriedLabels(db).labelsOf(network, addresses);
    if (!isNetworkId(network) || addresses.length === 0) return labels;
    const derived = await labelsOfMethod2(db, network, ticker, addresses);
    return labels.map((own, at) => {
      const added = derived[at] ?? [];
      return added.length === 0 ? own : [...own, ...added].sort(compareLabels);
    });
  },
  parts: (db, network, ticker) => {
    const given = carriedPart(db, network);
    if (!isNetworkId(network)) return [given];
    return [
      given,
      {
        addresses: (limit) => addressesOfMethod2(db, network, ticker, limit),
        large: () => largeSetOfMethod2(db, network, ticker),
      },
    ];
  },
};

/** Labels of version 2 of the method in one state of the database. */
interface LabelsByMethod2 extends KnownLabelsAt {
  /** Whether the labels that it derives from this asset's records were ever derived. */
  readonly hasDerived: boolean;
  /** Of the whole set: 64 hexadecimal digits. */
  readonly digest: string;
  /** The beginning of the digest. */
  readonly version: string;
}

/**
 * The labels of an asset in the state that `db` reads.
 *
 * @param known of {@link READER_OF_METHOD_2}
 * @param digest of the labels that version 1 has in that state
 */
export async function labelsByMethod2(
  db: Db,
  { network, ticker }: { readonly network: NetworkId | null; readonly ticker: string },
  known: KnownLabels,
  digest: string,
): Promise<LabelsByMethod2> {
  const derived = network === null ? null : await versionOfMethod2(db, network, ticker);
  const contracts = await contractMark(db);
  const whole = createHash('sha256')
    .update(`${digest}\nmethod 2 ${derived ?? 'none'}\ncontracts ${contracts}\n`)
    .digest('hex');
  return {
    ...known.at(db, whole, ticker),
    hasDerived: derived !== null,
    digest: whole,
    version: whole.slice(0, VERSION_DIGITS),
  };
}
