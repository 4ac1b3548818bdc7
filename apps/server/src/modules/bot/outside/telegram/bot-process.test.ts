import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultLog } from '../../../../../test/support/fault-log.ts';
import { type BotProcess, runBotProcess } from './bot-process.ts';

let home = '';
const running: BotProcess[] = [];

/** A bot that records when it started, with which settings, and that it was asked to stop. */
const BOT = `
import { appendFileSync } from 'node:fs';
const log = (text) => appendFileSync(process.env.BOT_DIARY, text + '\\n');
log('started ' + process.pid + ' ' + process.env.BOT_API_SECRET + ' ' + (process.env.AUTH_SECRET ?? 'nothing else'));
process.on('SIGTERM', () => { log('asked to stop'); process.exit(0); });
setInterval(() => undefined, 1000);
`;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'assay-bot-'));
  await writeFile(path.join(home, 'bot.mjs'), BOT);
  await writeFile(path.join(home, 'wrong.mjs'), 'process.exit(2);');
  await writeFile(path.join(home, 'deaf.mjs'), BOT.replace('process.exit(0);', ''));
});
afterAll(async () => {
  await Promise.all(running.map((bot) => bot.stop()));
  await rm(home, { recursive: true, force: true });
});

function start(entry: string, name: string) {
  const log = faultLog();
  const diary = path.join(home, name);
  const bot = runBotProcess({
    environment: { BOT_DIARY: diary, BOT_API_SECRET: 'shown' },
    entry: path.join(home, entry),
    output: 'ignore',
    firstPauseMs: 20,
    log,
  });
  running.push(bot);
  return { bot, faults: log.faults, diary: () => readFile(diary, 'utf8').catch(() => '') };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not happen within 20 s');
    await sleep(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the process of the bot', { timeout: 60_000 }, () => {
  it('gets its own settings and nothing else of the environment, and stops when it is asked', async () => {
    const { bot, diary } = start('bot.mjs', 'stops');
    await until(async () => (await diary()).includes('started'));
    expect(await diary()).toContain('shown nothing else');
    await bot.stop();
    expect(await diary()).toContain('asked to stop');
  });

  it('is started again when it was killed, each time after a longer pause', async () => {
    const { bot, faults, diary } = start('bot.mjs', 'killed');
    for (const times of [1, 2, 3]) {
      await until(async () => (await diary()).split('started').length > times);
      process.kill(bot.pid() ?? 0, 'SIGKILL');
      await until(() => faults.length === times);
    }
    expect(faults[0]).toEqual({
      facts: { end: 'SIGKILL', againInSeconds: 1 },
      message: 'the Telegram bot ended; it is started again',
    });
    await until(async () => (await diary()).split('started').length > 4);
    await bot.stop();
    expect(bot.pid()).toBeUndefined();
  });

  it('is not started again with settings that are wrong', async () => {
    const { bot, faults } = start('wrong.mjs', 'wrong');
    await bot.ended;
    expect(faults.map(({ message }) => message)).toEqual([
      'the Telegram bot does not start with these settings; everything else works',
    ]);
  });

  it('can be stopped while it waits for its next start', async () => {
    const { bot, faults } = start('missing.mjs', 'missing');
    await until(() => faults.length > 3);
    await bot.stop();
    expect(bot.pid()).toBeUndefined();
  });

  it.each(['bot.mjs', 'deaf.mjs'])('leaves no orphan when the process that started it is killed: %s', async (entry) => {
    const diary = path.join(home, `orphan-${entry}`);
    const keeper = path.join(home, `keeper-${entry}`);
    const module = new URL('./bot-process.ts', import.meta.url).href;
    await writeFile(
      keeper,
      `import { runBotProcess } from ${JSON.stringify(module)};
       runBotProcess({ environment: { BOT_DIARY: ${JSON.stringify(diary)} }, entry: ${JSON.stringify(path.join(home, entry))}, output: 'ignore', log: { warn: () => undefined, error: () => undefined } });
       setInterval(() => undefined, 1000);`,
    );
    const parent: ChildProcess = spawn(process.execPath, [keeper], { stdio: 'ignore' });
    const read = () => readFile(diary, 'utf8').catch(() => '');
    await until(async () => (await read()).includes('started'));
    const pid = Number(/started (\d+)/.exec(await read())?.[1]);
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await until(() => !isAlive(pid));
  });
});
