export interface FaultLine {
  readonly facts: object;
  readonly message: string;
}

/** A log that keeps its warnings and errors. */
export function faultLog() {
  const faults: FaultLine[] = [];
  const keep = (facts: object, message: string): void => void faults.push({ facts, message });
  return { faults, warn: keep, error: keep };
}
