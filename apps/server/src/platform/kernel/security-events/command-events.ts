import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../time/clock.ts';
import { SECURITY_EVENTS, type SecurityEvent } from './events.ts';
import type { NameSubject, Subject } from './subject.ts';

/** File of the data folder that holds what commands did: a command has no log of its own that outlives the terminal. */
export const COMMAND_EVENTS_FILE = 'security-events.jsonl';

/** Writes an event of a command, who did it, and whom it was done to. */
export type RecordCommandEvent = (event: SecurityEvent, about: Subject | null) => Promise<void>;

/**
 * Appends events to the file of the data folder, one JSON line each, readable by the account that ran the command. It
 * rejects where the line cannot be written: what an operator changed must not go unrecorded in silence.
 */
export function commandEvents(dataDir: string, nameSubject: NameSubject, clock: Clock): RecordCommandEvent {
  return async ({ name, ...fields }, about) => {
    await mkdir(dataDir, { recursive: true });
    const line = {
      time: clock.now().toISOString(),
      event: `security.${name}`,
      severity: SECURITY_EVENTS[name].severity,
      subject: nameSubject({ kind: 'operator' }),
      about: about === null ? null : nameSubject(about),
      ...fields,
    };
    await appendFile(path.join(dataDir, COMMAND_EVENTS_FILE), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  };
}
