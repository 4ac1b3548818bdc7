export { type ListedAccount, listAccounts } from './accounts.store.ts';
export { findAccount, findCompany, grantAdmin, revokeAdmin } from './administration.store.ts';
export { recordOperatorAct } from './operator-act.ts';
export { type NamedPerson, type ReachedPerson, restorePerson, suspendPerson } from './suspend-person.ts';
