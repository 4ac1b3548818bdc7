export { commandEvents } from './command-events.ts';
export {
  type AdminAction,
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
export { buildSubjectNames, type Subject } from './subject.ts';
