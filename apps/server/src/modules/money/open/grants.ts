import { OPERATOR_OWNER } from '../../../platform/kernel/caller.ts';
import { findUser } from '../../accounts/index.ts';
import { freeGrantsStore } from '../grants/free-grants.store.ts';
import type { FreeGrants, GrantLimits } from '../grants/grants.ports.ts';
import { buildFreeGrants } from '../grants/grants.service.ts';
import { unchargedStore } from '../grants/uncharged.store.ts';
import { buildUnchargedAnswers, type UnchargedAnswers } from '../grants/uncharged.ts';
import { boughtChecks } from '../ledger/bought.store.ts';
import type { Ledger } from '../ledger/ledger.ports.ts';
import { ledger } from '../ledger/ledger.store.ts';

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
  return buildUnchargedAnswers({ store: unchargedStore, boughtChecks, perDay, nobodys: [OPERATOR_OWNER] });
}
