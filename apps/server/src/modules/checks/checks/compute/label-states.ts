import type { NetworkId } from '@assay/domain';
import { METHOD_REVISION, METHOD_VERSION, type MethodRevision, type MethodVersion } from '@assay/exposure';
import type { Db, Pool } from '../../../../platform/db/index.ts';
import { KnownLabels, type KnownLabelsAt, type LabelReader, labelSetState, labelsOf } from '../../../labels/index.ts';
import { labelsByMethod2, READER_OF_METHOD_2 } from './labels-by-method-2.ts';

/** The labels of one asset by one version of the method, in one state of the database. */
export interface LabelState extends KnownLabelsAt {
  /** Of all stored labels, as the version of the method has them: 64 hexadecimal digits. */
  readonly digest: string;
  /** The beginning of the digest. */
  readonly version: string;
  /** Every stored published list. */
  readonly sets: readonly { readonly name: string; readonly digest: string }[];
  /** Whether labels derived from records are among them. */
  readonly hasDerived: boolean;
}

/** Reads the state of the labels of an asset that `db` reads. */
export type LabelStates = (
  db: Db,
  asset: { readonly network: NetworkId | null; readonly ticker: string },
) => Promise<LabelState>;

export interface LabelStatesOptions {
  /** From which filters over all labels are read in the background. */
  readonly pool?: Pool | null;
  /** Of the method, by whose rules addresses have labels. */
  readonly version?: MethodVersion;
  /** Of version 1, by whose rules listings end. */
  readonly revision?: MethodRevision;
}

/** Reads labels by a version of the method, and keeps none. */
export function labelsBy(version: MethodVersion): LabelReader['labelsOf'] {
  switch (version) {
    case '1':
      return labelsOf;
    case '2':
      return READER_OF_METHOD_2.labelsOf;
  }
}

/** What was read of a state is kept for the next one who asks, as long as no label changes. */
export function labelStates({
  pool = null,
  version = METHOD_VERSION,
  revision = METHOD_REVISION,
}: LabelStatesOptions = {}): LabelStates {
  switch (version) {
    case '1': {
      const known = new KnownLabels({ revision, pool });
      return async (db, { ticker }) => {
        const state = await labelSetState(db);
        return { ...state, ...known.at(db, state.digest, ticker), hasDerived: true };
      };
    }
    case '2': {
      const known = new KnownLabels({ reader: READER_OF_METHOD_2, pool });
      return async (db, asset) => {
        const { digest, sets } = await labelSetState(db);
        return { sets, ...(await labelsByMethod2(db, asset, known, digest)) };
      };
    }
  }
}
