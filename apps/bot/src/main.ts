import { GrammyError, HttpError } from 'grammy';
import { type Config, ConfigError, readConfig } from './config.ts';
import { buildLog, describeError } from './log.ts';
import { logEnd, logWholeProcess } from './log-process.ts';
import { startBot } from './start-bot.ts';

// Updates that are still open after the stop are delivered again; the process does not wait for them.
process.exit(await run());

async function run(): Promise<number> {
  const config = readSettings();
  const isUsable = !(config instanceof ConfigError);
  const log = buildLog(isUsable ? config : undefined);
  const print = process.stderr.write.bind(process.stderr);
  logWholeProcess(log, describeError);
  /** Why the bot ends: a line of the log, and at a terminal a sentence for the person there. */
  const explain = (text: string, facts: object = {}): void => {
    if (process.stderr.isTTY !== true) logEnd(log, facts, text);
    else {
      if (Object.keys(facts).length > 0) log.error(facts, 'the bot ended');
      print(`${text}\n`);
    }
  };
  if (!isUsable) {
    explain(config.message);
    return 2;
  }
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
    explain(`The bot ended: ${reasonOf(error)}.`, describeError(error));
    return 1;
  }
}

function readSettings(): Config | ConfigError {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** Telegram's own description where there is one; it contains no secret. */
function reasonOf(error: unknown): string {
  if (error instanceof GrammyError) return `Telegram answered ${error.method} with '${error.description}'`;
  if (error instanceof HttpError) return 'Telegram could not be reached';
  return 'something is wrong with it; its log says what';
}
