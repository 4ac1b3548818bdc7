export { type LimitSettings, NO_LIMITS, REAL_LIMITS } from './limits.ts';
export { buttonsOf, Person, type PersonFacts, shownText } from './person.ts';
export { badRequest, Refusal, tooManyRequests } from './refusal.ts';
export { type RenderOptions, renderChat } from './render-chat.ts';
export { startTelegramStandIn, type TelegramStandIn, type TelegramStandInOptions } from './stand-in.ts';
export type { AnyChat, StoredMessage } from './world.ts';
