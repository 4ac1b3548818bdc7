import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LimitSettings, NO_LIMITS } from './limits.ts';
import { METHODS } from './methods.ts';
import { readCall } from './multipart.ts';
import { Person, type PersonFacts } from './person.ts';
import { Refusal } from './refusal.ts';
import { WebhookDeliveries } from './webhook.ts';
import { type AnyChat, TelegramWorld } from './world.ts';

export interface TelegramStandInOptions {
  /** No limits unless asked for. */
  readonly limits?: LimitSettings;
  readonly username?: string;
  readonly token?: string;
  /** True takes webhooks on http, for a bot on this machine. Default true. */
  readonly allowsPlainWebhook?: boolean;
}

export interface TelegramStandIn {
  /** Where bots call: the `apiRoot` of a library. */
  readonly url: string;
  readonly token: string;
  readonly username: string;
  readonly world: TelegramWorld;
  /** Somebody new, with an id of their own. */
  person(facts?: PersonFacts): Person;
  group(title: string, type?: 'group' | 'supergroup'): AnyChat;
  /** Turns a group into a supergroup: the former id is refused from then on. Returns the new chat. */
  upgrade(group: AnyChat): AnyChat;
  /** Calls of a method so far. */
  callsOf(method: string): number;
  /** The next calls of a method (null: any) are refused so. */
  refuse(method: string | null, failure: Refusal, times?: number): void;
  /** The next calls of a method (null: any) break off without an answer. */
  breakOff(method: string | null, times?: number): void;
  /** Ends all failures that were set. */
  mend(): void;
  /** When every update so far is confirmed. */
  settled(withinMs?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * The Bot API on this machine, over HTTP: updates by long polling or webhook, messages, buttons, files, inline results,
 * and its errors in its own words.
 *
 * @example
 * const telegram = await startTelegramStandIn();
 * const kadri = telegram.person({ languageCode: 'et' });
 * kadri.send('/start');
 * await kadri.reads('Send me an address');
 */
export async function startTelegramStandIn(options: TelegramStandInOptions = {}): Promise<TelegramStandIn> {
  const token = options.token ?? `7${randomBytes(4).readUInt32BE()}:AA${randomBytes(24).toString('base64url')}x`;
  const username = options.username ?? 'assay_trial_bot';
  const world = new TelegramWorld(token, username, options.limits ?? NO_LIMITS);
  const webhook = new WebhookDeliveries(world);
  let people = 0;
  let groups = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://local');
    const [, bot = '', method = '', ...rest] = url.pathname.split('/');
    if (bot === 'file' && method === `bot${token}`) {
      download(rest.at(-1) ?? '', response);
      return;
    }
    const call = await readCall(request, url.searchParams);
    if (bot !== `bot${token}`) {
      const isToken = /^bot\d+:[\w-]+$/.test(bot);
      refuse(response, isToken ? new Refusal(401, 'Unauthorized') : new Refusal(404, 'Not Found'));
      return;
    }
    world.calls.push({ method, values: call.values, atMs: Date.now() });
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      const planned = world.plannedFor(method);
      if (planned === 'break off') {
        response.destroy();
        return;
      }
      if (planned !== null) throw planned;
      const known = METHODS[method.toLowerCase()];
      if (known === undefined) throw new Refusal(404, 'Not Found');
      const allowsPlainWebhook = options.allowsPlainWebhook ?? true;
      const result = await known(call, { world, webhook, gone: gone.signal, allowsPlainWebhook });
      if (!gone.signal.aborted) send(response, 200, { ok: true, result });
      webhook.look();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(response, error);
    }
  }

  function download(id: string, response: ServerResponse): void {
    const file = world.files.get(id);
    if (file === undefined) refuse(response, new Refusal(404, 'Not Found'));
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file.bytes);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      refuse(response, new Refusal(500, `Internal Server Error: ${String(error)}`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const push = world.push.bind(world);
  world.push = (update) => {
    const id = push(update);
    webhook.look();
    return id;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    token,
    username,
    world,
    person(facts = {}) {
      people += 1;
      return new Person(world, 510_000_000 + people, facts);
    },
    group(title, type = 'supergroup') {
      groups += 1;
      const chat: AnyChat = { id: type === 'group' ? -4_000_000 - groups : -1_001_000_000_000 - groups, type, title };
      world.chats.set(chat.id, chat);
      return chat;
    },
    upgrade(group) {
      groups += 1;
      const title = 'title' in group && group.title !== undefined ? group.title : '';
      const chat: AnyChat = { id: -1_001_000_000_000 - groups, type: 'supergroup', title };
      world.chats.set(chat.id, chat);
      world.migrated.set(group.id, chat.id);
      return chat;
    },
    callsOf: (method) => world.calls.filter((call) => call.method === method).length,
    refuse: (method, failure, times = 1) => world.plan(method, failure, times),
    breakOff: (method, times = 1) => world.plan(method, 'break off', times),
    mend: () => world.mend(),
    async settled(withinMs = 30_000) {
      const until = Date.now() + withinMs;
      while (world.queue.waiting.length > 0) {
        if (Date.now() > until) throw new Error(`${world.queue.waiting.length} updates are not confirmed`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async close() {
      await webhook.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function refuse(response: ServerResponse, { code, message, parameters }: Refusal): void {
  send(response, code, {
    ok: false,
    error_code: code,
    description: message,
    ...(parameters === undefined ? {} : { parameters }),
  });
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
