import type { BotCommand, InlineQueryResult, Message } from '@grammyjs/types';
import { readMarkup } from './markup.ts';
import type { Call } from './multipart.ts';
import { badRequest, Refusal } from './refusal.ts';
import { readCaption, readText } from './texts.ts';
import type { WebhookDeliveries } from './webhook.ts';
import type { TelegramWorld } from './world.ts';

export interface MethodContext {
  readonly world: TelegramWorld;
  readonly webhook: WebhookDeliveries;
  /** The caller went away. */
  readonly gone: AbortSignal;
  /** Telegram takes https alone; a test's webhook is on this machine. */
  readonly allowsPlainWebhook: boolean;
}

type Method = (call: Call, context: MethodContext) => unknown;

const POLL_MAX_SECONDS = 50;
const QUERY_TEXT_MAX = 200;
const RESULTS_MAX = 50;

/** The methods of the Bot API that are known here, by their names in lower case: the real one minds no case either. */
export const METHODS: Readonly<Record<string, Method>> = {
  getme: (_call, { world }) => world.me,
  getupdates,
  setwebhook,
  deletewebhook(call, { world, webhook }) {
    webhook.settings = null;
    if (call.values['drop_pending_updates'] === true) world.queue.drop();
    return true;
  },
  getwebhookinfo: (_call, { world, webhook }) => ({
    url: webhook.settings?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: world.queue.waiting.length,
    ...(webhook.lastError === null ? {} : { last_error_message: webhook.lastError }),
  }),
  sendmessage(call, { world }) {
    const chat = world.writable(chatIdOf(call));
    const { text, entities } = readText(call.values);
    const markup = readMarkup(call.values['reply_markup']);
    world.limits.take(chat.id);
    return keepFromBot(call, world, { text, ...(entities.length === 0 ? {} : { entities }), ...withMarkup(markup) });
  },
  editmessagetext,
  editmessagereplymarkup(call, { world }) {
    const stored = editable(call, world);
    const markup = readMarkup(call.values['reply_markup']);
    if (JSON.stringify(markupOf(stored.message)) === JSON.stringify(markup)) throw notModified();
    world.limits.take(stored.message.chat.id);
    const { reply_markup: _former, ...rest } = stored.message as Message.TextMessage;
    stored.message = { ...rest, ...withMarkup(markup), edit_date: world.now() };
    world.changed();
    return stored.message;
  },
  sendchataction(call, { world }) {
    const chat = world.writable(chatIdOf(call));
    const action = String(call.values['action']);
    if (!/^(typing|upload_document|upload_photo|find_location|choose_sticker)$/.test(action)) {
      throw badRequest('wrong parameter action in request');
    }
    world.actions.set(chat.id, [...(world.actions.get(chat.id) ?? []), action]);
    world.changed();
    return true;
  },
  senddocument(call, { world }) {
    const chat = world.writable(chatIdOf(call));
    const file = fileOf(call, world);
    const { text, entities } = readCaption(call.values);
    const markup = readMarkup(call.values['reply_markup']);
    world.limits.take(chat.id);
    return keepFromBot(call, world, {
      document: {
        file_id: file.id,
        file_unique_id: file.id.slice(-12),
        file_name: file.name,
        mime_type: file.type,
        file_size: file.bytes.length,
      },
      ...(text === '' ? {} : { caption: text }),
      ...(entities.length === 0 ? {} : { caption_entities: entities }),
      ...withMarkup(markup),
    });
  },
  answercallbackquery(call, { world }) {
    const id = String(call.values['callback_query_id']);
    const text = call.values['text'];
    if (typeof text === 'string' && text.length > QUERY_TEXT_MAX) throw badRequest('MESSAGE_TOO_LONG');
    world.closeQuery(id);
    world.callbackAnswers.set(id, {
      text: typeof text === 'string' && text !== '' ? text : null,
      isAlert: call.values['show_alert'] === true,
    });
    world.changed();
    return true;
  },
  answerinlinequery,
  setmycommands(call, { world }) {
    const commands = call.values['commands'] as readonly BotCommand[];
    for (const { command, description } of commands) {
      if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID');
      if (description.length < 1 || description.length > 256) throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
    }
    const language = call.values['language_code'];
    world.commands.set(typeof language === 'string' ? language : '', commands);
    world.changed();
    return true;
  },
  getfile(call, { world }) {
    const file = world.files.get(String(call.values['file_id']));
    if (file === undefined) throw badRequest('invalid file_id');
    return {
      file_id: file.id,
      file_unique_id: file.id.slice(-12),
      file_size: file.bytes.length,
      file_path: `documents/${file.id}`,
    };
  },
};

