import type { MixtureRow } from '../../mixture.ts';
import { ratioOf } from '../bounds/bounds.ts';
import type { UsdAt } from '../bounds/dollars.ts';
import { isBad, isDirect, tierOf } from '../floors/risk-row.ts';
import type { OwnHistory } from './own-history.ts';
import { type ReturnedPart, returnedParts } from './returned.ts';
import { type UntouchedInflow, untouchedInflows } from './untouched.ts';

/** What section 8 of docs/method/3 takes out of a wallet's mixtures, before the rows of it are known. */
export interface SetAside {
  readonly returned: readonly ReturnedPart[];
  /** Something of tier S was in what was sent back: three stars at most. */
  readonly hasReturnedSevere: boolean;
  readonly untouched: readonly UntouchedInflow[];
}

/** The rows of it, by share of *ever*: what the walk finds in the parts that were set aside. */
export interface SetAsideRows {
  readonly returned: readonly MixtureRow[];
  readonly untouched: readonly MixtureRow[];
}

export const NOTHING_SET_ASIDE: SetAside = { returned: [], hasReturnedSevere: false, untouched: [] };

/**
 * What was returned, and what lies untouched, by the account's own history. What came straight from tier S counts as
 * received, so it is not in what was sent back.
 */
export function findSetAside(history: OwnHistory, usdAt: UsdAt): SetAside {
  const returned = returnedParts(history);
  const hasReturnedSevere = returned.some(
    ({ inflow, part }) => history.inflows[inflow]?.parts[part]?.severe === 'indirect',
  );
  return { returned, hasReturnedSevere, untouched: untouchedInflows(history, returned, usdAt) };
}

/**
 * The bad rows that were set aside, from the rows of each part of each inflow.
 *
 * @param rowsOf The rows of a part after step 3 of section 4, by share of *ever*; both are indexes in the history.
 */
export function setAsideRows(
  { inflows }: OwnHistory,
  { returned, untouched }: SetAside,
  rowsOf: (inflow: number, part: number) => readonly MixtureRow[],
): SetAsideRows {
  const sentBack = (inflow: number, part: number): number => {
    const own = returned.filter((one) => one.inflow === inflow && one.part === part);
    return ratioOf(
      own.reduce((sum, { amount }) => sum + amount, 0n),
      inflows[inflow]?.parts[part]?.amount ?? 0n,
    );
  };
  const rows: { returned: MixtureRow[]; untouched: MixtureRow[] } = { returned: [], untouched: [] };
  for (const [inflow, { parts }] of inflows.entries()) {
    const lies = untouched.find((one) => one.inflow === inflow)?.fraction ?? 0;
    for (const part of parts.keys()) {
      const back = sentBack(inflow, part);
      for (const row of rowsOf(inflow, part).filter(isBad)) {
        const off = isNeverTakenOff(row) ? 0 : back;
        if (off > 0) rows.returned.push({ ...row, share: row.share * off });
        if (lies > 0 && off < 1) rows.untouched.push({ ...row, share: row.share * (1 - off) * lies });
      }
    }
  }
  return rows;
}

/** What came straight from an account of tier S counts as received, whatever was sent back. */
const isNeverTakenOff = (row: MixtureRow): boolean => isDirect(row) && tierOf(row.category) === 'S';
