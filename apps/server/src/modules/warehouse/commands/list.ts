import type { CommandEntries } from '../../../platform/command/listed-command.ts';

export const WAREHOUSE_COMMANDS: CommandEntries = [
  [
    'placement',
    {
      description: 'On which PostgreSQL server each transfer ledger is: show it, move one.',
      load: async () => (await import('./placement.ts')).registerPlacement,
    },
  ],
];
