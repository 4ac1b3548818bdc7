import {
  type AccountService,
  assertMayDeletePerson,
  buildAccountService,
  identitiesPart,
  type MailboxHash,
  mailboxHashOf,
  type OwnedPart,
  personHeldTo,
  signInParts,
  workspacesPart,
  workspacesStore,
} from '../../modules/accounts/index.ts';
import { checksPart, explorerPart } from '../../modules/checks/index.ts';
import {
  type BalanceService,
  ledger,
  ledgerPart,
  paidLosses,
  paymentsPart,
  promoPart,
  surveyPart,
} from '../../modules/money/index.ts';
import { auditPart, recordAudit, recordErasure } from '../../platform/audit/index.ts';
import { type Pool, transactionsOf } from '../../platform/db/index.ts';
import { SYSTEM_CLOCK } from '../../platform/kernel/time/clock.ts';
import { OPTIONAL } from '../modules.ts';

/** The data of an account, for export and deletion. A feature that stores personal data adds its part here. */
export function wireAccount(
  pool: Pool,
  balance: BalanceService,
  mailboxHash: MailboxHash,
  mailDeleted: (email: string) => Promise<void> = () => Promise.resolve(),
): AccountService {
  return buildAccountService({
    db: pool,
    transaction: transactionsOf(pool),
    parts: [
      workspacesPart,
      ...OPTIONAL.flatMap(({ personParts = [] }) => personParts),
      explorerPart,
      checksPart(ledger),
      paymentsPart,
      ledgerPart,
      promoPart(mailboxHashOf(mailboxHash)),
      surveyPart,
      auditPart,
      identitiesPart,
      ...signInParts(mailboxHash),
    ],
    audit: { record: recordAudit, erase: recordErasure },
    assertMayDelete: assertMayDeletePerson,
    userOf: (caller) => balance.userOf(caller),
    companiesOf: (sub) => workspacesStore.companyNamesOf(pool, sub),
    lastOwnedOf: (sub) => workspacesStore.lastOwnedOf(pool, sub),
    paidLosses,
    heldTo: personHeldTo,
    clock: SYSTEM_CLOCK,
    mailDeleted,
  });
}

/** What modules hold of a company, in the order of erasure. */
export function companyParts(): readonly OwnedPart[] {
  return [...OPTIONAL.flatMap((module) => module.companyParts ?? []), checksPart(ledger), paymentsPart, ledgerPart];
}
