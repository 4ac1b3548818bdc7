export { commandEvents } from './command-events.ts';
export {
  type AdminAction,
  type KeyChange,
  SECURITY_EVENT_NAMES,
  type SecurityEvent,
} from './events.ts';
export {
  openSecurityEvents,
  type SecurityEventLog,
  type SecurityEvents,
  type SecurityLine,
  withEveryEvent,
} from './security-events.ts';
export { buildSubjectNames, type NameSubject, type Subject } from './subject.ts';
