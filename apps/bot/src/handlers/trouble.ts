import { ApiError, type CallErrorName } from '@assay/contracts/client';
import type { InlineKeyboardButton } from 'grammy/types';
import { describeError } from '../log.ts';
import { html, lines } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import type { Press } from '../view/callback-data.ts';
import { type BotMessage, button } from '../view/message.ts';
import type { HandlerDeps, Sender } from './context.ts';

/** Expected failures: the message that is shown, and the next action that it offers. */
const EXPLANATIONS: Partial<
  Record<CallErrorName, (t: Texts, again: readonly InlineKeyboardButton[], error: ApiError) => BotMessage>
> = {
  InvalidAddress: (t) => ({ text: t.fallback.notAnAddress }),
  SecretNotAddress: (t) => ({ text: t.secret.refused }),
  TransactionNotAddress: (t) => ({ text: html`${t.transaction.sendAgain}` }),
  TransactionNotRated: (t, _again, { message }) => ({ text: html`${t.transaction.notRated(message)}` }),
  UnknownAsset: (t) => ({ text: html`${t.fallback.oldButton}` }),
  NotFound: (t) => ({ text: html`${t.fallback.noResult}` }),
  PaymentProviderFailed: (t, again) => ({ text: html`${t.buy.failed}`, buttons: [again] }),
  PaymentsNotOffered: (t) => ({ text: html`${t.buy.notOffered}` }),
  NoCertificate: (t) => ({ text: html`${t.pdf.none}` }),
  ReportMissing: (t) => ({ text: html`${t.pdf.none}` }),
  ReportNotReady: (t, again) => ({ text: html`${t.pdf.notReady}`, buttons: [again] }),
  ChatRefused: (t) => ({ text: html`${t.balance.notFromChat}` }),
  UnderLegalHold: (t) => ({ text: html`${t.privacy.held}` }),
  JoinLinkNotValid: (t) => ({ text: html`${t.link.notValid}` }),
  JoinLinkExpired: (t) => ({ text: html`${t.link.expired}` }),
  AccountAlreadyJoined: (t) => ({ text: html`${t.link.accountTaken}` }),
  ChatAlreadyJoined: (t) => ({
    text: html`${t.link.chatTaken}`,
    buttons: [[button(t.balance.part, { do: 'part' })]],
  }),
};

/** The server is unreachable or has an internal error. */
const AWAY: ReadonlySet<CallErrorName> = new Set<CallErrorName>([
  'NetworkError',
  'Overloaded',
  'StorageFull',
  'UnexpectedAnswer',
  'ServiceCredentialRefused',
]);

const WAIT_SECONDS = 60;

/** A friendly answer to a failed call, with a next action where there is one. Shows nothing internal. */
export function troubleMessage(
  { log, supportEmail }: Pick<HandlerDeps, 'log' | 'supportEmail'>,
  t: Texts,
  error: unknown,
  retry: Press | null = null,
): BotMessage {
  const again = retry === null ? [] : [button(t.check.again, retry)];
  const plain = (text: string): BotMessage => ({ text: html`${text}`, buttons: [again] });
  if (!(error instanceof ApiError)) {
    log.error(describeError(error), 'an update could not be answered');
    return plain(t.fallback.wrong(null));
  }
  const { errorName } = error;
  const explanation = EXPLANATIONS[errorName]?.(t, again, error);
  if (explanation !== undefined) return explanation;
  if (AWAY.has(errorName)) {
    log.warn(describeError(error), 'the server did not answer as it should');
    return plain(t.fallback.unreachable);
  }
  if (errorName === 'NotEnoughChecks') {
    const buttons = [button(t.balance.buy, { do: 'buy' }), button(t.balance.connect, { do: 'link' })];
    const text = lines(html`<b>${t.balance.notEnough}</b>`, retry === null ? null : t.balance.kept);
    return { text, buttons: [buttons, again] };
  }
  if (errorName === 'AccountSuspended') {
    return { text: html`${t.balance.suspended(supportEmail)}`, buttons: [[button(t.balance.show, { do: 'balance' })]] };
  }
  if (errorName === 'UnchargedLimitReached') return plain(t.check.noneWithoutCharge);
  if (errorName === 'TooManyChecks') return plain(t.check.tooManyRunning);
  if (errorName === 'CheckFailed') return plain(t.check.failed);
  if (errorName === 'LabelsNotLoaded') return plain(t.check.notLoaded);
  if (errorName === 'TooManyRequests') return plain(t.fallback.tooMany(error.retryAfterSeconds ?? WAIT_SECONDS));
  log.error(describeError(error), 'an update could not be answered');
  return plain(t.fallback.wrong(error.requestId));
}

/** Runs an action for a person and reports its failure, with a button that tries again. */
export async function orExplain(
  deps: HandlerDeps,
  { t, chatId, replyTo, retry, wrote }: Sender,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = troubleMessage(deps, t, error, retry);
    const hasButton = message.buttons?.some((row) => row.length > 0) === true;
    // Quoted also in private: the button reads the quoted message again.
    await deps.messaging.say(chatId, message, { replyTo: hasButton ? (wrote ?? replyTo) : replyTo });
  }
}
