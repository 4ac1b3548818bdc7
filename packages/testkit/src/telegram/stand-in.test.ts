import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buttonsOf } from './person.ts';
import { tooManyRequests } from './refusal.ts';
import { renderChat } from './render-chat.ts';
import { startTelegramStandIn, type TelegramStandIn } from './stand-in.ts';

interface Answer {
  readonly ok: boolean;
  readonly result?: unknown;
  readonly error_code?: number;
  readonly description?: string;
  readonly parameters?: { readonly retry_after?: number; readonly migrate_to_chat_id?: number };
}

let telegram: TelegramStandIn;

beforeEach(async () => {
  telegram = await startTelegramStandIn();
});
afterEach(() => telegram.close());

async function call(method: string, values: object = {}): Promise<Answer> {
  const answer = await fetch(`${telegram.url}/bot${telegram.token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  return (await answer.json()) as Answer;
}

async function updates(values: object = {}): Promise<{ update_id: number; message?: { text?: string } }[]> {
  return (await call('getUpdates', values)).result as { update_id: number }[];
}

describe('the Bot API on this machine', () => {
  it('refuses other tokens and unknown methods', async () => {
    const stranger = await fetch(`${telegram.url}/bot1:AAstranger/getMe`);
    expect([stranger.status, await stranger.json()]).toEqual([
      401,
      { ok: false, error_code: 401, description: 'Unauthorized' },
    ]);
    expect(await call('makeCoffee')).toMatchObject({ ok: false, error_code: 404, description: 'Not Found' });
    expect(await call('getMe')).toMatchObject({ ok: true, result: { username: telegram.username } });
  });

  it('gives an update again and again until a higher offset confirms it', async () => {
    const kadri = telegram.person();
    kadri.send('one');
    kadri.send('two');
    const first = await updates();
    expect(first.map(({ message }) => message?.text)).toEqual(['one', 'two']);
    expect(await updates()).toEqual(first);
    const offset = (first[0]?.update_id ?? 0) + 1;
    expect((await updates({ offset })).map(({ message }) => message?.text)).toEqual(['two']);
    expect(telegram.world.queue.waiting).toHaveLength(1);
  });

  it('holds a long poll until something happens, and ends the first of two pollers with 409', async () => {
    const former = call('getUpdates', { timeout: 20 });
    await expect.poll(() => telegram.world.queue.isPolled).toBe(true);
    const latter = updates({ timeout: 20 });
    expect(await former).toMatchObject({
      error_code: 409,
      description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    });
    telegram.person().send('hello');
    expect((await latter).map(({ message }) => message?.text)).toEqual(['hello']);
  });

  it.each([
    [{ text: '' }, 'Bad Request: message text is empty'],
    [{ text: 'x'.repeat(4_097) }, 'Bad Request: message is too long'],
    [
      { text: 'a <b>b', parse_mode: 'HTML' },
      'Bad Request: can\'t parse entities: Can\'t find end tag corresponding to start tag "b"',
    ],
    [
      { text: 'ä <x>b</x>', parse_mode: 'HTML' },
      'Bad Request: can\'t parse entities: Unsupported start tag "x" at byte offset 3',
    ],
    [
      { text: '<b>a</i>', parse_mode: 'HTML' },
      'Bad Request: can\'t parse entities: Unmatched end tag at byte offset 4, expected "</b>", found "</i>"',
    ],
    [
      { text: 'one. two', parse_mode: 'MarkdownV2' },
      "Bad Request: can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'",
    ],
    [
      { text: 'a *b', parse_mode: 'MarkdownV2' },
      "Bad Request: can't parse entities: Can't find end of Bold entity at byte offset 2",
    ],
    [
      { text: 'a', reply_markup: { inline_keyboard: [[{ text: 'b', callback_data: 'ä'.repeat(33) }]] } },
      'Bad Request: BUTTON_DATA_INVALID',
    ],
    [
      { text: 'a', reply_markup: { inline_keyboard: [[{ text: 'b', url: 'http://localhost/x' }]] } },
      "Bad Request: inline keyboard button URL 'http://localhost/x' is invalid: Wrong HTTP URL",
    ],
    [{ text: 'a', chat_id: 5 }, 'Bad Request: chat not found'],
  ])('refuses a message in the words of the real one: %j', async (values, description) => {
    const { id } = telegram.person();
    expect(await call('sendMessage', { chat_id: id, ...values })).toEqual({ ok: false, error_code: 400, description });
  });

  it('shows what is bold and what links in UTF-16 units', async () => {
    const { id } = telegram.person();
    const html = '🙂 <b>5 &lt; 6</b> <a href="https://example.org/?a=1&amp;b=2">more</a>';
    expect(await call('sendMessage', { chat_id: id, text: html, parse_mode: 'HTML' })).toMatchObject({
      result: {
        text: '🙂 5 < 6 more',
        entities: [
          { type: 'bold', offset: 3, length: 5 },
          { type: 'text_link', offset: 9, length: 4, url: 'https://example.org/?a=1&b=2' },
        ],
      },
    });
    const markdown = await call('sendMessage', { chat_id: id, text: '*5* \\< `a.b`', parse_mode: 'MarkdownV2' });
    expect(markdown).toMatchObject({ result: { text: '5 < a.b', entities: [{ type: 'bold' }, { type: 'code' }] } });
  });

  it('changes messages, and says when nothing would change', async () => {
    const kadri = telegram.person();
    await call('sendMessage', { chat_id: kadri.id, text: 'one' });
    const [sent] = kadri.fromBot();
    const message = { chat_id: kadri.id, message_id: sent?.message.message_id };
    expect(await call('editMessageText', { ...message, text: 'two' })).toMatchObject({ result: { text: 'two' } });
    expect(sent?.earlier).toEqual(['one']);
    expect((await call('editMessageText', { ...message, text: 'two' })).description).toMatch(
      'Bad Request: message is not modified',
    );
    expect((await call('editMessageText', { ...message, message_id: 9, text: 'x' })).description).toBe(
      'Bad Request: message to edit not found',
    );
  });

  it('carries presses to the bot and its answer back, once', async () => {
    const kadri = telegram.person();
    const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] };
    await call('sendMessage', { chat_id: kadri.id, text: 'Sure?', reply_markup });
    const id = kadri.press('Yes');
    expect(await updates()).toMatchObject([{ callback_query: { id, data: 'y', from: { id: kadri.id } } }]);
    await call('answerCallbackQuery', { callback_query_id: id, text: 'Good' });
    expect(await kadri.answered(id)).toEqual({ text: 'Good', isAlert: false });
    expect((await call('answerCallbackQuery', { callback_query_id: id })).description).toMatch('query is too old');
  });

  it('takes files, and gives them out again', async () => {
    const kadri = telegram.person();
    const form = new FormData();
    form.set('chat_id', String(kadri.id));
    form.set('document', 'attach://one');
    form.set('caption', 'The report');
    form.set('one', new File([new Uint8Array([37, 80, 68, 70])], 'report.pdf', { type: 'application/pdf' }));
    const sent = await fetch(`${telegram.url}/bot${telegram.token}/sendDocument`, { method: 'POST', body: form });
    const { result } = (await sent.json()) as { result: { document: { file_id: string; file_name: string } } };
    expect(result.document.file_name).toBe('report.pdf');
    const { file_path: path } = (await call('getFile', { file_id: result.document.file_id })).result as {
      file_path: string;
    };
    const bytes = await (await fetch(`${telegram.url}/file/bot${telegram.token}/${path}`)).bytes();
    expect(Buffer.from(bytes).toString()).toBe('%PDF');
  });

  it('answers 403 to a bot that is blocked or removed, and names the new id of a group that grew', async () => {
    const kadri = telegram.person();
    kadri.block();
    expect((await call('sendMessage', { chat_id: kadri.id, text: 'a' })).description).toBe(
      'Forbidden: bot was blocked by the user',
    );
    const group = telegram.group('Traders', 'group');
    const grown = telegram.upgrade(group);
    expect(await call('sendMessage', { chat_id: group.id, text: 'a' })).toMatchObject({
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: grown.id },
    });
  });

  it('offers inline results', async () => {
    const kadri = telegram.person();
    const offered = kadri.inline('bc1q');
    const [update] = (await updates({ timeout: 5 })) as unknown as { inline_query: { id: string } }[];
    const results = [{ type: 'article', id: '1', title: 'a', input_message_content: { message_text: 'b' } }];
    await call('answerInlineQuery', { inline_query_id: update?.inline_query.id, results, cache_time: 0 });
    expect(await offered).toMatchObject({ cacheSeconds: 0, results: [{ id: '1' }] });
  });

  it('fails on demand: with an answer, or without one', async () => {
    telegram.refuse('getMe', tooManyRequests(3));
    expect(await call('getMe')).toMatchObject({ error_code: 429, parameters: { retry_after: 3 } });
    telegram.breakOff('getMe');
    await expect(call('getMe')).rejects.toThrow('fetch failed');
    expect((await call('getMe')).ok).toBe(true);
  });
});

describe('its limits', () => {
  it('counts messages per chat and over all chats, and says how long to wait', async () => {
    await telegram.close();
    telegram = await startTelegramStandIn({
      limits: { chat: { burst: 2, everyMs: 2_000 }, group: { burst: 1, everyMs: 3_000 }, perSecond: 3 },
    });
    const [kadri, ott] = [telegram.person(), telegram.person()];
    const group = telegram.group('Traders');
    const send = (id: number) => call('sendMessage', { chat_id: id, text: 'a' });
    expect((await send(kadri.id)).ok && (await send(kadri.id)).ok).toBe(true);
    expect(await send(kadri.id)).toMatchObject({
      description: 'Too Many Requests: retry after 2',
      parameters: { retry_after: 2 },
    });
    expect((await send(group.id)).ok).toBe(true);
    expect(await send(ott.id)).toMatchObject({ error_code: 429, parameters: { retry_after: 1 } });
    expect(telegram.world.limits.refused).toBe(2);
  });
});

describe('webhooks', () => {
  it('prevent polling, and need a proper secret', async () => {
    expect((await call('setWebhook', { url: 'http://127.0.0.1:9', secret_token: 'no spaces' })).description).toBe(
      'Bad Request: secret token contains unallowed characters',
    );
    await call('setWebhook', { url: 'http://127.0.0.1:9/', secret_token: 'right' });
    expect((await call('getUpdates')).error_code).toBe(409);
    await call('deleteWebhook');
    expect(await updates()).toEqual([]);
  });

  it('are called again until they answer with 2xx', async () => {
    const { createServer } = await import('node:http');
    const seen: (string | undefined)[] = [];
    const bot = createServer((request, response) => {
      seen.push(String(request.headers['x-telegram-bot-api-secret-token']));
      request.resume();
      response.writeHead(seen.length === 1 ? 500 : 200).end();
    });
    await new Promise<void>((resolve) => bot.listen(0, '127.0.0.1', resolve));
    const address = bot.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await call('setWebhook', { url: `http://127.0.0.1:${port}/`, secret_token: 'right' });
    telegram.person().send('hello');
    await telegram.settled();
    expect(seen).toEqual(['right', 'right']);
    bot.close();
    bot.closeAllConnections();
  });
});

it('finds the buttons of a message row by row', () => {
  const message = { reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] } };
  expect(buttonsOf(message as Parameters<typeof buttonsOf>[0])).toHaveLength(1);
});

it('renders a chat as a page that runs nothing', async () => {
  const kadri = telegram.person();
  kadri.send('<script>alert(1)</script> /help');
  const reply_markup = { inline_keyboard: [[{ text: 'A & B', url: 'https://example.org/?a="b"' }]] };
  const text = '<b>Bold <code>in it</code></b> &lt;i>';
  await call('sendMessage', { chat_id: kadri.id, text, parse_mode: 'HTML', reply_markup });
  const page = renderChat(kadri.sees(), { title: 'Assay', theme: 'dark' });
  expect(page).not.toContain('<script');
  expect(page).toContain('<b>Bold <code>in it</code></b> &#60;i&#62;');
  expect(page).toContain('<a href="https://example.org/?a=&#34;b&#34;">A &#38; B</a>');
  expect(page).toContain('<span class="found">/help</span>');
});
