import { refusedDownloadOf } from '../intake/index.ts';
import { buildSubjectNames, commandEvents, type SecurityEvent, type Subject } from '../kernel/security-events/index.ts';
import { SYSTEM_CLOCK } from '../kernel/time/clock.ts';
import { keptSecret } from '../secret/kept-secret.ts';
import type { CommandContext } from './context.ts';

/**
 * Records what a command changed in the event log of the data folder.
 *
 * @param about the subject of the change; null for the installation as a whole
 */
export async function recordEvent(
  { config }: Pick<CommandContext, 'config'>,
  event: SecurityEvent,
  about: Subject | null,
): Promise<void> {
  const names = buildSubjectNames(await keptSecret(config.signIn.secret, config.dataDir));
  await commandEvents(config.dataDir, names, SYSTEM_CLOCK)(event, about);
}

/** Records the failure of a command, where a download of it was refused because it led into a private network. */
export async function recordRefusedDownload(config: CommandContext['config'], error: unknown): Promise<void> {
  const event = refusedDownloadOf(error);
  if (event !== null) await recordEvent({ config }, event, null);
}
