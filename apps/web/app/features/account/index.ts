export { AccountShell, PRIVACY_HEADLINE, SECURITY_HEADLINE } from './account-shell.tsx';
export { tabOf } from './account-tabs.ts';
export { PrivacyPage } from './privacy-page.tsx';
