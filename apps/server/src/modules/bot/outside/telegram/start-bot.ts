import { type Config, listeningUrl } from '../../../../platform/config/config.ts';
import type { BotFacts } from '../../../../platform/config/settings/bot-settings.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import { keptSecret } from '../../../../platform/secret/kept-secret.ts';
import { type BotProcess, runBotProcess } from './bot-process.ts';

/** The bot's secrets: the operator's, else a stored one if this installation starts a bot; none without a bot. */
export async function botSecretsOf(bot: BotFacts, dataDir: string): Promise<readonly string[]> {
  if (bot.secrets.length > 0 || bot.token === null) return bot.secrets;
  return [Buffer.from(await keptSecret(null, dataDir, 'bot')).toString('hex')];
}

/** The Telegram bot, where there is a token for it; it asks this server. */
export function startBot(
  config: Config,
  [secret]: readonly string[],
  log: Pick<Log, 'warn' | 'error'>,
): BotProcess | null {
  if (config.bot.token === null || secret === undefined) return null;
  const environment = {
    ...config.bot.environment,
    BOT_API_SECRET: secret,
    BOT_SERVER_URL: `${listeningUrl(config.host, config.port)}/api`,
  };
  return runBotProcess({ environment, log });
}
