import type { CommandEntries } from '../../../platform/command/listed-command.ts';
import type { BackupPorts } from './backup-ports.ts';

export const BACKUP_COMMANDS: CommandEntries<BackupPorts> = [
  [
    'backup',
    {
      description: 'Back up the database, secrets and keys into one file, and restore them.',
      load: async () => (await import('./register.ts')).registerBackup,
    },
  ],
];
