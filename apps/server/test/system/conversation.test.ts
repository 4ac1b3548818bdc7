import { startTelegramStandIn, type TelegramStandIn } from '@assay/testkit/telegram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BotProcess, runBotProcess } from '../../src/modules/bot/outside/telegram/bot-process.ts';
import { BTC_ADDRESS, TEST_BOT_SECRET, TRON_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { checksOf, joinToken, ownSubOf, subOf } from '../api/bot-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { faultLog } from '../support/fault-log.ts';

/** The real bot in its own process, between the real server and a stand-in of Telegram. */
describe('a conversation with the bot of this product', { timeout: 60_000 }, () => {
  const house = useAuthApp();
  let telegram: TelegramStandIn;
  let bot: BotProcess;

  beforeAll(async () => {
    telegram = await startTelegramStandIn({ username: 'assay_test_bot' });
    const serverUrl = await house.app.listen({ host: '127.0.0.1', port: 0 });
    bot = runBotProcess({
      environment: {
        BOT_TOKEN: telegram.token,
        BOT_API_SECRET: TEST_BOT_SECRET,
        BOT_SERVER_URL: `${serverUrl}/api`,
        BOT_TELEGRAM_URL: telegram.url,
        PATH: process.env['PATH'] ?? '',
      },
      output: 'ignore',
      firstPauseMs: 50,
      log: faultLog(),
    });
  });
  afterAll(async () => {
    await bot.stop();
    await telegram.close();
  });

  it('needs no registration: an address becomes stars, a signed PDF and a line of the history', async () => {
    const kadri = telegram.person();
    kadri.start();
    await kadri.reads('You have 3 checks to spend. No registration.', { withinMs: 30_000 });
    kadri.send(BTC_ADDRESS);
    await kadri.reads('Which asset?');
    kadri.press('BTC');
    const { message } = await kadri.reads('★★★★★ 5 of 5 stars');
    expect(message.text).toContain('● Exchange licensed 90.0%');
    expect(message.text).toContain('2 checks left.');
    kadri.press('PDF');
    const sent = await kadri.finds('the file', (stored) => stored.message.document !== undefined);
    const pdf = Buffer.from(telegram.world.files.get(sent.message.document?.file_id ?? '')?.bytes ?? []);
    expect(sent.message.document?.file_name).toMatch(/^assay-report-[0-9a-f]{32}\.pdf$/);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.includes('ETSI.CAdES.detached')).toBe(true);
    kadri.send('/history');
    await kadri.reads('1. ★★★★★ 5 of 5 stars');
    expect(await checksOf(house.pool, await ownSubOf(house.pool, String(kadri.id)))).toBe(2);
  });

  it('speaks the language that was chosen, and forgets who asks for it', async () => {
    const vera = telegram.person({ languageCode: 'ru' });
    vera.start();
    await vera.reads('У вас есть 3 проверки.');
    vera.send('/privacy');
    await vera.reads('Что хранится');
    vera.press('Удалить мои данные');
    await vera.reads('Отменить это нельзя.');
    vera.press('Удалить');
    await vera.reads('Удалено.');
    expect(await ownSubOf(house.pool, String(vera.id))).toBe('nobody');
    vera.send('/balance');
    // The free checks are given once ever.
    await vera.reads('У вас есть 0 проверок.');
  });

  it('uses the balance of an account that was joined from the signed-in site', async () => {
    const visitor = await house.signedIn('kadri@firm.example');
    const sub = await subOf(house.pool, 'kadri@firm.example');
    const before = await checksOf(house.pool, sub);
    const kadri = telegram.person();
    kadri.start(`j-${await joinToken(visitor)}`);
    await kadri.reads('Connect this chat to the account');
    kadri.press('Connect');
    await kadri.reads(`You have ${before + 3} checks.`);
    kadri.send(TRON_ADDRESS);
    await kadri.reads('Which asset?');
    kadri.press('TRX');
    await kadri.reads('5 of 5 stars');
    expect(await checksOf(house.pool, sub)).toBe(before - 1);
  });

  it('spends once when the bot is killed while it works, and answers when it is back', async () => {
    const ott = telegram.person();
    ott.start();
    await ott.reads('You have 3 checks');
    ott.send(TRON_ADDRESS);
    await ott.reads('Which asset?');
    await telegram.settled();
    const presses = telegram.callsOf('answerCallbackQuery');
    telegram.breakOff('editMessageText', 1);
    ott.press('TRX');
    await telegram.world.until(
      'the press is being worked on',
      () => telegram.callsOf('answerCallbackQuery') > presses || undefined,
      10_000,
    );
    process.kill(bot.pid() ?? 0, 'SIGKILL');
    await ott.reads('5 of 5 stars', { withinMs: 30_000 });
    await telegram.settled(10_000);
    expect(await checksOf(house.pool, await ownSubOf(house.pool, String(ott.id)))).toBe(2);
  });
});
