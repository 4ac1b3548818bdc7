import type { AccountLossesData } from '@assay/contracts';
import { type AuditEntry, currentAct } from '../../../platform/audit/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { type Caller, personalWorkspace } from '../../../platform/kernel/caller.ts';
import { inPresentScope, inService, inWorkspace } from '../../../platform/kernel/scope.ts';
import type { AccountDeps } from './account.ports.ts';

export interface AccountService {
  /** What ends with the account: of the personal workspace, whichever is selected, and which companies are left. */
  losses(caller: Caller): Promise<AccountLossesData>;
  /** All data stored about an account, as the text of one JSON document, in chunks. */
  exportData(caller: Caller): AsyncIterable<string>;
  /**
   * Deletes an account permanently, in one transaction.
   *
   * @throws AppError EmailDoesNotMatch, UnderLegalHold
   */
  deleteAccount(caller: Caller, email: string): Promise<void>;
  /** Deletes an account that was deleted before and came back with a backup; its owner had the mail then. */
  deleteAgain(account: { readonly sub: string; readonly email: string }): Promise<void>;
}

/** The caller in the personal workspace: a company's balance is no data of the person. */
function inPersonal(caller: Caller): Caller {
  return { ...caller, workspace: personalWorkspace(caller.sub) };
}

export function buildAccountService({
  db,
  transaction,
  parts,
  audit,
  assertMayDelete,
  userOf,
  companiesOf,
  lastOwnedOf,
  paidLosses,
  heldTo,
  clock,
  mailDeleted,
}: AccountDeps): AccountService {
  async function* dataOf(caller: Caller): AsyncGenerator<string> {
    const opening = { exported_at: clock.now().toISOString(), user: await userOf(inPersonal(caller)) };
    await transaction((tx) => audit.record(tx, { ...actOn(caller.sub), action: 'account.export' }));
    yield `{"data":${JSON.stringify(opening).slice(0, -1)}`;
    for (const { name, exportOf } of parts) {
      yield `,${JSON.stringify(name)}:[`;
      let separator = '';
      for await (const entries of exportOf(db, caller.sub)) {
        for (const entry of entries) {
          yield separator + JSON.stringify(entry);
          separator = ',';
        }
      }
      yield ']';
    }
    yield '}}';
  }

  async function erase(person: { readonly sub: string; readonly email: string }, act: Omit<AuditEntry, 'action'>) {
    await inService('account deletion', () =>
      transaction(async (tx) => {
        await assertMayDelete(tx, person.sub);
        for (const part of parts) await part.erase(tx, person.sub, clock.now());
        // Last: the ends of the logs are locked by it.
        await audit.record(tx, { ...act, action: 'account.delete' });
        await audit.erase(tx, person);
      }),
    );
  }

  return {
    async losses(caller) {
      const { currentTariff, tariffs } = await userOf(inPersonal(caller));
      const { sub } = caller;
      const [companies, owned, ofPlans, held_to] = await Promise.all([
        companiesOf(sub),
        lastOwnedOf(sub),
        inWorkspace(sub, () => paidLosses(db, sub)),
        // As the deletion looks: holds of companies are those of other workspaces.
        inService('account deletion', () => heldTo(db, sub)),
      ]);
      return { currentTariff, tariffs, ...ofPlans, companies: [...companies], last_owner_of: [...owned], held_to };
    },

    exportData: (caller) => inWorkspace(caller.sub, () => inPresentScope(dataOf(caller))),

    async deleteAccount({ sub, email }, typed) {
      if (typed !== email) throw new AppError('EmailDoesNotMatch');
      await erase({ sub, email }, actOn(sub));
      // The account is gone, whatever becomes of the mail: the answer does not wait for it.
      void mailDeleted(email);
    },

    async deleteAgain({ sub, email }) {
      const act = { actor: { kind: 'operator' }, from: null } as const;
      await erase({ sub, email }, { ...actOn(sub), ...act });
    },
  };
}

function actOn(sub: string): Omit<AuditEntry, 'action'> {
  return { ...currentAct(), workspace: sub, target: { kind: 'person', id: sub }, text: null };
}
