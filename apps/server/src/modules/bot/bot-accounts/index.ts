export { telegramPart } from './account-part.store.ts';
export { type BotFeatures, botRoutes } from './bot.routes.ts';
export { type BotAccountsService, buildBotAccountsService } from './bot-accounts.service.ts';
export { botAccountsStore } from './bot-accounts.store.ts';
export { buildBotChecksService } from './bot-checks.service.ts';
export { buildBotPaymentsService } from './bot-payments.service.ts';
export { buildBotTransactionsService } from './bot-transactions.service.ts';
export { botLedger } from './free-checks.ts';
export { joinLinksStore } from './join-links.store.ts';
export { buildJoiningService, type JoiningService } from './joining.service.ts';
export { buildKeptAddressesService } from './kept-addresses.service.ts';
export { keptAddressesStore } from './kept-addresses.store.ts';
export { keptTransactionsStore } from './kept-transactions.store.ts';
export { buildKeptTransactions } from './kept-transactions.ts';
export { type BotLimits, DEFAULT_BOT_LIMITS } from './service-credential.ts';
export {
  restoreTelegramUser,
  suspendTelegramUser,
  telegramUsersOfMailbox,
  waitForMailboxOfTelegramUser,
} from './suspensions.store.ts';
export { telegramRoutes } from './telegram.routes.ts';
