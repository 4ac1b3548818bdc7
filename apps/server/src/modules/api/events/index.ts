export { buildCheckEvents } from './check-events.ts';
export { eventsRoutes } from './events.routes.ts';
export { eventsStore } from './events.store.ts';
export { type NewEvent, recordEvent } from './record-event.ts';
