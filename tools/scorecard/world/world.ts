import type { Asset, IsOnReviewedList, NetworkId } from '@assay/domain';
import type { Label, RawTransaction, RawTransfer } from '@assay/exposure';
import type { AssetTransfer } from '@assay/exposure/version-3';

/** Labels by canonical address of one network. */
export type LabelsOf = ReadonlyMap<string, readonly Label[]>;

/** Records of one asset with everything that is known beside them: what every version of the method is asked about. */
export interface World {
  readonly network: NetworkId;
  readonly records: AccountRecords | CoinRecords;
  /** Given labels of this network. */
  readonly labels: LabelsOf;
  /** Labels of tier S, A and B that version 2 carries here from the same key on other networks. */
  readonly carried?: LabelsOf;
  readonly contracts?: ReadonlySet<string>;
  /** Whether the records are whole histories; samples are not. */
  readonly isWhole: boolean;
  /** Dollars per base unit; null where no price is known. */
  readonly usdPerUnit: number | null;
  /** The asset of the records, whose bounds of prices a check would use; absent where its units are invented. */
  readonly asset?: Asset;
  /** Services that identify their customers, for version 3. */
  readonly reviewedList: IsOnReviewedList;
  /** Transfers of other assets of this network, in which version 3 sees what was exchanged; none by default. */
  readonly others?: readonly AssetTransfer[];
  /** Ids of transactions that version 3 may not take as read whole (docs/method/3, section 13). */
  readonly notReadWhole: ReadonlySet<string> | 'all';
  /** Days (`YYYY-MM-DD`) of which version 3 has no price; none by default. */
  readonly daysWithoutPrice?: ReadonlySet<string>;
  /** Unix seconds of the check. */
  readonly now: number;
}

export interface AccountRecords {
  readonly kind: 'account';
  readonly transfers: readonly RawTransfer[];
}

export interface CoinRecords {
  readonly kind: 'utxo';
  readonly transactions: readonly RawTransaction[];
}

/** The same world where no list names an address, on this network or on another. */
export function withoutLabelsOf(world: World, address: string): World {
  const leaveOut = (labels: LabelsOf) => new Map([...labels].filter(([other]) => other !== address));
  const { carried } = world;
  return {
    ...world,
    labels: leaveOut(world.labels),
    ...(carried === undefined ? {} : { carried: leaveOut(carried) }),
  };
}
