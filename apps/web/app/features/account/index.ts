export {
  AccountShell,
  BATCHES_HEADLINE,
  DEVELOPERS_HEADLINE,
  PRIVACY_HEADLINE,
  SECURITY_HEADLINE,
  WORKSPACE_HEADLINE,
} from './account-shell.tsx';
export { type AccountTab, tabOf } from './account-tabs.ts';
export { PrivacyPage } from './privacy-page.tsx';
