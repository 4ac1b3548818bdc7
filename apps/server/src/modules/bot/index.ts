export type { BotFeatures } from './bot-accounts/bot.routes.ts';
export { type BotAccountsService, buildBotAccountsService } from './bot-accounts/bot-accounts.service.ts';
export { botAccountsStore } from './bot-accounts/bot-accounts.store.ts';
export { botLedger } from './bot-accounts/free-checks.ts';
export type { BotLimits } from './bot-accounts/service-credential.ts';
