import { CommandError, EXIT } from '@assay/command';
import type { Command } from 'commander';
import { type CommandContext, serviceOf } from '../../../platform/command/context.ts';
import { listeningUrl } from '../../../platform/config/config.ts';
import { botSecretsOf, runBotProcess } from '../outside/telegram/bot-process.ts';

export function registerBot(program: Command, context: CommandContext): void {
  program.command('bot').action(() => runBot(context));
}

async function runBot(context: CommandContext): Promise<void> {
  const { config, signal } = context;
  const { bot, host, port, dataDir } = config;
  if (bot.token === null) throw new CommandError('BOT_TOKEN must be set to the token of a Telegram bot.', EXIT.usage);
  const [secret = ''] = await botSecretsOf(bot, dataDir);
  const running = runBotProcess({
    log: serviceOf(context).log,
    environment: { BOT_SERVER_URL: `${listeningUrl(host, port)}/api`, ...bot.environment, BOT_API_SECRET: secret },
  });
  const stop = (): void => void running.stop();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  await running.ended;
  if (!signal.aborted) throw new CommandError('The Telegram bot did not start.', EXIT.usage);
  // A stop on request is a success.
  throw new CommandError('', EXIT.ok);
}
