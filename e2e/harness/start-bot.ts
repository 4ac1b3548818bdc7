import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startTelegramStandIn, type TelegramStandIn } from '@assay/testkit/telegram';
import { site } from './site.ts';
import { BOT_SECRET, BOT_USERNAME } from './start-product.ts';

export interface JourneyBot {
  readonly telegram: TelegramStandIn;
  readonly stop: () => Promise<void>;
}

const BOT = fileURLToPath(new URL('../../apps/bot/src/main.ts', import.meta.url));
/** Ends the bot with the process of the journeys, however that one ends. */
const LEASH = new URL('../../apps/server/src/modules/bot/outside/telegram/leash.ts', import.meta.url).href;

/** The real bot of the product that the journeys share, talking to a stand-in of Telegram. */
export async function startBot(): Promise<JourneyBot> {
  const telegram = await startTelegramStandIn({ username: BOT_USERNAME });
  const { PATH } = process.env;
  const child = spawn(process.execPath, ['--import', LEASH, BOT], {
    env: {
      PATH,
      BOT_TOKEN: telegram.token,
      BOT_API_SECRET: BOT_SECRET,
      BOT_SERVER_URL: `${site().url}/api`,
      BOT_TELEGRAM_URL: telegram.url,
    },
    // The reason for its end is in the output of the journeys; its log is not.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  return {
    telegram,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await telegram.close();
    },
  };
}
