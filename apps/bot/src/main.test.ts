import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { useBot } from './test/bot-fixture.ts';

const FAULTS = new URL('./test/faults.mjs', import.meta.url).href;
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Only what hangs exceeds it, on a busy machine too. */
const WITHIN_MS = 60_000;

const fixture = useBot({ starts: false });

function run(environment: Record<string, string>, options: readonly string[] = []) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  const child = spawn(process.execPath, [...options, MAIN], { env });
  let said = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    stderr += chunk.toString();
  });
  /** Throws where a line of stderr is not JSON. */
  const logged = () =>
    stderr
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  return { child, said: () => said, logged, ended: once(child, 'close') };
}

const line = (level: number, msg: unknown, more: object = {}) => ({
  level,
  time: expect.any(Number),
  name: 'bot',
  msg,
  ...more,
});

describe('the process', { timeout: 2 * WITHIN_MS }, () => {
  it('answers until it is asked to stop', async () => {
    const { telegram, server } = fixture;
    const { child, said, ended } = run({
      BOT_TOKEN: telegram.token,
      BOT_API_SECRET: server.secret,
      BOT_SERVER_URL: server.url,
      BOT_TELEGRAM_URL: telegram.url,
    });
    const kadri = fixture.person();
    kadri.send('/help');
    await kadri.reads('How to check', { withinMs: WITHIN_MS });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(said()).toBe(`@${telegram.username} is listening\n`);
    expect(telegram.world.queue.waiting).toEqual([]);
  });

  it('does not start with settings that are wrong, and says which', async () => {
    const { said, logged, ended } = run({ BOT_TOKEN: 'hunter2' });
    expect(await ended).toEqual([2, null]);
    expect(said()).toContain('BOT_TOKEN must be the token of a Telegram bot');
    expect(said()).toContain('BOT_API_SECRET must be set');
    expect(said()).not.toContain('hunter2');
    expect(logged()).toMatchObject([line(60, expect.stringContaining('The settings are not usable'))]);
  });

  it('writes warnings, texts of libraries and its own end as lines of its log, without its secrets', async () => {
    const { telegram, server } = fixture;
    const environment = {
      BOT_TOKEN: telegram.token,
      BOT_API_SECRET: server.secret,
      BOT_SERVER_URL: server.url,
      BOT_TELEGRAM_URL: telegram.url,
    };
    const { child, said, logged, ended } = run(environment, ['--import', FAULTS]);
    await vi.waitFor(() => expect(said()).toContain('is listening'), { timeout: WITHIN_MS });
    child.kill('SIGUSR2');
    expect(await ended).toEqual([1, null]);
    const lines = logged();
    expect(lines).toContainEqual(expect.objectContaining(line(50, 'a library wrote\ntwo lines', { source: 'stderr' })));
    expect(lines).toContainEqual(expect.objectContaining(line(40, 'a library is out of date')));
    // Node delivers the warning on its own turn, also after the rejection.
    expect(lines.filter((one) => Object(one).level === 60)).toMatchObject([
      line(60, 'an exception was not caught; the process ends', {
        origin: 'unhandledRejection',
        message: 'nothing caught this, with [secret]',
      }),
    ]);
    expect(said()).not.toContain(server.secret);
  });

  it('ends where Telegram refuses its token', async () => {
    const { telegram, server } = fixture;
    const { said, logged, ended } = run({
      BOT_TOKEN: `1:${'A'.repeat(35)}`,
      BOT_API_SECRET: server.secret,
      BOT_TELEGRAM_URL: telegram.url,
    });
    expect(await ended).toEqual([1, null]);
    expect(said()).toContain("The bot ended: Telegram answered getMe with 'Unauthorized'.");
    expect(logged()).toMatchObject([line(60, expect.stringContaining('Unauthorized'), { telegram: 401 })]);
    expect(said()).not.toContain('AAAA');
  });
});
