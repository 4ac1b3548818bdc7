import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Config, listeningUrl } from '../../../../platform/config/config.ts';
import type { BotFacts } from '../../../../platform/config/settings/bot-settings.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import { keptSecret } from '../../../../platform/secret/kept-secret.ts';

/** What the bot ends with when its settings are not usable: starting it again would not help. */
const WRONG_SETTINGS = 2;
const LONGEST_PAUSE_MS = 60_000;
/** Who ran so long starts again at once. */
const STEADY_MS = 60_000;
const STOP_WITHIN_MS = 8_000;

export interface BotProcessSettings {
  /** Everything the bot's process gets of the environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Default: the bot of this product. */
  readonly entry?: string;
  /** Default: where this process writes. */
  readonly output?: 'inherit' | 'ignore';
  readonly firstPauseMs?: number;
}

export interface BotProcess {
  /** Resolves when the bot needs no further start: it was stopped, or its settings are wrong. */
  readonly ended: Promise<void>;
  /** Its process, while it runs. */
  readonly pid: () => number | undefined;
  stop(): Promise<void>;
}

const ENTRY = fileURLToPath(new URL('../../../../../../bot/src/main.ts', import.meta.url));
const LEASH = new URL('leash.ts', import.meta.url).href;

/**
 * Runs the bot in a process of its own, and again whenever it ends, each time after a longer pause. It ends with this
 * process, however this one ends.
 */
export function runBotProcess(settings: BotProcessSettings): BotProcess {
  const { environment, log, entry = ENTRY, output = 'inherit', firstPauseMs = 1_000 } = settings;
  const stopping = new AbortController();
  let child: ChildProcess | undefined;

  async function runOnce(): Promise<number | string> {
    const started = spawn(process.execPath, ['--import', LEASH, entry], {
      env: { ...environment },
      // Ctrl-C in a terminal reaches this process alone, which then stops the bot.
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    });
    child = started;
    return new Promise((resolve) => {
      started.once('error', (error) => resolve(error.message));
      started.once('exit', (code, signal) => resolve(code ?? signal ?? 0));
    });
  }

  async function keepRunning(): Promise<void> {
    for (let pauseMs = firstPauseMs; ; ) {
      const startedAt = Date.now();
      const end = await runOnce();
      child = undefined;
      if (stopping.signal.aborted) return;
      if (end === WRONG_SETTINGS) {
        log.error({ end }, 'the Telegram bot does not start with these settings; everything else works');
        return;
      }
      if (Date.now() - startedAt > STEADY_MS) pauseMs = firstPauseMs;
      log.warn({ end, againInSeconds: Math.ceil(pauseMs / 1000) }, 'the Telegram bot ended; it is started again');
      try {
        await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false });
      } catch {
        return; // Woken by the stop.
      }
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  const ended = keepRunning();
  return {
    ended,
    pid: () => child?.pid,
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

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
