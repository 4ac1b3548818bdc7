import { GrammyError, HttpError } from 'grammy';
import { ConfigError, readConfig } from './config.ts';
import { buildLog, describeError } from './log.ts';
import { startBot } from './start-bot.ts';

// What is still under way after the stop is delivered again; nothing waits for it here.
process.exit(await run());

async function run(): Promise<number> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  const log = buildLog(config);
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  try {
    const bot = await startBot(config, { log });
    process.stdout.write(`@${bot.username} is listening\n`);
    await Promise.race([asked, bot.ended]);
    await bot.stop();
    return 0;
  } catch (error) {
    log.error(describeError(error), 'the bot ended');
    process.stderr.write(`The bot ended: ${reasonOf(error)}.\n`);
    return 1;
  }
}

/** In Telegram's words where it has some; they hold no secret. */
function reasonOf(error: unknown): string {
  if (error instanceof GrammyError) return `Telegram answered ${error.method} with '${error.description}'`;
  if (error instanceof HttpError) return 'Telegram could not be reached';
  return 'something is wrong with it; its log says what';
}
