import type { InlineKeyboardButton, Message, Update, User } from '@grammyjs/types';
import { foundIn } from './texts.ts';
import type { AnyChat, CallbackAnswer, InlineAnswer, StoredMessage, TelegramWorld } from './world.ts';

const PATIENCE_MS = 90_000;

export interface PersonFacts {
  readonly firstName?: string;
  /** IETF tag that Telegram reports for the person's app. */
  readonly languageCode?: string;
}

/** Somebody with a Telegram app: writes, presses, reads. */
export class Person {
  readonly #world: TelegramWorld;
  readonly user: User;
  /** Their chat with the bot. */
  readonly chat: AnyChat;

  constructor(world: TelegramWorld, id: number, { firstName = 'Kadri', languageCode = 'en' }: PersonFacts) {
    this.#world = world;
    this.user = { id, is_bot: false, first_name: firstName, language_code: languageCode };
    this.chat = { id, type: 'private', first_name: firstName };
    world.chats.set(id, this.chat);
  }

  get id(): number {
    return this.user.id;
  }

  /** Writes a text; to the bot, unless a group is named. */
  send(text: string, { in: chat = this.chat, replyTo }: { in?: AnyChat; replyTo?: Message } = {}): Message {
    return this.#write(chat, { text, ...withEntities(text) }, replyTo);
  }

  /** Opens `t.me/{bot}?start={payload}` and taps Start. Clients pass on nothing but 64 characters of these. */
  start(payload?: string): Message {
    if (payload !== undefined && !/^[\w-]{1,64}$/.test(payload)) throw new Error('Telegram passes on no such payload');
    return this.send(payload === undefined ? '/start' : `/start ${payload}`);
  }

  /** Sends something without a text. */
  sendSticker(): Message {
    return this.#write(this.chat, {
      sticker: {
        file_id: 'sticker',
        file_unique_id: 's',
        type: 'regular',
        width: 512,
        height: 512,
        is_animated: false,
        is_video: false,
      },
    });
  }

  /** Changes a message of their own. */
  edit(message: Message, text: string): void {
    const stored = this.#world.find(message.chat.id, message.message_id);
    if (stored === undefined) throw new Error('There is no such message');
    const { entities: _former, ...rest } = stored.message as Message.TextMessage;
    stored.message = { ...rest, text, ...withEntities(text), edit_date: this.#world.now() } as Message;
    this.#world.push({ edited_message: stored.message as NonNullable<Update['edited_message']> });
  }

  /** Presses a button by its text; the newest message that has it. Returns the id of the query. */
  press(label: string | RegExp, { in: chat = this.chat }: { in?: AnyChat } = {}): string {
    const { message, button } = this.#findButton(label, chat);
    if (!('callback_data' in button)) throw new Error(`'${button.text}' opens something and sends the bot nothing`);
    return this.pressData(String(button.callback_data), message);
  }

  /** As a program would: any data under any message. */
  pressData(data: string, message: Message): string {
    const id = `4${this.#world.nextId()}`;
    this.#world.openQuery(id);
    this.#world.push({
      callback_query: { id, from: this.user, message, chat_instance: String(message.chat.id), data },
    });
    return id;
  }

  /** The address a button opens. */
  linkOf(label: string | RegExp): string {
    const { button } = this.#findButton(label, this.chat);
    if (!('url' in button)) throw new Error(`'${button.text}' is no link`);
    return button.url;
  }

  /** How the bot answered a press: the small text, or none. */
  answered(queryId: string): Promise<CallbackAnswer> {
    return this.#world.until('the answer to a press', () => this.#world.callbackAnswers.get(queryId), PATIENCE_MS);
  }

  /** Types `@bot query` anywhere and waits for what is offered. */
  inline(query: string): Promise<InlineAnswer> {
    const id = `5${this.#world.nextId()}`;
    this.#world.openQuery(id);
    this.#world.push({ inline_query: { id, from: this.user, query, offset: '' } });
    return this.#world.until('inline results', () => this.#world.inlineAnswers.get(id), PATIENCE_MS);
  }

  block(): void {
    this.#world.closedToBot.add(this.id);
  }

  unblock(): void {
    this.#world.closedToBot.delete(this.id);
  }

  /** Waits until the bot's newest message here reads so, and returns it. */
  reads(
    text: string | RegExp,
    { in: chat = this.chat, withinMs = PATIENCE_MS }: { in?: AnyChat; withinMs?: number } = {},
  ) {
    return this.#world.until(
      `a message that reads ${String(text)}; the newest is: ${this.#newest(chat)}`,
      () => {
        const last = this.fromBot({ in: chat }).at(-1);
        if (last === undefined) return undefined;
        const shown = shownText(last.message);
        return (typeof text === 'string' ? shown.includes(text) : text.test(shown)) ? last : undefined;
      },
      withinMs,
    );
  }

  /** Waits until some message of the bot is there that meets a condition. */
  finds(what: string, meets: (stored: StoredMessage) => boolean, { in: chat = this.chat }: { in?: AnyChat } = {}) {
    return this.#world.until(what, () => this.fromBot({ in: chat }).find(meets), PATIENCE_MS);
  }

  /** Everything in a chat, oldest first. */
  sees({ in: chat = this.chat }: { in?: AnyChat } = {}): readonly StoredMessage[] {
    return this.#world.messages.get(chat.id) ?? [];
  }

  fromBot(options: { in?: AnyChat } = {}): readonly StoredMessage[] {
    return this.sees(options).filter(({ isFromBot }) => isFromBot);
  }

  #write(chat: AnyChat, content: object, replyTo?: Message): Message {
    const message = {
      message_id: this.#world.nextId(),
      from: this.user,
      chat,
      date: this.#world.now(),
      ...content,
      ...(replyTo === undefined ? {} : { reply_to_message: replyTo }),
    } as Message;
    this.#world.keep(message, false);
    this.#world.push({ message: message as NonNullable<Update['message']> });
    return message;
  }

  #findButton(label: string | RegExp, chat: AnyChat): { message: Message; button: InlineKeyboardButton } {
    const fits = (text: string) => (typeof label === 'string' ? text === label : label.test(text));
    for (const { message } of this.fromBot({ in: chat }).toReversed()) {
      const button = buttonsOf(message).find(({ text }) => fits(text));
      if (button !== undefined) return { message, button };
    }
    throw new Error(`There is no button ${String(label)}; the newest message is: ${this.#newest(chat)}`);
  }

  #newest(chat: AnyChat): string {
    const last = this.fromBot({ in: chat }).at(-1);
    if (last === undefined) return 'none';
    return `${shownText(last.message)} [${buttonsOf(last.message)
      .map(({ text }) => text)
      .join('] [')}]`;
  }
}

/** What somebody reads of a message. */
export function shownText(message: Message): string {
  return message.text ?? message.caption ?? '';
}

/** The buttons under a message, row by row. */
export function buttonsOf(message: Message): readonly InlineKeyboardButton[] {
  return message.reply_markup?.inline_keyboard.flat() ?? [];
}

function withEntities(text: string): object {
  const entities = foundIn(text);
  return entities.length === 0 ? {} : { entities };
}
