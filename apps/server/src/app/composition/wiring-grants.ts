import { findUser } from '../../modules/accounts/index.ts';
import { OPERATOR } from '../../modules/checks/index.ts';
import {
  boughtChecks,
  buildFreeGrants,
  buildUnchargedAnswers,
  type FreeGrants,
  freeGrantsStore,
  type GrantLimits,
  type Ledger,
  ledger,
  type UnchargedAnswers,
  unchargedStore,
} from '../../modules/money/index.ts';

/** What is given for nothing, within the limits of a day. `book`: default, the database's balance ledger. */
export function wireFreeGrants(limits: GrantLimits, book: Pick<Ledger, 'grant'> = ledger): FreeGrants {
  return buildFreeGrants({
    store: freeGrantsStore,
    ledger: book,
    limits,
    emailOf: async (db, sub) => (await findUser(db, sub))?.email ?? null,
  });
}

/** Answers to checks that cost nothing, `perDay` for who never bought. */
export function wireUncharged(perDay: number): UnchargedAnswers {
  return buildUnchargedAnswers({ store: unchargedStore, boughtChecks, perDay, nobodys: [OPERATOR.sub] });
}
