import type { NodeId } from '../../../records/record.ts';
import type { MixtureRow } from '../../mixture.ts';
import { BOUND_TOLERANCE, ratioOf } from '../bounds/bounds.ts';
import type { UsdAt } from '../bounds/dollars.ts';
import { isBad, isDirect, keyOfRow, shareOf, tierOf } from '../floors/risk-row.ts';
import type { OwnHistory } from './own-history.ts';
import { type ReturnedPart, returnedParts } from './returned.ts';
import { type UntouchedInflow, untouchedInflows } from './untouched.ts';

/** What section 8 of docs/method/3 takes out of a wallet's mixtures, before the rows of it are known. */
export interface SetAside {
  readonly returned: readonly ReturnedPart[];
  readonly untouched: readonly UntouchedInflow[];
}

/** The bad rows of it, by share of *ever*: what the walk finds in the parts that were set aside. */
export interface SetAsideRows {
  readonly returned: readonly MixtureRow[];
  readonly untouched: readonly MixtureRow[];
}

export const NOTHING_SET_ASIDE: SetAside = { returned: [], untouched: [] };

/** What was returned, and what lies untouched, by the account's own history. */
export function findSetAside(history: OwnHistory, usdAt: UsdAt): SetAside {
  const returned = returnedParts(history);
  return { returned, untouched: untouchedInflows(history, returned, usdAt) };
}

/** A part of an inflow, or of what one account paid of it, whose rows are asked for. */
export interface CarriedPart {
  /** Index in the history's inflows. */
  readonly inflow: number;
  /** Whose part of it, with what step 3 of section 4 left of that; null: of all of the inflow. */
  readonly payer: NodeId | null;
  /** 0..1. */
  readonly part: number;
}

/** The rows that parts of inflows carried, by share of *ever*: what a walk can say of them together. */
export type CarriedBy = (parts: readonly CarriedPart[]) => readonly MixtureRow[];

/** The bad rows that were set aside. */
export function setAsideRows({ inflows }: OwnHistory, setAside: SetAside, carriedBy: CarriedBy): SetAsideRows {
  const back = partsSentBack(inflows, setAside.returned);
  const badOf = (parts: readonly CarriedPart[]): readonly MixtureRow[] =>
    parts.length === 0 ? [] : carriedBy(parts).filter((row) => isBad(row) && row.share > 0);
  const lies = new Map(setAside.untouched.map(({ inflow, fraction }) => [inflow, fraction]));
  // Of what was sent back, nothing lies untouched any more.
  const backOfThese = back.flatMap((own) => ({ ...own, part: own.part * (lies.get(own.inflow) ?? 0) }));
  return {
    returned: badOf(back).filter((row) => !isStraightSevere(row)),
    untouched: lessRows(
      badOf([...lies].map(([inflow, part]) => ({ inflow, payer: null, part }))),
      badOf(backOfThese.filter(({ part }) => part > 0)).filter((row) => !isStraightSevere(row)),
    ),
  };
}

/** Whether something of tier S was in what was sent back: three stars at most. */
export const hasReturnedSevere = ({ returned }: SetAsideRows): boolean =>
  returned.some(({ category }) => tierOf(category) === 'S');

/** How much of each payer's part was sent back; what came straight from tier S counts as received all the same. */
function partsSentBack(inflows: OwnHistory['inflows'], returned: readonly ReturnedPart[]): readonly CarriedPart[] {
  const amounts = new Map<OwnHistory['inflows'][number]['parts'][number], CarriedPart & { readonly amount: bigint }>();
  for (const { inflow, part: index, amount } of returned) {
    const part = inflows[inflow]?.parts[index];
    if (part === undefined || part.isStraightSevere) continue;
    const sum = (amounts.get(part)?.amount ?? 0n) + amount;
    amounts.set(part, { inflow, payer: part.payer, part: ratioOf(sum, part.amount), amount: sum });
  }
  return [...amounts.values()].map(({ inflow, payer, part }) => ({ inflow, payer, part }));
}

const isStraightSevere = (row: MixtureRow): boolean => isDirect(row) && tierOf(row.category) === 'S';

/** Rows less others of the same source and owners; what doubles lose of such a difference is nothing that is left. */
function lessRows(rows: readonly MixtureRow[], less: readonly MixtureRow[]): readonly MixtureRow[] {
  const shares = new Map([...Map.groupBy(less, keyOfRow)].map(([key, own]) => [key, shareOf(own)]));
  return rows.flatMap((row) => {
    const share = row.share - (shares.get(keyOfRow(row)) ?? 0);
    return share > row.share * BOUND_TOLERANCE ? [{ ...row, share }] : [];
  });
}
