import type { CommandEntries } from '../../../platform/command/listed-command.ts';

export const BOT_COMMANDS: CommandEntries = [
  [
    'bot',
    {
      description: 'Run the Telegram bot alone, beside a product that runs without BOT_TOKEN.',
      load: async () => (await import('./bot.ts')).registerBot,
    },
  ],
];
