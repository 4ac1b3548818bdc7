import { type Api, GrammyError, type InputFile } from 'grammy';
import { describeError, type Log } from '../log.ts';
import type { Html } from '../view/html.ts';
import { type BotMessage, keyboardOf } from '../view/message.ts';

export interface Place {
  readonly chatId: number;
  readonly messageId: number;
}

export interface SayOptions {
  /** The message this is an answer to, quoted in groups. */
  readonly replyTo?: number | null;
}

/**
 * Everything the bot writes goes out here. Telegram's ordinary refusals are answered here too: a blocked bot is left in
 * peace, a message that is gone is written anew, one that would not change is fine as it is, a group that became a
 * supergroup is followed.
 */
export interface Outlet {
  /** Null where the chat is closed to the bot. */
  say(chatId: number, message: BotMessage, options?: SayOptions): Promise<Place | null>;
  /** Changes a message of the bot's, or writes it anew where it cannot be changed. */
  change(place: Place, message: BotMessage): Promise<Place | null>;
  sendFile(chatId: number, file: InputFile, caption: Html, options?: SayOptions): Promise<Place | null>;
  /** Shows that something is being done, from `afterMs` on until `work` ends. Never fails: it is a courtesy. */
  whileBusy<Value>(
    chatId: number,
    action: 'typing' | 'upload_document',
    work: () => Promise<Value>,
    afterMs?: number,
  ): Promise<Value>;
}

/** Clients show it for five seconds. */
const ACTION_EVERY_MS = 4_500;

export function buildOutlet(api: Api, log: Log): Outlet {
  const extras = (message: BotMessage, { replyTo = null }: SayOptions = {}) => ({
    parse_mode: 'HTML' as const,
    link_preview_options: { is_disabled: true },
    reply_markup: keyboardOf(message),
    ...(replyTo === null ? {} : { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
  });

  async function say(chatId: number, message: BotMessage, options?: SayOptions): Promise<Place | null> {
    return reach(chatId, async (to) => {
      const sent = await api.sendMessage(to, message.text.text, extras(message, options));
      return { chatId: to, messageId: sent.message_id };
    });
  }

  /** Tries where the chat is, and where it moved to. */
  async function reach(chatId: number, send: (to: number) => Promise<Place>): Promise<Place | null> {
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
    async change(place, message) {
      try {
        await api.editMessageText(place.chatId, place.messageId, message.text.text, extras(message));
        return place;
      } catch (error) {
        if (!(error instanceof GrammyError)) throw error;
        if (error.description.includes('message is not modified')) return place;
        if (isClosed(error)) return null;
        const cannotChange =
          /message to edit not found|message can't be edited|MESSAGE_ID_INVALID|no text in the message/;
        const isMoved = error.parameters.migrate_to_chat_id !== undefined;
        if (isMoved || cannotChange.test(error.description)) return say(place.chatId, message);
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

/** Blocked, removed, or a chat that is no more: nobody reads there. */
function isClosed({ error_code: code, description }: GrammyError): boolean {
  return code === 403 || description.includes('chat not found') || description.includes('CHAT_WRITE_FORBIDDEN');
}
