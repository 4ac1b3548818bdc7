import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConcurrentSink, createRunner, createSource } from '@grammyjs/runner';
import { webhookCallback } from 'grammy';
import type { Update } from 'grammy/types';
import { type BotOptions, buildBot } from './build-bot.ts';
import type { Config, WebhookConfig } from './config.ts';
import { ConfirmingSource, UPDATE_KINDS } from './intake/confirming-source.ts';
import { Once } from './intake/once.ts';
import { describeError, type Log } from './log.ts';

export interface RunningBot {
  readonly username: string;
  /** Where the webhook listens; null with long polling. */
  readonly webhookPort: number | null;
  /** Rejects when Telegram refuses the bot's token. Resolves after `stop`. */
  readonly ended: Promise<void>;
  /** Accepts no new updates, ends the running ones, confirms the finished ones. */
  stop(): Promise<void>;
}

export interface StartOptions extends Omit<BotOptions, 'stopping'> {
  /** Grace time of running updates at a stop; unfinished ones are delivered again after the next start. */
  readonly graceMs?: number;
}

/** Shorter than the grace time of the supervising process. */
const GRACE_MS = 6_000;
/** Telegram waits about a minute for a webhook's answer; after a late one it delivers twice, handled once. */
const WEBHOOK_ANSWER_MS = 50_000;

/** Starts the bot: by long polling, or behind its webhook. */
export async function startBot(config: Config, options: StartOptions): Promise<RunningBot> {
  const stopping = new AbortController();
  const { bot, followUps, announce } = buildBot(config, { ...options, stopping: stopping.signal });
  const once = new Once();
  const underWay = new Set<Promise<void>>();
  // Wrapped, because the webhook's adapter calls it too.
  const handle = bot.handleUpdate.bind(bot);
  bot.handleUpdate = (update) => {
    const work = once.run(update.update_id, async () => {
      try {
        await handle(update);
      } catch (error) {
        await bot.errorHandler(error as Parameters<typeof bot.errorHandler>[0]);
      }
      await followUps.settled(update.update_id);
    });
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };

  await bot.init();
  announce().catch((error: unknown) => options.log.warn(describeError(error), 'the commands could not be announced'));
  const settle = async () => {
    // Messages of followed checks get a button instead; waits end at once.
    stopping.abort();
    const grace = sleep(options.graceMs ?? GRACE_MS, undefined, { ref: false });
    await Promise.race([Promise.allSettled(underWay), grace]);
  };
  const { username } = bot.botInfo;
  if (config.webhook !== null) {
    const listener = await listen(bot, config.webhook, options.log);
    const { port } = listener.address() as AddressInfo;
    await bot.api.setWebhook(config.webhook.url, {
      secret_token: config.webhook.secret,
      allowed_updates: UPDATE_KINDS,
      max_connections: config.chatsAtOnce,
    });
    const closed = new Promise<void>((resolve) => listener.once('close', resolve));
    return {
      username,
      webhookPort: port,
      ended: closed,
      async stop() {
        listener.close();
        await settle();
        listener.closeAllConnections();
        await closed;
      },
    };
  }

  await bot.api.deleteWebhook();
  const updates = new ConfirmingSource(bot.api, options.log);
  const source = createSource<Update>(updates);
  const sink = createConcurrentSink<Update>(
    {
      async consume(update) {
        await bot.handleUpdate(update);
        updates.finish(update.update_id);
      },
    },
    async (error) => options.log.error(describeError(error), 'an update could not be worked on'),
    { concurrency: config.chatsAtOnce },
  );
  const runner = createRunner(source, sink);
  runner.start();
  const ended = runner.task() ?? Promise.resolve();
  return {
    username,
    webhookPort: null,
    ended,
    async stop() {
      await runner.stop();
      await settle();
      await updates.confirm();
    },
  };
}

async function listen(bot: ReturnType<typeof buildBot>['bot'], webhook: WebhookConfig, log: Log): Promise<Server> {
  const answer = webhookCallback(bot, 'http', {
    secretToken: webhook.secret,
    timeoutMilliseconds: WEBHOOK_ANSWER_MS,
    onTimeout: 'return',
  });
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error(describeError(error), 'a delivery could not be worked on');
      if (!response.headersSent) response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(webhook.port, webhook.host, resolve);
  });
  return server;
}
