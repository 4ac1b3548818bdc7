import {
  type Person,
  startTelegramStandIn,
  type TelegramStandIn,
  type TelegramStandInOptions,
} from '@assay/testkit/telegram';
import { afterEach, beforeEach } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { buildLog } from '../log.ts';
import { type RunningBot, type StartOptions, startBot } from '../start-bot.ts';
import { type FakeServer, startFakeServer } from './fake-server.ts';

export interface BotFixture {
  readonly telegram: TelegramStandIn;
  readonly server: FakeServer;
  readonly bot: RunningBot;
  /** Lines of the bot's log so far. */
  readonly logged: readonly string[];
  /** Somebody, in English unless said otherwise. */
  person(languageCode?: string): Person;
  config(more?: Partial<Config>): Config;
  /** Replaces the running process of the bot by another one. */
  start(more?: Partial<Config>, options?: Partial<StartOptions>): Promise<RunningBot>;
}

export interface FixtureOptions {
  readonly telegram?: TelegramStandInOptions;
  readonly config?: Partial<Config>;
  readonly bot?: Partial<StartOptions>;
  /** False leaves starting the bot to the test. */
  readonly starts?: boolean;
}

/** The bot between a stand-in of Telegram and one of the product, created again for each test. */
export function useBot(options: FixtureOptions = {}): BotFixture {
  let running: { telegram: TelegramStandIn; server: FakeServer; logged: string[] } | undefined;
  let bots: RunningBot[] = [];
  const parts = () => {
    if (running === undefined) throw new Error('The bot of this block is not started yet');
    return running;
  };

  const self: BotFixture = {
    get telegram() {
      return parts().telegram;
    },
    get server() {
      return parts().server;
    },
    get logged() {
      return parts().logged;
    },
    get bot() {
      const bot = bots.at(-1);
      if (bot === undefined) throw new Error('No bot was started');
      return bot;
    },
    person: (languageCode = 'en') => parts().telegram.person({ languageCode }),
    config: (more = {}) => ({
      ...readConfig({
        BOT_TOKEN: parts().telegram.token,
        BOT_API_SECRET: parts().server.secret,
        BOT_SERVER_URL: parts().server.url,
        BOT_TELEGRAM_URL: parts().telegram.url,
        LOG_LEVEL: 'debug',
      }),
      ...options.config,
      ...more,
    }),
    async start(more, startOptions) {
      const config = self.config(more);
      const { logged } = parts();
      const log = buildLog(config, { write: (line) => logged.push(line) });
      const bot = await startBot(config, {
        log,
        followEveryMs: 20,
        againAfterMs: [20, 50, 100],
        ...options.bot,
        ...startOptions,
      });
      bots.push(bot);
      return bot;
    },
  };

  beforeEach(async () => {
    running = {
      telegram: await startTelegramStandIn(options.telegram),
      server: await startFakeServer(),
      logged: [],
    };
    bots = [];
    if (options.starts !== false) await self.start();
  });
  afterEach(async () => {
    await Promise.all(bots.map((bot) => bot.stop()));
    await running?.telegram.close();
    await running?.server.close();
  });
  return self;
}
