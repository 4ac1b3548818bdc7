/** Steps at which a chat can be interrupted, in their order. */
export const CHAT_STEPS = [
  'the account is made, nothing is given',
  'the free checks are given, not committed',
  'the account is stored',
  'the link is used, the chat not joined',
  'the chat is joined, not committed',
  'the chat is joined',
  'the request is written down, nothing is reserved',
  'the chat’s own check is reserved, not committed',
  'the check is done, nothing is reported',
] as const;

export type ChatStep = (typeof CHAT_STEPS)[number];

export function isChatStep(text: string | undefined): text is ChatStep {
  return CHAT_STEPS.some((step) => step === text);
}
