export { findAccount, grantAdmin, revokeAdmin } from './administration.store.ts';
export { type NamedPerson, type ReachedPerson, restorePerson, suspendPerson } from './suspend-person.ts';
