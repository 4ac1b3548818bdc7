import { createHash } from 'node:crypto';
import type { NetworkId } from '@assay/domain';
import { compareLabels, type Label } from '@assay/exposure';
import type { Db } from '../../db/index.ts';
import { carriedLabels } from '../labels/index.ts';
import { labelsOfMethod2, versionOfMethod2 } from '../transfers/index.ts';

const VERSION_DIGITS = 16;

/** Labels as version 2 of the method has them, in one state of the database. */
export interface LabelsByMethod2 {
  readonly labelsOf: (network: string, addresses: readonly string[]) => Promise<readonly (readonly Label[])[]>;
  /** Whether the labels that it derives from this asset's records were ever derived. */
  readonly hasDerived: boolean;
  /**
   * Of the whole set, by the digest of the labels that version 1 has: 64 hexadecimal digits, and the version that is
   * their beginning.
   */
  readonly stateOn: (digest: string) => { readonly digest: string; readonly version: string };
}

/** Given and carried labels, and those that method 2 derived from the records of one asset, which apply to it only. */
export async function labelsByMethod2(
  db: Db,
  { network, ticker }: { readonly network: NetworkId | null; readonly ticker: string },
): Promise<LabelsByMethod2> {
  const carried = carriedLabels(db);
  const derived = network === null ? null : await versionOfMethod2(db, network, ticker);
  return {
    hasDerived: derived !== null,
    stateOn: (digest) => {
      const whole = createHash('sha256')
        .update(`${digest}\nmethod 2 ${derived ?? 'none'}\n`)
        .digest('hex');
      return { digest: whole, version: whole.slice(0, VERSION_DIGITS) };
    },
    labelsOf: async (place, addresses) => {
      const labels = await carried.labelsOf(place, addresses);
      if (derived === null || place !== network) return labels;
      const more = await labelsOfMethod2(db, network, ticker, addresses);
      return labels.map((own, at) => {
        const added = more[at] ?? [];
        return added.length === 0 ? own : [...own, ...added].sort(compareLabels);
      });
    },
  };
}
