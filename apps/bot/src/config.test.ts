import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const GIVEN = { BOT_TOKEN: `123456:${'A'.repeat(35)}`, BOT_API_SECRET: 's'.repeat(40) };

describe('settings', () => {
  it('need the token and the secret, and have defaults for the rest', () => {
    expect(readConfig({ ...GIVEN, PRODUCT_NAME: '' })).toEqual({
      token: GIVEN.BOT_TOKEN,
      apiSecret: GIVEN.BOT_API_SECRET,
      serverUrl: 'http://127.0.0.1:3000/api',
      telegramUrl: 'https://api.telegram.org',
      webhook: null,
      chatsAtOnce: 100,
      messagesPerSecond: 25,
      productName: 'Assay',
      supportEmail: 'support@example.org',
      logLevel: 'warn',
    });
    expect(() => readConfig({})).toThrow(/BOT_TOKEN must be set\n {2}BOT_API_SECRET must be set$/);
  });

  it('name what is wrong and never print what was given', () => {
    const wrong = { ...GIVEN, BOT_TOKEN: 'hunter2', BOT_SERVER_URL: 'ftp://hunter2', BOT_CHATS_AT_ONCE: '101' };
    let message = '';
    try {
      readConfig(wrong);
    } catch (error) {
      if (error instanceof ConfigError) message = error.message;
    }
    expect(message).toMatch(/BOT_TOKEN must be the token of a Telegram bot/);
    expect(message).toMatch(/BOT_SERVER_URL must be the address of the API/);
    expect(message).toMatch(/BOT_CHATS_AT_ONCE must be a number of updates, 1 to 100/);
    expect(message).not.toContain('hunter2');
  });

  it('want address and secret of a webhook', () => {
    expect(() => readConfig({ ...GIVEN, BOT_MODE: 'webhook' })).toThrow(
      /BOT_WEBHOOK_URL must be set where BOT_MODE is webhook\n {2}BOT_WEBHOOK_SECRET must be set/,
    );
    const webhook = { BOT_WEBHOOK_URL: 'https://bot.example.org/hook', BOT_WEBHOOK_SECRET: 'x'.repeat(16) };
    expect(readConfig({ ...GIVEN, BOT_MODE: 'webhook', ...webhook }).webhook).toEqual({
      url: webhook.BOT_WEBHOOK_URL,
      secret: webhook.BOT_WEBHOOK_SECRET,
      host: '127.0.0.1',
      port: 8081,
    });
    expect(() => readConfig({ ...GIVEN, BOT_WEBHOOK_SECRET: 'short' })).toThrow('BOT_WEBHOOK_SECRET must be a secret');
  });
});
