import type { CommandEntries } from '../../../platform/command/listed-command.ts';

export const NODES_COMMANDS: CommandEntries = [
  [
    'follow',
    {
      description: "Follow chains from nodes of one's own: records up to the newest block, and on.",
      usage: '[options]',
      load: async () => (await import('./follow.ts')).registerFollow,
    },
  ],
];
