import { RESIDUAL_IDS } from '@assay/domain';
import type { AccountFacts } from '../labels/party-facts.ts';
import { governingLabel } from '../labels/resolve-labels.ts';
import type { Direction } from '../records/record.ts';
import type { ColumnSnapshot } from './column-snapshot.ts';
import { walkColumns } from './column-walk.ts';

/**
 * Accounts whose own label may falsify a `StreamPass`: there, what an absorbing account sent and got back is absorbed
 * by itself, while a subject counts as unlabelled throughout (docs/method, section 3). Money can only come back to an
 * account that sent some before it last received any; the shares of all other accounts are exact.
 *
 * @returns accounts in ascending order
 */
export function accountsForOwnWalks(snapshot: ColumnSnapshot): readonly number[] {
  const { accounts, late } = snapshot.tables;
  const found: number[] = [];
  for (let account = 0; account < accounts.count; account += 1) {
    if (!snapshot.labels.isLabelled(account)) continue;
    if (!absorbsByItsLabel(snapshot.factsOf(account, ''))) continue;
    const [first, last] = [snapshot.firstOut(account), snapshot.lastIn(account)];
    if (first !== 0 && last !== 0 && late.positionOf(first) < late.positionOf(last)) found.push(account);
  }
  return found;
}

/** Whether a label makes an account absorb that is looked through where it is the subject. */
function absorbsByItsLabel({ role, labels }: Pick<AccountFacts, 'role' | 'labels'>): boolean {
  // Fees and mint and burn addresses absorb, whichever account is the subject.
  return role === 'account' && governingLabel(labels, null) !== null;
}

/** What a walk of its own found for an account. */
export interface OwnShares {
  /** By category or residual, above zero. */
  readonly shares: ReadonlyMap<string, number>;
  readonly states: number;
  /** False where the states did not suffice. */
  readonly isExact: boolean;
}

/**
 * The exact shares of one account, its own label off: a walk at threshold 0.
 *
 * @param maxStates states it may take
 */
export async function walkOwnShares(
  snapshot: ColumnSnapshot,
  account: number,
  direction: Direction,
  maxStates: number,
  signal: { readonly aborted: boolean },
): Promise<OwnShares> {
  const subject = await snapshot.subject(snapshot.factsOf(account).address);
  if (subject === null) return { shares: new Map(), states: 0, isExact: true };
  const options = { threshold: 0, targetNotFollowed: 1, maxStates, evidence: false, signal };
  const { rows, residuals, cut } = await walkColumns(snapshot, subject, direction, options);
  const shares = new Map<string, number>();
  for (const { category, share } of rows) shares.set(category, (shares.get(category) ?? 0) + share);
  for (const id of RESIDUAL_IDS) if (residuals[id] > 0) shares.set(id, residuals[id]);
  return { shares, states: cut.states, isExact: cut.states < maxStates };
}