async function getupdates({ values }: Call, { world, webhook, gone }: MethodContext): Promise<unknown> {
  if (webhook.settings !== null) {
    throw new Refusal(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  }
  const allowed = values['allowed_updates'];
  return world.queue.poll(
    {
      offset: Number(values['offset'] ?? 0),
      limit: Math.min(100, Math.max(1, Number(values['limit'] ?? 100))),
      timeoutMs: Math.min(POLL_MAX_SECONDS, Number(values['timeout'] ?? 0)) * 1_000,
      allowed: Array.isArray(allowed) && allowed.length > 0 ? (allowed as string[]) : null,
    },
    gone,
  );
}

function setwebhook({ values }: Call, { world, webhook, allowsPlainWebhook }: MethodContext): boolean {
  const url = typeof values['url'] === 'string' ? values['url'] : '';
  const secret = values['secret_token'];
  if (typeof secret === 'string' && !/^[\w-]{1,256}$/.test(secret)) {
    throw badRequest('secret token contains unallowed characters');
  }
  const isHttps = URL.canParse(url) && new URL(url).protocol === 'https:';
  if (url !== '' && !isHttps && !allowsPlainWebhook) {
    throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
  }
  if (values['drop_pending_updates'] === true) world.queue.drop();
  const allowed = values['allowed_updates'];
  webhook.settings =
    url === ''
      ? null
      : {
          url,
          secret: typeof secret === 'string' ? secret : null,
          maxConnections: Number(values['max_connections'] ?? 40),
          allowed: Array.isArray(allowed) && allowed.length > 0 ? (allowed as string[]) : null,
        };
  webhook.look();
  return true;
}

function editmessagetext(call: Call, { world }: MethodContext): unknown {
  const stored = editable(call, world);
  const { text, entities } = readText(call.values);
  const markup = readMarkup(call.values['reply_markup']);
  const { message } = stored;
  if (!('text' in message) || message.text === undefined) throw badRequest('there is no text in the message to edit');
  const same =
    message.text === text &&
    JSON.stringify(message.entities ?? []) === JSON.stringify(entities) &&
    JSON.stringify(markupOf(message)) === JSON.stringify(markup);
  if (same) throw notModified();
  world.limits.take(message.chat.id);
  stored.earlier.push(message.text);
  const { reply_markup: _markup, entities: _entities, ...rest } = message as Message.TextMessage;
  stored.message = {
    ...rest,
    text,
    ...(entities.length === 0 ? {} : { entities: [...entities] }),
    ...withMarkup(markup),
    edit_date: world.now(),
  } as Message;
  world.changed();
  return stored.message;
}

function answerinlinequery({ values }: Call, { world }: MethodContext): boolean {
  const results = values['results'] as readonly InlineQueryResult[];
  if (results.length > RESULTS_MAX) throw badRequest('RESULTS_TOO_MUCH');
  if (new Set(results.map(({ id }) => id)).size !== results.length) throw badRequest('RESULT_ID_DUPLICATE');
  for (const result of results) {
    const size = Buffer.byteLength(result.id);
    if (size < 1 || size > 64) throw badRequest('RESULT_ID_INVALID');
    if ('input_message_content' in result && result.input_message_content !== undefined) {
      readText({ ...result.input_message_content }, 'message_text');
    }
    if ('reply_markup' in result) readMarkup(result.reply_markup);
  }
  const id = String(values['inline_query_id']);
  const button = values['button'] as { text: string; start_parameter?: string } | undefined;
  if (button?.start_parameter !== undefined && !/^[\w-]{1,64}$/.test(button.start_parameter)) {
    throw badRequest('START_PARAM_INVALID');
  }
  world.closeQuery(id);
  world.inlineAnswers.set(id, {
    results,
    cacheSeconds: Number(values['cache_time'] ?? 300),
    isPersonal: values['is_personal'] === true,
    button: button === undefined ? null : { text: button.text, startParameter: button.start_parameter ?? null },
  });
  world.changed();
  return true;
}

function chatIdOf({ values }: Call): number {
  const id = Number(values['chat_id']);
  if (!Number.isSafeInteger(id) || id === 0) throw badRequest('chat_id is empty');
  return id;
}

function keepFromBot(call: Call, world: TelegramWorld, content: object): Message {
  const chatId = chatIdOf(call);
  const replyTo = call.values['reply_parameters'];
  const repliedId =
    typeof replyTo === 'object' && replyTo !== null && 'message_id' in replyTo ? replyTo.message_id : null;
  const replied = typeof repliedId === 'number' ? world.find(chatId, repliedId) : undefined;
  const mayBeGone = typeof replyTo === 'object' && replyTo !== null && 'allow_sending_without_reply' in replyTo;
  if (repliedId !== null && replied === undefined && !mayBeGone) throw badRequest('message to be replied not found');
  const message = {
    message_id: world.nextId(),
    from: world.me,
    chat: world.writable(chatId),
    date: world.now(),
    ...content,
    ...(replied === undefined ? {} : { reply_to_message: replied.message as NonNullable<Message['reply_to_message']> }),
  } as Message;
  return world.keep(message, true);
}

function editable(call: Call, world: TelegramWorld) {
  const chat = world.writable(chatIdOf(call));
  const stored = world.find(chat.id, Number(call.values['message_id']));
  if (stored === undefined) throw badRequest('message to edit not found');
  if (!stored.isFromBot) throw badRequest("message can't be edited");
  return stored;
}

function fileOf({ values, files }: Call, world: TelegramWorld) {
  const named = values['document'];
  const attached =
    typeof named === 'string' && named.startsWith('attach://') ? named.slice('attach://'.length) : 'document';
  const upload = files.get(attached);
  if (upload === undefined) {
    const known = world.files.get(String(named));
    if (known === undefined) throw badRequest('there is no document in the request');
    return known;
  }
  if (upload.bytes.length === 0) throw badRequest('file must be non-empty');
  const file = { id: `BQACAgIAAxkBAAI${world.nextId()}x${upload.bytes.length}`, ...upload };
  world.files.set(file.id, file);
  return file;
}

function markupOf(message: Message): unknown {
  return 'reply_markup' in message ? message.reply_markup : undefined;
}

function withMarkup(markup: ReturnType<typeof readMarkup>) {
  return markup === undefined ? {} : { reply_markup: markup };
}

function notModified(): Refusal {
  return badRequest(
    'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
  );
}
