import { type Api, GrammyError, type InputFile } from 'grammy';
import { describeError, type Log } from '../log.ts';
import type { Html } from '../texts/html.ts';
import { type BotMessage, keyboardOf } from '../view/message.ts';

export interface SentMessage {
  readonly chatId: number;
  readonly messageId: number;
}

export interface SayOptions {
  /** The message that this one answers, quoted in groups. */
  readonly replyTo?: number | null;
}

/**
 * Sends everything that the bot writes, and handles Telegram's ordinary refusals: if the bot is blocked, nothing is
 * sent; a deleted message is sent as a new one; an edit without a change is ignored; a group that became a supergroup
 * is addressed by its new id.
 */
export interface Messaging {
  /** Null where the chat is closed to the bot. */
  say(chatId: number, message: BotMessage, options?: SayOptions): Promise<SentMessage | null>;
  /** Edits a message of the bot, or sends a new one if it cannot be edited. */
  change(sentMessage: SentMessage, message: BotMessage): Promise<SentMessage | null>;
  sendFile(chatId: number, file: InputFile, caption: Html, options?: SayOptions): Promise<SentMessage | null>;
  /** Shows a chat action such as 'typing' from `afterMs` on until `work` ends. Never fails. */
  whileBusy<Value>(
    chatId: number,
    action: 'typing' | 'upload_document',
    work: () => Promise<Value>,
    afterMs?: number,
  ): Promise<Value>;
}

/** Clients show a chat action for five seconds. */
const ACTION_EVERY_MS = 4_500;

export function buildMessaging(api: Api, log: Log): Messaging {
  const extras = (message: BotMessage, { replyTo = null }: SayOptions = {}) => ({
    parse_mode: 'HTML' as const,
    link_preview_options: { is_disabled: true },
    reply_markup: keyboardOf(message),
    ...(replyTo === null ? {} : { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
  });

  async function say(chatId: number, message: BotMessage, options?: SayOptions): Promise<SentMessage | null> {
    return reach(chatId, async (to) => {
      const sent = await api.sendMessage(to, message.text.text, extras(message, options));
      return { chatId: to, messageId: sent.message_id };
    });
  }

  /** Tries the chat's id, then the id that it moved to. */
  async function reach(chatId: number, send: (to: number) => Promise<SentMessage>): Promise<SentMessage | null> {
    try {
      return await send(chatId);
    } catch (error) {
      if (!(error instanceof GrammyError)) throw error;
      const movedTo = error.parameters.migrate_to_chat_id;
      if (movedTo !== undefined) return send(movedTo);
      if (isClosed(error)) {
        log.info(describeError(error), 'a chat is closed to the bot');
        return null;
      }
      throw error;
    }
  }

  return {
    say,
    async change(sentMessage, message) {
      try {
        await api.editMessageText(sentMessage.chatId, sentMessage.messageId, message.text.text, extras(message));
        return sentMessage;
      } catch (error) {
        if (!(error instanceof GrammyError)) throw error;
        if (error.description.includes('message is not modified')) return sentMessage;
        if (isClosed(error)) return null;
        const cannotChange =
          /message to edit not found|message can't be edited|MESSAGE_ID_INVALID|no text in the message/;
        const isMoved = error.parameters.migrate_to_chat_id !== undefined;
        if (isMoved || cannotChange.test(error.description)) return say(sentMessage.chatId, message);
        throw error;
      }
    },
    sendFile: (chatId, file, caption, options) =>
      reach(chatId, async (to) => {
        const { link_preview_options: _none, ...rest } = extras({ text: caption }, options);
        const sent = await api.sendDocument(to, file, { caption: caption.text, ...rest });
        return { chatId: to, messageId: sent.message_id };
      }),
    async whileBusy(chatId, action, work, afterMs = 0) {
      const show = () => {
        api.sendChatAction(chatId, action).catch((error: unknown) => {
          log.debug(describeError(error), 'typing could not be shown');
        });
      };
      let showing: NodeJS.Timeout | undefined;
      const begin = () => {
        show();
        showing = setInterval(show, ACTION_EVERY_MS);
      };
      const waiting = afterMs === 0 ? undefined : setTimeout(begin, afterMs);
      if (waiting === undefined) begin();
      try {
        return await work();
      } finally {
        clearTimeout(waiting);
        clearInterval(showing);
      }
    },
  };
}

/** The bot is blocked or removed, or the chat does not exist: no message can be delivered. */
function isClosed({ error_code: code, description }: GrammyError): boolean {
  return code === 403 || description.includes('chat not found') || description.includes('CHAT_WRITE_FORBIDDEN');
}
