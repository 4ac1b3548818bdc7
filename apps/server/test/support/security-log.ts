import {
  buildSubjectNames,
  openSecurityEvents,
  type SecurityEventLog,
  type SecurityLine as WrittenLine,
} from '../../src/platform/kernel/security-events/index.ts';

export type SecurityLine = WrittenLine & { readonly level: string; readonly msg: string };

export interface KeptSecurityLog {
  readonly events: SecurityEventLog;
  readonly lines: readonly SecurityLine[];
  /** Lines of one event, such as `webhook_refused`. */
  of(name: string): readonly SecurityLine[];
  readonly nameOf: ReturnType<typeof buildSubjectNames>;
}

/** A log of security events that keeps its lines, with the pseudonyms of one secret. */
export function securityLog(limits?: Parameters<typeof openSecurityEvents>[2]): KeptSecurityLog {
  const lines: SecurityLine[] = [];
  const keep = (level: string) => (line: object, msg: string) => {
    lines.push({ ...line, level, msg } as SecurityLine);
  };
  const nameOf = buildSubjectNames(new Uint8Array(32).fill(9));
  const log = { info: keep('info'), warn: keep('warn'), error: keep('error') };
  return {
    events: openSecurityEvents(log, nameOf, limits),
    lines,
    of: (name) => lines.filter(({ event }) => event === `security.${name}`),
    nameOf,
  };
}
