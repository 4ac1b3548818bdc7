import type { Logger } from 'pino';
import {
  buildSubjectNames,
  openSecurityEvents,
  type SecurityEventLog,
  withEveryEvent,
} from '../../platform/kernel/security-events/index.ts';
import { keptSecret } from '../../platform/secret/kept-secret.ts';

interface SecuritySettings {
  readonly dataDir: string;
  readonly signIn: { readonly secret: string | null };
}

/** The logs that a server writes to. */
export interface ServerLogs {
  readonly logger: Logger;
  readonly securityEvents: SecurityEventLog;
}

/** The security events of a server, in its log. */
export async function wireSecurityEvents(settings: SecuritySettings, logger: Logger): Promise<SecurityEventLog> {
  const names = buildSubjectNames(await keptSecret(settings.signIn.secret, settings.dataDir));
  return openSecurityEvents(withEveryEvent(logger), names);
}
