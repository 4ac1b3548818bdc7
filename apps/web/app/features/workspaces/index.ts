export { InvitationPage } from './invitation-page.tsx';
export { lookAtInvitation } from './look-at-invitation.ts';
export { RefusedSession } from './refused-session.tsx';
export { WorkspacePage } from './workspace-page.tsx';
