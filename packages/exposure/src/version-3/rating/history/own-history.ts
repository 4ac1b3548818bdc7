import type { Category } from '@assay/domain';
import type { NodeId, Position } from '../../../records/record.ts';
import { meets } from '../bounds/bounds.ts';

/**
 * What sections 8 and 9 of docs/method/3 read of the account that is asked about: its own net inflows and payments, by
 * steps 1 and 2 of section 4, fees left out. `at` is the place of the transaction, alike in all parts of a history.
 * Amounts are in base units, or all in one finer unit in which what step 2 divides is whole; prices are of that unit.
 */
interface Moment {
  readonly at: Position;
  /** Unix seconds. */
  readonly time: number;
}

/** What one account paid of a net inflow. */
export interface InflowPart {
  readonly payer: NodeId;
  /** Base units, by steps 1 and 2. */
  readonly amount: bigint;
  /** The payer had a label of tier S then: what came of it counts as received, whatever was sent back. */
  readonly isStraightSevere: boolean;
}

interface OwnInflow extends Moment {
  /** Base units, more than 0. */
  readonly amount: bigint;
  /** Share of *ever* that it is, and the share of *ever* that is bad in it. */
  readonly share: number;
  readonly badShare: number;
  /** Their amounts sum to at most `amount`. */
  readonly parts: readonly InflowPart[];
}

export interface CoinInflow extends OwnInflow {
  /** Base units of the outputs it created that were never spent, at most `amount`. */
  readonly unspent: bigint;
}

/** A label that counted for a payee at the time of a payment. */
export interface PayeeLabel {
  readonly category: Category;
  readonly entity: string;
  /** 20 to 100. */
  readonly confidence: number;
  readonly beforeDesignation: boolean;
}

/** What the account paid, net, to another in one transaction. */
export interface OwnPayment extends Moment {
  readonly payee: NodeId;
  /** Base units, more than 0. */
  readonly amount: bigint;
  readonly label: PayeeLabel | null;
}

/** The balance after a transaction that changed it, in base units. */
export interface BalanceAfter {
  readonly at: Position;
  readonly balance: bigint;
}

interface History<I extends OwnInflow> {
  /** In the order of records, and so are all lists here. */
  readonly inflows: readonly I[];
  readonly payments: readonly OwnPayment[];
  /** The base of *ever* in base units: the sum of the inflows, or a larger stated total. */
  readonly base: bigint;
}

export interface AccountHistory extends History<OwnInflow> {
  readonly network: 'account';
  readonly balances: readonly BalanceAfter[];
}

export interface CoinHistory extends History<CoinInflow> {
  readonly network: 'coin';
}

export type OwnHistory = AccountHistory | CoinHistory;

/** Within which something counts as sent back (sections 8 and 9), in seconds. */
export const THIRTY_DAYS = 30 * 86_400;

const TAINTED_FROM = 0.1;

/** Whether at least a tenth of a net inflow is bad (section 8). */
export const isTainted = ({ share, badShare }: Pick<OwnInflow, 'share' | 'badShare'>): boolean =>
  badShare > 0 && meets(badShare, TAINTED_FROM * share);
