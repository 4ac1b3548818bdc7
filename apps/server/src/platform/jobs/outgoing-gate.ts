/** Whether this installation may reach people and other services. Once open it stays open. */
export interface OutgoingGate {
  isOpen(): boolean;
  readonly opened: Promise<void>;
}

export const OPEN_GATE: OutgoingGate = { isOpen: () => true, opened: Promise.resolve() };
