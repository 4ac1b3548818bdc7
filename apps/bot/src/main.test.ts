import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { useBot } from './test/bot-fixture.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

const fixture = useBot({ starts: false });

function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env['PATH'] ?? '', ...environment } });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return { child, said: () => said, ended: once(child, 'exit') };
}

describe('the process', () => {
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
    await kadri.reads('How to check', { withinMs: 20_000 });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(said()).toBe(`@${telegram.username} is listening\n`);
    expect(telegram.world.queue.waiting).toEqual([]);
  });

  it('does not start with settings that are wrong, and says which', async () => {
    const { said, ended } = run({ BOT_TOKEN: 'hunter2' });
    expect(await ended).toEqual([2, null]);
    expect(said()).toContain('BOT_TOKEN must be the token of a Telegram bot');
    expect(said()).toContain('BOT_API_SECRET must be set');
    expect(said()).not.toContain('hunter2');
  });

  it('ends where Telegram refuses its token', async () => {
    const { telegram, server } = fixture;
    const { said, ended } = run({
      BOT_TOKEN: `1:${'A'.repeat(35)}`,
      BOT_API_SECRET: server.secret,
      BOT_TELEGRAM_URL: telegram.url,
    });
    expect(await ended).toEqual([1, null]);
    expect(said()).toContain("The bot ended: Telegram answered getMe with 'Unauthorized'.");
    expect(said()).not.toContain('AAAA');
  });
});
