import { CommandError, EXIT } from '@assay/command';
import type { Db } from '../../../platform/db/index.ts';
import { findAccount, findCompany } from './administration.store.ts';

/** A company as commands name it; the id is on the page 'Workspace'. */
export const COMPANY_NAME = /^workspace:([0-9a-f]{32})$/;
/** A chat of the bot as commands name it. The Telegram user need not have written yet: nothing is looked up. */
export const TELEGRAM_NAME = /^telegram:([1-9]\d{0,15})$/;

export interface NamedOwner {
  readonly sub: string;
  readonly name: string;
  readonly isCompany: boolean;
}

/**
 * The owner of checks that an email or `workspace:<id>` names.
 *
 * @throws CommandError where there is none
 */
export async function ownerNamed(db: Db, named: string): Promise<NamedOwner> {
  const company = COMPANY_NAME.exec(named)?.[1];
  if (company === undefined) {
    const account = await findAccount(db, named);
    if (account === null) throw noAccount(named);
    return { sub: account.sub, name: named, isCompany: false };
  }
  const found = await findCompany(db, company);
  if (found === null) throw new CommandError(`No company workspace has the id ${company}.`, EXIT.no);
  return { ...found, isCompany: true };
}

export function noAccount(email: string): CommandError {
  return new CommandError(`No account has the email ${email}.`, EXIT.no);
}
