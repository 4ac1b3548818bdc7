export type { AccountPart } from './account.ports.ts';
export { accountRoutes } from './account.routes.ts';
export { type AccountService, buildAccountService } from './account.service.ts';
export { deletionMail, sendDeletionMail } from './deletion-mail.ts';
export { signInParts } from './sign-in-part.store.ts';
