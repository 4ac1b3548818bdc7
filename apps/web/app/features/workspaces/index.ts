export { InvitationPage } from './invitation-page.tsx';
export { lookAtInvitation } from './look-at-invitation.ts';
export { WorkspacePage } from './workspace-page.tsx';
